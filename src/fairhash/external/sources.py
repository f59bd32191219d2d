# SPDX-License-Identifier: Apache-2.0
"""The sources of an external core: which files they are, whether they can be compiled together, and their copies."""

import contextlib
import hashlib
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.data_file import is_file, is_folder
from fairhash.catalog.external_core import language
from fairhash.external.description import HINT, DescribedEdit, Origin, check_file_name
from fairhash.toolchain import reaper

_MAX_SOURCE_MIB = 64
_LONGEST_SHOWN = 200
"""Longest path in an error, in characters: its end."""
_FOLDER_DIGITS = 24
"""Digits of the digest that name a folder of copies."""
_SET_ROOT = "copy it, or set `root` to a folder that holds both"


def match_patterns(home: Path, files: tuple[str, ...]) -> tuple[str, ...]:
    """The files with each pattern (`*`, `?`) replaced by the names that match it, sorted, each file once."""
    matched: dict[str, None] = {}
    for name in files:
        matches = [name]
        if any(character in name for character in "*?"):
            # a folder whose name the system does not allow has no files
            with contextlib.suppress(OSError, ValueError):
                matches = sorted(path.relative_to(home).as_posix() for path in home.glob(name) if path.is_file())
        matched |= dict.fromkeys(matches or [name])
    return tuple(matched)


def check_sources(file: Path, home: Path, files: tuple[str, ...], top: str | None, origin: Origin | None = None) -> str:
    """Check that the sources of a description exist and can be compiled together; return the name of their top.

    Args:
        file: the description, named in errors.
        home: the folder that `files` are relative to.
        files: sources in compile order.
        top: name of the top entity or module.
        origin: where the sources can be had.

    Raises:
        FairhashError: if they cannot.
    """
    missing = [name for name in files if ".." not in Path(name).parts and not is_file(home / name)]
    if missing and origin:
        what = f"there is no {missing[0]} in {str(home)[-_LONGEST_SHOWN:]}"
        hint = f"get {origin.address} at {origin.commit}, and name its folder by --root"
        raise FairhashError(what, str(file), hint)
    if not is_folder(home):
        raise FairhashError(f"there is no folder {str(home)[-_LONGEST_SHOWN:]}", str(file), "fix `root`")
    unmatched = [name for name in missing if "*" in name]
    if unmatched:
        raise FairhashError(f"no file matches {unmatched[0]}", str(file), "fix `files`")
    if not files or not top:
        raise FairhashError(f"no `{'top' if files else 'files'}`", str(file), HINT)
    try:
        language(files)
    except ValueError as error:
        raise FairhashError(str(error), str(file), "fix `files`") from error
    for name in files:
        # those that match a pattern, or that FuseSoC lists
        try:
            check_file_name(name)
        except ValueError as error:
            raise FairhashError(f"files: {error}", str(file), "rename the file") from error
        if ".." in Path(name).parts:
            raise FairhashError(f"{name} lies outside {home}", str(file), "set `root` to the folder of all sources")
        if not is_file(home / name):
            raise FairhashError(f"there is no {name}", str(file), "fix `files`")
    return top


def check_wrapper(file: Path, files: Sequence[str], wrapper: Sequence[str]) -> None:
    """Check that the sources beside a description exist and can be compiled with the others.

    Raises:
        FairhashError: if they cannot.
    """
    for name in wrapper:
        if name in files:
            raise FairhashError(f"{name} is in `files` and in `wrapper`", str(file), "rename the wrapper")
        if ".." in Path(name).parts or not is_file(file.parent / name):
            raise FairhashError(f"there is no {name} beside the description", str(file), "fix `wrapper`")
    try:
        language((*files, *wrapper))
    except ValueError as error:
        raise FairhashError(str(error), str(file), "fix `wrapper`") from error


def copied_sources(
    file: Path, home: Path, files: Sequence[str], edits: Sequence[DescribedEdit], wrapper: Sequence[str] = ()
) -> Path:
    """Return the folder of the copies of the sources, with the edits; it is named by the contents.

    Args:
        file: the description, named in errors.
        home: the folder that `files` are relative to.
        files: the sources.
        edits: what to change.
        wrapper: further sources, which are beside the description.

    Raises:
        FairhashError: if a source cannot be copied, an edit names no source, or its text is not there.
    """
    texts = {name: _contents(file, home, name) for name in files}
    texts |= {name: _contents(file, file.parent, name) for name in wrapper}
    for edit in edits:
        if edit.file not in texts:
            raise FairhashError(f"an edit of {edit.file}, which is not in `files`", str(file), "fix [[edits]]")
        texts[edit.file] = _edited(file, texts[edit.file], edit)
    base = paths.build() / "external"
    final = base / _digest(texts)[:_FOLDER_DIGITS]
    # someone may have changed the copies since
    if final.is_dir() and _copies(final, list(texts)) != texts:
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


def sources_digest(file: Path, home: Path, files: Sequence[str]) -> str:
    """Return the SHA-256 over the names, lengths and contents of the sources, before any edit, in hexadecimal.

    Args:
        file: the description, named in errors.
        home: the folder that `files` are relative to.
        files: the sources.

    Raises:
        FairhashError: if a source cannot be read as a source.
    """
    return _digest({name: _contents(file, home, name) for name in files})


def _contents(file: Path, home: Path, name: str) -> bytes:
    """The contents of one source.

    Raises:
        FairhashError: if it is a link to a file outside `home`, too large, or no text.
    """
    source = home / name
    if not paths.real_path(source).is_relative_to(paths.real_path(home)):
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
    return total.hexdigest()


def _copies(folder: Path, files: Sequence[str]) -> dict[str, bytes]:
    """The contents of the copies in a folder; those that are missing are empty."""
    return {name: (folder / name).read_bytes() if (folder / name).is_file() else b"" for name in files}
