"""Two Dask workers give the bytes of one process, also when one is killed, and others read our rows.

    python tests/dask/test.py PATH-TO-CARDWRIGHT

needs `pip install "dask[distributed]" duckdb pyarrow`; `.ci/run` makes an environment with them.
`--time` also measures what a second worker saves, which needs two processors without other work.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "dist" / "python"))

import duckdb  # noqa: E402
import pyarrow.parquet  # noqa: E402
from dask.distributed import Client, LocalCluster  # noqa: E402

import cardwright.dask  # noqa: E402

PACKAGE = ROOT / "content" / "bag"
GAMES = {"games": 48, "seed": 5, "bots": "random,greedy", "formats": "solo-stall,competitive-rush", "rows": True, "decisions": True}
SHARDS = 12


def sim(program: str, *arguments: str) -> str:
    done = subprocess.run([program, "sim", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def folder_bytes(folder: Path) -> dict[str, bytes]:
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def alone(program: str, place: Path) -> tuple[dict, Path]:
    """One process, with the rows of all games in one file."""
    rows = place / "rows"
    arguments = ["--games", str(GAMES["games"]), "--seed", "5", "--bots", GAMES["bots"]]
    arguments += ["--formats", GAMES["formats"]]
    told = sim(program, str(PACKAGE), *arguments, "--rows", str(rows), "--decisions", "--format", "json")
    return json.loads(told), rows


def kill_one(client: Client, folder: Path) -> None:
    """Kills a worker with its processes as soon as the first part is there."""
    parts = folder / "plan-parts"
    while not list(parts.glob("*.json")):
        time.sleep(0.02)
    worker, process = sorted(client.run(os.getpid).items())[0]
    os.kill(process, signal.SIGKILL)
    print(f"killed {worker}")


def same_bytes(program: str, place: Path, whole: dict) -> None:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            quiet = {"client": client, "program": program, "progress": False, "shards": SHARDS, **GAMES}
            two = cardwright.dask.run(PACKAGE, folder=place / "two", **quiet)
            killer = threading.Thread(target=kill_one, args=(client, place / "killed"))
            killer.start()
            killed = cardwright.dask.run(PACKAGE, folder=place / "killed", **quiet)
            killer.join()
    assert two == whole, "two workers give the report of one process"
    assert killed == whole, "a killed worker changes nothing"
    # The parts of two runs are alike, whoever played them, and so are those of plain commands.
    plain = place / "plain"
    shutil.copytree(place / "two", plain, ignore=shutil.ignore_patterns("plan-parts"))
    for shard in range(SHARDS):
        sim(program, "shard", str(plain / "plan.json"), str(shard))
    parts = [folder_bytes(place / name / "plan-parts") for name in ("two", "killed", "plain")]
    assert len(parts[0]) == SHARDS * 4, sorted(parts[0])
    assert parts[0] == parts[1] == parts[2], "the parts are the same bytes"


def stops_early(program: str, place: Path) -> None:
    """An edit whose consequence shows soon needs few shards, and the answer is that of one process."""
    edited = place / "edited" / "bag"
    shutil.copytree(PACKAGE, edited)
    card = edited / "cards" / "characters.card"
    text = card.read_text()
    assert "  health: 1" in text
    card.write_text(text.replace("  health: 1", "  health: 2"))
    asked = {"games": 2000, "bots": "random", "formats": "solo-stall", "against": PACKAGE, "program": program}
    folder = place / "edit"
    told = cardwright.dask.run(edited, folder=folder, workers=2, shards=40, progress=False, **asked)
    played = len(list((folder / "plan-parts").glob("*.json")))
    alone = sim(program, str(edited), "--against", str(PACKAGE), "--games", "2000", "--bots", "random",
                "--formats", "solo-stall", "--format", "json")
    assert told == json.loads(alone), "the answer of one process"
    verdicts = {side["verdict"] for edit in told["edits"] for answer in edit["answers"] for side in answer["sides"]}
    print(f"an edit: {sorted(verdicts)} after {played} of 40 shards")


def read_by_others(rows: Path, whole: dict, two: Path) -> None:
    """DuckDB and pyarrow find in the rows what the report says."""
    games, seats, decisions = (rows / f"{name}.parquet" for name in ("games", "seats", "decisions"))
    base = duckdb.connect()
    for report in whole["simulations"]:
        number = whole["simulations"].index(report)
        found = base.execute(
            "select count(*), count(ending), sum(decisions), sum(winners & 1), count(distinct seed), "
            f"any_value(content), any_value(engine), any_value(bots) from '{games}' where simulation = ?",
            [number],
        ).fetchall()[0]
        assert found[0] == GAMES["games"] == found[4], found
        assert found[1] == report["finished"] and found[2] == report["total-decisions"], found
        assert found[3] == report["wins"][0], found
        assert found[5] in whole["content"] and found[6] == whole["engine"], found
        assert found[7] == "+".join(report["bots"]), found
        won = base.execute(
            f"select seat, count(*) filter (won) from '{seats}' where simulation = ? group by seat order by seat",
            [number],
        ).fetchall()
        assert [count for _, count in won] == report["wins"], (won, report["wins"])
        taken = base.execute(f"select count(*) from '{decisions}' where simulation = ?", [number]).fetchall()[0]
        assert taken[0] == report["total-decisions"], taken
    tables = [pyarrow.parquet.read_table(file) for file in (games, seats, decisions)]
    assert [str(tables[0].schema.field(name).type) for name in ("package", "seed", "winners")] == ["string", "uint64", "uint8"]
    known = pyarrow.parquet.read_metadata(games).metadata
    assert known[b"cardwright.schema"] == b"1" and known[b"cardwright.engine"] == whole["engine"].encode()
    # The rows of all shards together are those of one process.
    for name, table in zip(("games", "seats", "decisions"), tables):
        parts = pyarrow.parquet.read_table(two / "plan-parts" / name)
        order = [("simulation", "ascending"), ("game", "ascending")]
        order += {"seats": [("seat", "ascending")], "decisions": [("number", "ascending")]}.get(name, [])
        assert parts.sort_by(order).equals(table.sort_by(order)), name
    print("rows:", ", ".join(f"{len(table)} {name}" for name, table in zip(("games", "seats", "decisions"), tables)))


def measured(program: str, place: Path) -> None:
    """How long two workers take in terms of one."""
    took = []
    for workers in (1, 2):
        with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                began = time.monotonic()
                cardwright.dask.run(
                    PACKAGE, client=client, program=program, folder=place / f"timed-{workers}", progress=False,
                    games=400, bots="greedy", formats="solo-stall", shards=16,
                )
                took.append(time.monotonic() - began)
    print(f"one worker {took[0]:.1f} s, two {took[1]:.1f} s: {took[1] / took[0]:.2f}; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        whole, rows = alone(program, place)
        same_bytes(program, place, whole)
        read_by_others(rows, whole, place / "two")
        stops_early(program, place)
        if "--time" in sys.argv:
            measured(program, place)
    print("fine")


if __name__ == "__main__":
    main()
