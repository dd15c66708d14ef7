"""A Python wheel: `pip install`, `pipx run cardwright`, `uvx cardwright`, `python -m cardwright`.

Written by the specification instead of by maturin, which would compile the workspace a second time:
a wheel with a ready binary is an archive with three files of metadata.
"""

import base64
import hashlib
import pathlib
import zipfile

from program import DESCRIPTION, SUMMARY, documents

PYTHON = pathlib.Path(__file__).parent / "python/cardwright"

MAIN = '''"""Runs the cardwright program of this environment: `python -m cardwright`."""

import os
import sys

from cardwright import command

path = command()
os.execv(path, [path, *sys.argv[1:]])
'''


def build(program, out):
    """Writes the wheel and gives its path."""
    major, minor = program.libc
    tag = f"py3-none-manylinux_{major}_{minor}_{program.machine['name']}"
    name = f"cardwright-{program.version}"
    files = {f"{name}.data/scripts/cardwright": program.binary}
    for module in sorted(PYTHON.glob("*.py")):
        files[f"cardwright/{module.name}"] = module.read_bytes()
    files["cardwright/__main__.py"] = MAIN.encode()
    for place, content in program.beside.items():
        files[f"{name}.data/data/{place}"] = content
    info = f"{name}.dist-info"
    for document, content in documents().items():
        files[f"{info}/licenses/{document}"] = content
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.4\nName: cardwright\nVersion: {program.version}\nSummary: {SUMMARY}\n"
        "License-Expression: MIT AND OFL-1.1 AND CC-BY-4.0 AND CC0-1.0\nLicense-File: LICENSE\n"
        "License-File: THIRD_PARTY.md\nRequires-Python: >=3.8\n"
        f"Description-Content-Type: text/plain\n\n{DESCRIPTION}\n"
    ).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: cardwright-dist\nRoot-Is-Purelib: false\nTag: {tag}\n"
    ).encode()
    record = f"{info}/RECORD"
    lines = []
    for place, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{place},sha256={digest},{len(content)}\n")
    files[record] = ("".join(lines) + f"{record},,\n").encode()
    path = out / f"{name}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=program.effort) as archive:
        for place, content in files.items():
            entry = zipfile.ZipInfo(place)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if "/scripts/" in place else 0o644
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content, compresslevel=program.effort)
    return path
