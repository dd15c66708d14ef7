#!/usr/bin/env python3
"""Writes THIRD_PARTY.md: every crate in Cargo.lock with its licence. Run it when dependencies change."""

import json
import pathlib
import subprocess

root = pathlib.Path(__file__).resolve().parents[2]
metadata = json.loads(
    subprocess.check_output(["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"], cwd=root)
)
crates = sorted(
    (crate["name"], crate["version"], (crate["license"] or "see its files").replace("/", " OR "), crate["repository"] or "")
    for crate in metadata["packages"]
    if crate["source"]
)
lines = [
    "# Third-party software",
    "",
    "Cardwright is built with these crates, for all systems and for its tests.",
    "The list is made from `Cargo.lock` by `tests/tools/third-party.py`; a test fails when it is out of date.",
    "Fonts and icons that ship with the templates have their licences beside them.",
    "",
    "| crate | version | licence | source |",
    "|---|---|---|---|",
]
for name, version, licence, source in crates:
    licence = " ".join(licence.split())
    lines.append(f"| {name} | {version} | {licence} | {source} |")
(root / "THIRD_PARTY.md").write_text("\n".join(lines) + "\n")
