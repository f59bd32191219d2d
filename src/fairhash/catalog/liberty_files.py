# SPDX-License-Identifier: Apache-2.0
"""The plain-text Liberty files of a cell library, wherever the library's declaration says they come from."""

import gzip
import hashlib
import zlib
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.device import CellLibrary

_SETUP = "run ./run --setup"


def liberty_files(library: CellLibrary) -> tuple[Path, ...]:
    """The library's files as plain text; compressed ones are unpacked to the build folder once.

    Raises:
        FairhashError: The Python package that contains the files is not installed, or a file cannot be unpacked.
    """
    return tuple(_plain(file) for file in installed_files(library))


def installed_files(library: CellLibrary) -> tuple[Path, ...]:
    """The library's files as they are installed, compressed or not; nothing is unpacked.

    The package is not imported: it is installed without the packages that its modules need.

    Raises:
        FairhashError: The Python package that contains the files is not installed.
    """
    if not library.package:
        return library.liberty
    try:
        package = metadata.distribution(library.package)
    except metadata.PackageNotFoundError as error:
        raise FairhashError(
            f"the Python package {library.package}, which contains the library {library.id}, is not installed",
            "",
            _SETUP,
        ) from error
    return tuple(Path(str(package.locate_file(library.package))) / file for file in library.liberty)


def _plain(file: Path) -> Path:
    if file.suffix != ".gz":
        return file
    try:
        status = file.stat()
        return _unpacked(file, status.st_size, status.st_mtime_ns, paths.build())
    except (OSError, EOFError, zlib.error) as error:
        raise FairhashError("cannot unpack the Liberty file", str(file), _SETUP) from error


@lru_cache(maxsize=8)
def _unpacked(file: Path, _size: int, _time_ns: int, build: Path) -> Path:
    """The unpacked copy, in a folder named after the digest of the compressed file."""
    compressed = file.read_bytes()
    copy = build / "liberty" / hashlib.sha256(compressed).hexdigest()[:16] / file.stem
    if not copy.is_file():
        text = gzip.decompress(compressed)
        files.make_folder(copy.parent)
        with files.replacement(copy) as new:
            new.write_bytes(text)
    return copy
