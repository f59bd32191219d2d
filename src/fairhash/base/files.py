# SPDX-License-Identifier: Apache-2.0
"""Reads files, writes them atomically and durably, and checks that stored folders have not changed.

A file is written under a temporary name, flushed to the disk, and renamed. Then the folder is flushed, because a rename
is on the disk only after that. So a power failure leaves the old file or the new one, and never an empty one.
"""

import contextlib
import fcntl
import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError

HINT = "free some space or choose a writable folder with FAIRHASH_BUILD"
"""Hint for what cannot be written below the folder for generated files."""
_HINT_ELSEWHERE = "free some space or name a writable folder"

_READABLE = "name a readable UTF-8 file"

SUMS = "SHA256SUMS"
"""In a stored folder: the digests of all its other files, in the format of sha256sum."""

_is_flushed_later: ContextVar[bool] = ContextVar("_is_flushed_later", default=False)
"""Whether a block of flushed_together() is running."""


@contextlib.contextmanager
def one_line_errors(what: str, where: Path) -> Iterator[None]:
    """Convert an OSError inside the block, e.g. of a full disk, to a FairhashError."""
    try:
        yield
    except OSError as error:
        hint = HINT if paths.is_in_build(where) else _HINT_ELSEWHERE
        raise FairhashError(f"{what}: {error.strerror or error}", str(where), hint) from error


def make_folder(folder: Path) -> None:
    """Create `folder` and its missing parents, on the disk too."""
    missing = [path for path in (folder, *folder.parents) if not path.is_dir()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        flush(path.parent)


def flush(path: Path) -> None:
    """Wait until the file or folder `path` is on the disk; for a folder, its entries but not its files."""
    if _is_flushed_later.get():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def flushed_together() -> Iterator[None]:
    """Wait for the disk once, after the block, and not for each file: for thousands of files of use only together."""
    state = _is_flushed_later.set(True)
    try:
        yield
    finally:
        _is_flushed_later.reset(state)
    os.sync()


def flush_tree(folder: Path) -> None:
    """Wait until `folder` is on the disk with all files and folders below it."""
    for path in folder.rglob("*"):
        if not path.is_symlink() and (path.is_file() or path.is_dir()):
            flush(path)
    flush(folder)


@contextlib.contextmanager
def replacement(file: Path) -> Iterator[Path]:
    """The path of an empty file that the block fills; then it takes the place of `file`, atomically and durably.

    A reader sees the old file or the new one, never a part. The folder of `file` is created.

    Raises:
        FairhashError: If it cannot be written; the old file remains, unless only the flush of the folder failed.
    """
    with one_line_errors("cannot write", file):
        make_folder(file.parent)
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        os.close(handle)
        new = Path(name)
        try:
            yield new
            flush(new)
            # mkstemp creates files that only the owner can read
            new.chmod(0o644)
            new.replace(file)
            flush(file.parent)
        except BaseException:
            new.unlink(missing_ok=True)
            raise


def write_text(file: Path, text: str) -> None:
    """Write `file` as replacement() does."""
    with replacement(file) as new:
        new.write_text(text, encoding="utf-8", newline="")


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock of `file` while it is read and replaced; other processes that ask for the lock wait."""
    with one_line_errors("cannot write", file):
        make_folder(file.parent)
        stream = (file.parent / f".{file.stem}.lock").open("w")
    with stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def read_text(file: Path) -> str:
    """The text of a file without a byte order mark; a FairhashError if it cannot be read or is not UTF-8."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise FairhashError(f"cannot read: {error.strerror or error}", str(file), _READABLE) from error
    except UnicodeDecodeError as error:
        raise FairhashError(f"cannot read: {error}", str(file), _READABLE) from error


def write_sums(folder: Path) -> None:
    """Write SUMS in `folder`."""
    (folder / SUMS).write_text(_sums(folder), encoding="utf-8")


def is_intact(folder: Path) -> bool:
    """Whether `folder` has exactly the files that its SUMS lists, as they were stored.

    Hidden files do not count: a tool that another process runs in the folder writes its log to one.
    """
    try:
        return (folder / SUMS).read_bytes().decode("utf-8", "replace") == _sums(folder)
    except OSError:
        return False


def _sums(folder: Path) -> str:
    names = sorted(
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.startswith(".")
    )
    digests = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names if name != SUMS}
    return "".join(f"{digest}  {name}\n" for name, digest in digests.items())
