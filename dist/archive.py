"""A plain archive, laid out as a prefix: unpack it into `~/.local` or `/usr/local`, or run it where it is."""

import tarball
from program import documents

READ_ME = """Cardwright {version} for Linux, {machine}, C library {libc} or newer

Run it where it is:           bin/cardwright --help
Or install it for yourself:   mkdir -p ~/.local && cp -r bin share ~/.local/
Or for everybody:             sudo cp -r bin share /usr/local/

Manual pages: man cardwright, man cardwright-build and one for each other command.
Completions for bash, zsh and fish are found by themselves in these places;
for PowerShell run share/cardwright/cardwright.ps1 in your profile.
The five games are inside the program; it needs nothing else.
"""


def build(program, out):
    """Writes the archive and gives its path."""
    machine = program.machine["name"]
    name = f"cardwright-{program.version}-linux-{machine}"
    libc = ".".join(map(str, program.libc))
    read_me = READ_ME.format(version=program.version, machine=machine, libc=libc)
    files = {"bin/cardwright": (program.binary, 0o755), "README.txt": (read_me.encode(), 0o644)}
    for place, content in program.beside.items():
        files[place] = (content, 0o644)
    for document, content in documents().items():
        files[f"share/doc/cardwright/{document}"] = (content, 0o644)
    files = {f"{name}/{place}": file for place, file in files.items()}
    return tarball.write(out / f"{name}.tar.gz", files, program.effort)
