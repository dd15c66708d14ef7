"""Plays simulations on a Dask cluster.

    from dask.distributed import Client
    import cardwright.dask

    report = cardwright.dask.run("my-package", games=100_000, bots="plan", client=Client("tcp://…"))

or, without writing Python, with two processes of this machine:

    python -m cardwright.dask my-package --games 100000 --bots plan --workers 2

The work is what `cardwright sim plan`, `shard` and `merge` do; Dask decides who does it. All workers
need the program, and the package and the folder of the plan on a disk that they see under the same
path. A shard that fails or whose worker dies is played again, here or elsewhere; it gives the same
bytes, so the report is that of one process. With `against`, shards are given up as soon as those from
the first on answer the question.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cardwright

__all__ = ["Failed", "run"]

#: Arguments that `sim plan` takes, by their names here.
_LISTS = ("formats", "seats", "decks", "bots", "never", "always")


class Failed(RuntimeError):
    """A command of cardwright failed; the message is what it said."""


def run(
    package: str | os.PathLike[str],
    *,
    client: Any = None,
    workers: int | None = None,
    folder: str | os.PathLike[str] = "simulation",
    games: int = 1000,
    seed: int = 1,
    shards: int | None = None,
    against: str | os.PathLike[str] | None = None,
    least: float = 2.0,
    rows: bool = False,
    decisions: bool = False,
    report: str | os.PathLike[str] | None = None,
    retries: int = 3,
    progress: bool = True,
    program: str | None = None,
    **lists: Any,
) -> dict[str, Any]:
    """Plays the games of a package on a cluster and returns the report, as `sim --format json` does.

    `client` is a `dask.distributed.Client`; without one, a cluster of `workers` processes of this
    machine is started and ended. `folder` gets the plan and its parts; shards that are there already
    are not played again. `formats`, `seats`, `decks`, `bots`, `never` and `always` are texts or lists
    of texts.
    """
    unknown = sorted(set(lists) - set(_LISTS))
    if unknown:
        raise TypeError(f"there is no argument `{unknown[0]}`; there are {', '.join(_LISTS)}")
    program = program or cardwright.command()
    plan = Path(folder).absolute() / "plan.json"
    order = [program, "sim", "plan", str(Path(package).absolute()), "--out", str(plan)]
    order += ["--games", str(games), "--seed", str(seed)]
    if shards is not None:
        order += ["--shards", str(shards)]
    if against is not None:
        order += ["--against", str(Path(against).absolute()), "--least", str(least)]
    order += ["--rows"] if rows else []
    order += ["--decisions"] if decisions else []
    for name, value in lists.items():
        if value:
            text = value if isinstance(value, str) else ",".join(str(one) for one in value)
            order += [f"--{name}", text]
    # The plan of an earlier run is kept if it is the same, and with it the parts.
    _call(order)
    if client is not None:
        _play(client, program, plan, against is not None, retries, progress)
    else:
        from dask.distributed import Client, LocalCluster

        count = workers or os.cpu_count() or 1
        with (
            LocalCluster(
                n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            Client(cluster) as own,
        ):
            _play(own, program, plan, against is not None, retries, progress)
    return json.loads(_merge(program, plan, report))


def _play(
    client: Any, program: str, plan: Path, stops_early: bool, retries: int, progress: bool
) -> None:
    """Submits all shards and waits for them, or until those that were played are enough."""
    from dask.distributed import as_completed

    shards = json.loads(plan.read_text())["shards"]
    # Where the test may be decided early, those that are needed first are played first.
    futures = [
        client.submit(
            _shard, program, str(plan), shard, pure=False, retries=retries, priority=-shard
        )
        for shard in range(shards)
    ]
    numbers = {future.key: number for number, future in enumerate(futures)}
    played = [False] * shards
    first_missing = 0
    try:
        for done, future in enumerate(as_completed(futures), start=1):
            future.result()
            played[numbers[future.key]] = True
            if progress:
                print(f"\rshard {done} of {shards}", end="", file=sys.stderr, flush=True)
            before = first_missing
            while first_missing < shards and played[first_missing]:
                first_missing += 1
            if stops_early and before < first_missing < shards and _is_decided(program, plan):
                if progress:
                    print(", which is enough", end="", file=sys.stderr)
                break
    finally:
        client.cancel(futures)
        if progress:
            print(file=sys.stderr)


def _shard(program: str, plan: str, shard: int) -> int:
    """Plays one shard, on a worker. Other tasks have the other processors."""
    environment = dict(os.environ, RAYON_NUM_THREADS="1")
    _call([program, "sim", "shard", plan, str(shard)], environment)
    return shard


def _is_decided(program: str, plan: Path) -> bool:
    order = [program, "sim", "merge", str(plan), "--format", "json"]
    done = subprocess.run(order, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode == 0


def _merge(program: str, plan: Path, report: str | os.PathLike[str] | None) -> str:
    order = [program, "sim", "merge", str(plan), "--format", "json"]
    if report is not None:
        order += ["--report", str(Path(report).absolute())]
    return _call(order)


def _call(order: list[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        order, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode != 0:
        said = done.stderr.strip() or f"ended with {done.returncode}"
        raise Failed(f"{' '.join(order[1:4])}: {said}")
    return done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m cardwright.dask", description="Play simulations on a Dask cluster"
    )
    parser.add_argument("package", help="a package or a folder of packages")
    parser.add_argument("--scheduler", help="the address of a cluster; otherwise one starts here")
    parser.add_argument("--workers", type=int, help="processes of the cluster that starts here")
    parser.add_argument("--folder", default="simulation", help="where the plan and its parts go")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int)
    parser.add_argument("--against", help="the version before an edit")
    parser.add_argument("--least", type=float, default=2.0)
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--decisions", action="store_true")
    parser.add_argument("--report", help="write the figures into this folder too")
    for name in _LISTS:
        parser.add_argument(f"--{name}")
    given = vars(parser.parse_args())
    package, scheduler = given.pop("package"), given.pop("scheduler")
    client = None
    if scheduler:
        from dask.distributed import Client

        client = Client(scheduler)
    try:
        told = run(package, client=client, **given)
    except Failed as failed:
        print(f"error: {failed}", file=sys.stderr)
        return 1
    print(json.dumps(told, indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
