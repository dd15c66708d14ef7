"""Writes an expansion of many Crawler characters, to measure what a real card costs.

    python3 tests/print-bench/characters.py 1000 output/print-bench/thousand

The characters of the game come again and again under other names, costs and numbers.
"""

import os
import re
import sys
from pathlib import Path

PLACES = "Ash Bell Bone Chain Crow Dust Fen Frost Gate Glass Lamp Moss Reed Rust Salt Smoke Stair Thorn Tide Well".split()
MANIFEST = """[package]
name = "{name}"
title = "Many Characters"
version = "0.1.0"
game = "crawler"
authors = ["The Cardwright contributors"]
license = "CC0-1.0"

[dependencies]
crawler = {{ path = "{crawler}" }}

[print]
paper = ["a4", "letter"]
bleed = "2mm"
bleed-between = "shared"
backs = "duplex-long-edge"
"""


def main(count: int, folder: Path) -> None:
    crawler = Path(__file__).resolve().parents[2] / "content" / "crawler"
    source = (crawler / "cards" / "characters.card").read_text()
    characters = re.findall(r"^character .*?^}", source, re.M | re.S)
    cards = ["use crawler\n"]
    for number in range(count):
        text, turn = characters[number % len(characters)], number // len(characters)
        head = re.match(r'character (\S+) "([^"]+)"', text)
        place = PLACES[turn % len(PLACES)]
        text = text.replace(head[0], f'character {head[1]}-{number} "{head[2]} {place[:2]}"', 1)
        text = re.sub(r"cost: (\d+)", lambda cost: f"cost: {(int(cost[1]) + turn) % 9}", text, count=1)
        text = re.sub(r"number: \d+", f"number: {1000 + number}", text)
        text = re.sub(r"set: \w+", "set: UNB", text)
        cards.append(text + "\n")
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    (folder / "cards" / "characters.card").write_text("\n".join(cards))
    name = folder.resolve().name
    path = os.path.relpath(crawler, folder)
    (folder / "cardwright.toml").write_text(MANIFEST.format(name=name, crawler=path))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
