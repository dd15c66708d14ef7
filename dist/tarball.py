"""Archives whose bytes depend on their content only."""

import gzip
import io
import tarfile


def write(path, files, effort):
    """Writes a `.tar.gz`; `files` has (content, mode) by path."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(files):
            content, mode = files[name]
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), mode
            archive.addfile(entry, io.BytesIO(content))
    path.write_bytes(gzip.compress(plain.getvalue(), effort, mtime=0))
    return path
