# SPDX-License-Identifier: Apache-2.0
"""Copies the sources of an external core, with the edits of its description, so that they stay the same while it runs.

The checks, the keys of outcomes and the tools read the copies. A source that its author changes meanwhile is used by
the next command.
"""

import contextlib
import hashlib
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.toolchain import reaper

_MAX_SOURCE_MIB = 64
_SET_ROOT = "copy it, or set `root` to a folder that holds both"


class DescribedEdit(BaseModel):
    """A text of one source and what replaces it, everywhere in the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    old: Annotated[str, Field(min_length=1, max_length=300)]
    new: Annotated[str, Field(max_length=300)]
    why: str = ""
    """Why the source has to change, for readers."""


def copied_sources(file: Path, home: Path, files: Sequence[str], edits: Sequence[DescribedEdit]) -> Path:
    """Return the folder of the copies of the sources, with the edits; it is named by the contents.

    Args:
        file: the description, named in errors.
        home: the folder that `files` are relative to.
        files: the sources.
        edits: what to change.

    Raises:
        FairhashError: if a source cannot be copied, an edit names no source, or its text is not there.
    """
    texts = {name: _contents(file, home, name) for name in files}
    for edit in edits:
        if edit.file not in texts:
            raise FairhashError(f"an edit of {edit.file}, which is not in `files`", str(file), "fix [[edits]]")
        texts[edit.file] = _edited(file, texts[edit.file], edit)
    base = paths.build() / "external"
    final = base / _digest(texts)
    # someone may have changed the copies since
    if final.is_dir() and _copies(final, files) != texts:
        shutil.rmtree(final)
    if final.is_dir():
        return final
    base.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".copies.", dir=reaper.temporary_folder()) as folder:
        work = Path(folder) / "sources"
        for name, text in texts.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_bytes(text)
        if not final.is_dir():
            shutil.move(work, final)
    return final


def _contents(file: Path, home: Path, name: str) -> bytes:
    """The contents of one source.

    Raises:
        FairhashError: if it is a link to a file outside `home`, too large, or no text.
    """
    source = home / name
    if not source.resolve().is_relative_to(home.resolve()):
        raise FairhashError(f"{name} is a link to a file outside {home}", str(file), _SET_ROOT)
    if source.stat().st_size > _MAX_SOURCE_MIB << 20:
        raise FairhashError(f"{name} is larger than {_MAX_SOURCE_MIB} MiB", str(file), "fix `files`")
    contents = source.read_bytes()
    if b"\0" in contents:
        # GHDL would quote it in a message that is no text either
        raise FairhashError(f"{name} is no text in UTF-8 or Latin-1", str(file), "save it in UTF-8")
    return contents


def _edited(file: Path, text: bytes, edit: DescribedEdit) -> bytes:
    """The contents of a source after one edit, in UTF-8 or in Latin-1."""
    for encoding in ("utf-8", "latin-1"):
        with contextlib.suppress(UnicodeEncodeError):
            old, new = edit.old.encode(encoding), edit.new.encode(encoding)
            if old in text:
                return text.replace(old, new)
    raise FairhashError(f"{edit.file} has no {edit.old!r}", str(file), "fix [[edits]]")


def _digest(texts: Mapping[str, bytes]) -> str:
    total = hashlib.sha256()
    for name, text in texts.items():
        total.update(f"{name} {len(text)}\n".encode() + text)
    return total.hexdigest()[:24]


def _copies(folder: Path, files: Sequence[str]) -> dict[str, bytes]:
    """The contents of the copies in a folder; those that are missing are empty."""
    return {name: (folder / name).read_bytes() if (folder / name).is_file() else b"" for name in files}
