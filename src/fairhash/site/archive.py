# SPDX-License-Identifier: Apache-2.0
"""One file to publish with a release: the site, the results and the published values, with checksums.

Equal contents give equal bytes: names are sorted, and times, owners and modes are fixed.
"""

import gzip
import hashlib
import io
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

import click

from fairhash.base import files, paths
from fairhash.site.build import write_site

CHECKSUMS = "SHA256SUMS"
"""In the archive: the checksum of each other file, in the format of sha256sum."""
_FOLDERS = ("results", "published")
_TEXTS = ("CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md")


def write_archive(file: Path, commands: click.Group) -> str:
    """Build the site of the committed results and pack it with what it was made from.

    Args:
        file: The archive, a name that ends with .tar.gz; replaced when the new one is complete.
        commands: The command line, for its reference in the site.

    Returns:
        The SHA-256 checksum of the archive, in hexadecimal.
    """
    with tempfile.TemporaryDirectory(prefix="fairhash-archive-") as folder:
        site = Path(folder) / "site"
        write_site(site, commands)
        contents = dict(_below("site", site))
        for name in _FOLDERS:
            contents |= _below(name, paths.root() / name)
        contents |= {name: paths.root() / name for name in _TEXTS}
        return pack(file, f"fairhash-{metadata.version('fairhash')}", contents)


def _below(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a folder by their names in the archive; hidden ones are marks and locks of this machine."""
    for file in folder.rglob("*"):
        inside = file.relative_to(folder)
        if file.is_file() and not any(part.startswith(".") for part in inside.parts):
            yield f"{name}/{inside}", file


def pack(file: Path, root: str, contents: Mapping[str, Path]) -> str:
    """Write a compressed archive of these files and of their checksums.

    Args:
        file: The archive.
        root: The archive's only folder.
        contents: Each file by its name below `root`.

    Returns:
        The SHA-256 checksum of the archive, in hexadecimal.
    """
    sums = []
    with files.replacement(file) as new:
        # the name of the file and the time would be in the header
        with (
            new.open("wb") as raw,
            gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            for name in sorted(contents):
                data = contents[name].read_bytes()
                sums.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")
                _add(archive, f"{root}/{name}", data)
            _add(archive, f"{root}/{CHECKSUMS}", "".join(sums).encode())
        return hashlib.sha256(new.read_bytes()).hexdigest()


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))
