# SPDX-License-Identifier: Apache-2.0
"""Whether a built site is still the one that would be built: a digest of all that it is made from, stored with it."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from fairhash import paths
from fairhash.results import files
from fairhash.results.schema import Result

_FOLDERS = ("results", "published", "docs", "rtl", "src", "examples", "models", "requirements")
_MARK = ".made-from"
"""In the folder of the site."""


def inputs_digest(own_results: Iterable[Result]) -> str:
    """Return a digest of the names and contents of all files of the checkout that the site is made from.

    The code that makes it and the versions of the packages (requirements/) are among them.

    Args:
        own_results: results that are shown beside the committed ones.
    """
    digest = hashlib.sha256()
    for file in _inputs():
        text = file.read_bytes()
        digest.update(f"{file.relative_to(paths.root())}\0{len(text)}\0".encode())
        digest.update(text)
    for result in own_results:
        digest.update(result.model_dump_json().encode())
    return digest.hexdigest()


def is_fresh(folder: Path, digest: str) -> bool:
    """Return whether the site in this folder was completed from inputs with this digest."""
    mark = folder / _MARK
    return (folder / "index.html").is_file() and mark.is_file() and files.read_text(mark).strip() == digest


def unmark(folder: Path) -> None:
    """Say that the folder has no complete site, before one is written."""
    with files.one_line_errors("cannot write", folder):
        (folder / _MARK).unlink(missing_ok=True)


def mark(folder: Path, digest: str) -> None:
    """Say that the folder has the complete site of these inputs."""
    files.write_text(folder / _MARK, digest + "\n")


def _inputs() -> Iterator[Path]:
    root = paths.root()
    yield from sorted(file for file in root.glob("*") if file.suffix in {".md", ".cff", ".toml"})
    for name in _FOLDERS:
        for file in sorted((root / name).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc":
                yield file
