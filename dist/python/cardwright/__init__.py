"""Cardwright for Python programs: `cardwright.dask` plays simulations on a Dask cluster."""

import os
import shutil
import sysconfig


def command() -> str:
    """The `cardwright` program: beside this interpreter if it is there, otherwise of the path."""
    name = "cardwright.exe" if os.name == "nt" else "cardwright"
    beside = os.path.join(sysconfig.get_path("scripts"), name)
    found = beside if os.path.isfile(beside) else shutil.which(name)
    if found is None:
        raise FileNotFoundError("the program `cardwright` is not installed")
    return found
