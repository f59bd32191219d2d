# SPDX-License-Identifier: Apache-2.0
"""Reads files, and writes them atomically: to a temporary file that is then renamed."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fairhash.errors import FairhashError

HINT = "free some space or choose a writable folder with FAIRHASH_BUILD"


@contextlib.contextmanager
def one_line_errors(what: str, where: Path) -> Iterator[None]:
    """Convert an OSError inside the block, e.g. of a full disk, to a FairhashError."""
    try:
        yield
    except OSError as error:
        raise FairhashError(f"{what}: {error.strerror or error}", str(where), HINT) from error


def write_text(file: Path, text: str) -> None:
    """Write `file` atomically, creating its folder; a reader sees the old text or the new one, never a part."""
    with one_line_errors("cannot write", file):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
                stream.write(text)
            # mkstemp creates files that only the owner can read
            os.chmod(name, 0o644)
            os.replace(name, file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def read_text(file: Path) -> str:
    """The text of a file; a FairhashError if it cannot be read or is not UTF-8."""
    try:
        return file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FairhashError(f"cannot read: {error}", str(file), "name a readable UTF-8 file") from error
