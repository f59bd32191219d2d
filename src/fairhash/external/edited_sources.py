# SPDX-License-Identifier: Apache-2.0
"""Applies the edits of a description to copies of an external core's sources, which themselves stay as they are."""

import hashlib
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from fairhash import paths
from fairhash.errors import FairhashError


class Edit(BaseModel):
    """A text of one source and what replaces it, everywhere in the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    old: Annotated[str, Field(min_length=1, max_length=300)]
    new: Annotated[str, Field(max_length=300)]
    why: str = ""
    """Why the source has to change, for readers."""


def edited_sources(file: Path, home: Path, files: Sequence[str], edits: Sequence[Edit]) -> Path:
    """Return the folder of the sources: `home`, or a folder of copies with the edits, named by their contents.

    Args:
        file: the description, named in errors.
        home: the folder that `files` are relative to.
        files: the sources.
        edits: what to change.

    Raises:
        FairhashError: if an edit names no source, or its text is not there.
    """
    if not edits:
        return home
    texts = {name: (home / name).read_bytes() for name in files}
    for edit in edits:
        if edit.file not in texts:
            raise FairhashError(f"an edit of {edit.file}, which is not in `files`", str(file), "fix [[edits]]")
        # Latin-1 keeps every byte
        old, new = edit.old.encode("latin-1"), edit.new.encode("latin-1")
        if old not in texts[edit.file]:
            raise FairhashError(f"{edit.file} has no {edit.old!r}", str(file), "fix [[edits]]")
        texts[edit.file] = texts[edit.file].replace(old, new)
    total = hashlib.sha256()
    for name, text in texts.items():
        total.update(f"{name} {len(text)}\n".encode() + text)
    base = paths.build() / "edited"
    final = base / total.hexdigest()[:24]
    if final.is_dir():
        return final
    base.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".edited.", dir=base) as folder:
        work = Path(folder) / "sources"
        for name, text in texts.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_bytes(text)
        if not final.is_dir():
            shutil.move(work, final)
    return final
