"""A Debian package."""

import gzip
import os
import pathlib
import subprocess
import tempfile

from program import DESCRIPTION, SUMMARY, Refused, documents

CONTROL = """Package: cardwright
Version: {version}
Section: games
Priority: optional
Architecture: {architecture}
Maintainer: The Cardwright project <packages@cardwright.invalid>
Installed-Size: {size}
Depends: libc6 (>= {libc}), libgcc-s1
Suggests: xdg-utils
Description: {summary}
{description}
"""


def build(program, out):
    """Writes the package with `dpkg-deb` and gives its path."""
    files = {"usr/bin/cardwright": program.binary}
    for place, content in program.beside.items():
        if "/man/" in place:
            place, content = f"{place}.gz", gzip.compress(content, 9, mtime=0)
        # Debian's own place for what zsh finds by itself.
        files["usr/" + place.replace("site-functions", "vendor-completions")] = content
    names = {"LICENSE": "copyright", "CHANGELOG.md": "changelog.gz"}
    for document, content in documents().items():
        if document == "CHANGELOG.md":
            content = gzip.compress(content, 9, mtime=0)
        files[f"usr/share/doc/cardwright/{names.get(document, document)}"] = content
    control = CONTROL.format(
        version=program.version,
        architecture=program.machine["deb"],
        size=sum(len(content) for content in files.values()) // 1024,
        libc=".".join(map(str, program.libc)),
        summary=SUMMARY,
        description=" " + "\n ".join(DESCRIPTION.split(". ")[0:1] + [DESCRIPTION.split(". ", 1)[1]]),
    )
    path = out / f"cardwright_{program.version}_{program.machine['deb']}.deb"
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        for place, content in {**files, "DEBIAN/control": control.encode()}.items():
            file = root / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o755 if place.startswith("usr/bin/") else 0o644)
        for made in [root, *root.rglob("*")]:
            if made.is_dir():
                made.chmod(0o755)
        how = "-Zxz" if program.effort > 5 else "-Zgzip"
        command = ["dpkg-deb", "--root-owner-group", how, f"-z{program.effort}", "--build", root, path]
        try:
            done = subprocess.run(command, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "0"})
        except FileNotFoundError:
            raise Refused("dpkg-deb is not installed, so no Debian package is made") from None
        if done.returncode != 0:
            raise Refused(f"dpkg-deb failed: {done.stderr.decode()}")
    return path
