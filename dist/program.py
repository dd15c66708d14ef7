"""The program that all packages carry: its version, where it runs, and the files beside it.

Everything is read from the binary itself, so that a package never promises what its binary does not
keep: the version it prints, the machine it is compiled for, the C library it asks for.
"""

import pathlib
import re
import struct
import subprocess
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = "Compile, check, play and print tabletop cards"
DESCRIPTION = (
    "A small language describes cards, keywords, decks and tests; Cardwright checks them, plays "
    "them, and writes cards, print sheets and data. The games it knows are inside the program."
)

# Name and number of a machine in the header of a binary, and what package systems call it.
MACHINES = {
    62: {"name": "x86_64", "deb": "amd64", "npm": "x64"},
    183: {"name": "aarch64", "deb": "arm64", "npm": "arm64"},
}
# Libraries that every system with this C library has; a binary that asks for more would not start.
EVERYWHERE = {
    "libc.so.6", "libm.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1",
    "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
}
# Where each shell looks for completions below a prefix.
COMPLETIONS = {
    "bash": "share/bash-completion/completions/cardwright",
    "zsh": "share/zsh/site-functions/_cardwright",
    "fish": "share/fish/vendor_completions.d/cardwright.fish",
    "powershell": "share/cardwright/cardwright.ps1",
}


class Refused(Exception):
    """Why no package can be made."""


@dataclass
class Program:
    """A binary and what belongs to it."""

    binary: bytes
    version: str
    machine: dict
    """The oldest C library it runs with, such as (2, 34)."""
    libc: tuple
    """Manuals and completions by their path below a prefix."""
    beside: dict = field(default_factory=dict)
    """How hard archives are compressed, 1 to 9."""
    effort: int = 9


def examine(path):
    """Reads a binary; refuses one that would not run elsewhere."""
    path = pathlib.Path(path).resolve()
    if not path.is_file():
        raise Refused(f"there is no binary at {path}: build one, or name it with --binary")
    binary = path.read_bytes()
    machine, needed, libc = linked(binary, path)
    foreign = sorted(set(needed) - EVERYWHERE)
    if foreign:
        raise Refused(f"{path} needs {', '.join(foreign)}, which not every system has")
    told = run(path, "--version").decode().split()
    wanted = re.search(r'^version = "(.+)"', (ROOT / "Cargo.toml").read_text(), re.M).group(1)
    if told != ["cardwright", wanted]:
        raise Refused(f"{path} says it is {' '.join(told)}, the sources are {wanted}")
    program = Program(binary, wanted, machine, libc)
    for shell, place in COMPLETIONS.items():
        program.beside[place] = run(path, "completions", shell)
    with tempfile.TemporaryDirectory() as folder:
        run(path, "man", folder)
        for page in sorted(pathlib.Path(folder).iterdir()):
            program.beside[f"share/man/man1/{page.name}"] = page.read_bytes()
    return program


def run(path, *arguments):
    done = subprocess.run([path, *arguments], capture_output=True)
    if done.returncode != 0:
        raise Refused(f"{path} {' '.join(arguments)} failed: {done.stderr.decode()}")
    return done.stdout


def linked(binary, path):
    """The machine of a binary, the libraries it asks for, and the oldest C library it accepts."""
    if binary[:6] != b"\x7fELF\x02\x01":
        raise Refused(f"{path} is no Linux program of 64 bits: only those can be packed so far")
    machine = MACHINES.get(struct.unpack_from("<H", binary, 18)[0])
    if machine is None:
        raise Refused(f"{path} is for a machine that no package system here has a name for")
    (start,) = struct.unpack_from("<Q", binary, 40)
    size, count, _ = struct.unpack_from("<HHH", binary, 58)
    # type, flags, address, offset, size, link
    sections = [struct.unpack_from("<4x I 8x Q Q Q I", binary, start + at * size) for at in range(count)]
    dynamic = next((section for section in sections if section[0] == 6), None)
    if dynamic is None:
        raise Refused(f"{path} is linked statically; no package here says so")
    names = sections[dynamic[4]]
    text = binary[names[2] : names[2] + names[3]]

    def name(at):
        return text[at : text.index(b"\0", at)].decode()

    needed = []
    for at in range(dynamic[2], dynamic[2] + dynamic[3], 16):
        tag, value = struct.unpack_from("<QQ", binary, at)
        if tag == 1:
            needed.append(name(value))
    # The versions of symbols are names of the same table.
    versions = re.findall(rb"\0GLIBC_(\d+)\.(\d+)(?:\.\d+)?(?=\0)", text)
    libc = max((int(major), int(minor)) for major, minor in versions)
    return machine, needed, libc


def documents():
    """What the licences of the program and of its parts want to go along."""
    names = ["LICENSE", "THIRD_PARTY.md", "CHANGELOG.md"]
    return {name: (ROOT / name).read_bytes() for name in names}
