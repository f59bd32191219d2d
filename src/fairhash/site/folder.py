# SPDX-License-Identifier: Apache-2.0
"""The folder of a site: a new site is made beside the old one and takes its place when it is complete."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError

MARK = ".made-from"
"""In the folder of a site: the digest of what it was made from, or an empty line, then the names at its top."""

_EARLIER_MARK = Path("assets") / "explorer.js"
"""In a site of a version that marked only some of its sites."""


@contextlib.contextmanager
def new_site(folder: Path, digest: str = "") -> Iterator[Path]:
    """The path of an empty folder that the block fills with a site; then it takes the place of `folder`.

    Until then, and after a failure, `folder` has the old site. Files and folders at its top that FairHash did not write
    stay. A second process that builds the same site waits.

    Args:
        folder: Of the site; it may be missing or empty.
        digest: See is_fresh(); empty if the site is to be built again in any case.

    Raises:
        FairhashError: `folder` is a file, has something else than a site, or cannot be written.
    """
    # of a symbolic link, the folder is replaced and the link stays
    target = paths.real_path(folder)
    _require_site(target)
    new = target.with_name(f".{target.name}.fairhash-new")
    with files.locked(target):
        with files.one_line_errors("cannot write", folder):
            _clean_up(target, new)
            new.mkdir()
        try:
            with files.flushed_together():
                yield new
                names = sorted(entry.name for entry in new.iterdir())
                files.write_text(new / MARK, "".join(f"{line}\n" for line in (digest, *names)))
            with files.one_line_errors("cannot write", folder):
                _swap(target, new)
        finally:
            # nothing is left of a complete site
            shutil.rmtree(new, ignore_errors=True)


def is_fresh(folder: Path, digest: str) -> bool:
    """Return whether the site in this folder was made with this digest."""
    lines = _mark_lines(folder)
    return (folder / "index.html").is_file() and lines[:1] == [digest]


def _mark_lines(folder: Path) -> list[str]:
    mark = folder / MARK
    return files.read_text(mark).splitlines() if mark.is_file() else []


def _require_site(target: Path) -> None:
    """Check that there is nothing at `target` but a site.

    Raises:
        FairhashError: There is.
    """
    with files.one_line_errors("cannot write", target):
        entries = list(target.iterdir()) if target.exists() else []
        is_site = (target / MARK).is_file() or (target / _EARLIER_MARK).is_file()
    if entries and not is_site:
        raise FairhashError("the folder has files, but no site of FairHash", str(target), "name a new or empty folder")


def _old_site(target: Path) -> Path:
    """Where the old site is while the new one takes its place."""
    return target.with_name(f".{target.name}.fairhash-old")


def _clean_up(target: Path, new: Path) -> None:
    """Remove what a killed process left: an incomplete site, and the old one, which stays if there is no other."""
    old = _old_site(target)
    if old.is_dir() and not target.exists():
        old.rename(target)
    if old.is_dir():
        _discard(old, target)
    if new.is_dir():
        shutil.rmtree(new)


def _swap(target: Path, new: Path) -> None:
    """Rename the old site and then the new one."""
    old = _old_site(target)
    if target.is_dir():
        shutil.copymode(target, new)
        target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        if old.is_dir():
            old.rename(target)
        raise
    files.flush(target.parent)
    if old.is_dir():
        _discard(old, target)


def _discard(old: Path, target: Path) -> None:
    """Remove the old site, after what FairHash did not write at its top is moved to the new one."""
    written = set(_mark_lines(old)[1:])
    for entry in old.iterdir():
        if entry.name not in written and not (target / entry.name).exists():
            entry.rename(target / entry.name)
    shutil.rmtree(old)
