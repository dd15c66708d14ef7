"""Two npm packages: `cardwright`, a launcher, and one with the binary for this platform.

npm installs of the optional dependencies of the launcher the one whose `os`, `cpu` and `libc` fit.
"""

import json
import pathlib

import tarball
from program import SUMMARY, documents

# Binaries that a release consists of, as npm names platforms.
PLATFORMS = ["linux-x64", "linux-arm64"]


def build(program, out):
    """Writes both packages and gives their paths, that with the binary first."""
    cpu = program.machine["npm"]
    common = {"version": program.version, "license": "MIT", "description": SUMMARY}
    platform = {
        "name": f"@cardwright/linux-{cpu}",
        **common,
        "os": ["linux"],
        "cpu": [cpu],
        "libc": ["glibc"],
        "files": ["bin"],
        # Packages with a scope are private otherwise.
        "publishConfig": {"access": "public"},
    }
    launcher = {
        "name": "cardwright",
        **common,
        "bin": {"cardwright": "launch.js"},
        "files": ["launch.js"],
        "engines": {"node": ">=18"},
        "optionalDependencies": {f"@cardwright/{name}": program.version for name in PLATFORMS},
    }
    script = (pathlib.Path(__file__).parent / "launch.js").read_bytes()
    binary = pack(out, platform, {"bin/cardwright": (program.binary, 0o755)}, program.effort)
    return [binary, pack(out, launcher, {"launch.js": (script, 0o755)}, program.effort)]


def pack(out, manifest, files, effort):
    """An archive as `npm pack` writes it."""
    files = dict(files)
    files["package.json"] = (json.dumps(manifest, indent=2).encode() + b"\n", 0o644)
    for document, content in documents().items():
        files[document] = (content, 0o644)
    name = manifest["name"].lstrip("@").replace("/", "-")
    path = out / f"{name}-{manifest['version']}.tgz"
    return tarball.write(path, {f"package/{place}": file for place, file in files.items()}, effort)
