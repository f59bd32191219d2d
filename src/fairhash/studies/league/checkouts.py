# SPDX-License-Identifier: Apache-2.0
"""The user's checkouts of public cores: DIR/owner/name, each at the commit that the description names."""

import shlex
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.external.description import match_patterns, sources_digest
from fairhash.studies.league.entries import LeagueEntry, repository


def checkout(entry: LeagueEntry, folder: Path) -> Path:
    """Where the checkout of an entry's repository is expected."""
    return folder / repository(entry.origin, entry.file)


def source_folder(entry: LeagueEntry, folder: Path) -> Path:
    """The folder of an entry's sources in its checkout."""
    return checkout(entry, folder) / entry.origin.folder


def is_missing(entry: LeagueEntry, folder: Path) -> bool:
    """Whether there is no checkout of an entry's repository."""
    return not checkout(entry, folder).is_dir()


def commands(entry: LeagueEntry, folder: Path) -> tuple[str, str]:
    """The commands that make the checkout of an entry."""
    place = shlex.quote(str(checkout(entry, folder)))
    return (
        f"git clone {shlex.quote(entry.origin.address)} {place}",
        f"git -C {place} checkout --quiet {entry.origin.commit}",
    )


def found_digest(entry: LeagueEntry, folder: Path) -> str:
    """The digest of the sources in the checkout.

    Raises:
        FairhashError: A source is missing or cannot be read.
    """
    home = source_folder(entry, folder)
    files = match_patterns(home, entry.description.files)
    missing = [name for name in files if not (home / name).is_file()]
    if missing:
        raise FairhashError(f"there is no {missing[0]} in {home}", str(entry.file), _cure(entry, folder))
    return sources_digest(entry.file, home, files)


def check_sources(entry: LeagueEntry, folder: Path) -> None:
    """Check that the sources in the checkout are those of the commit.

    Raises:
        FairhashError: They are not.
    """
    found = found_digest(entry, folder)
    if not entry.origin.digest:
        raise FairhashError("[origin] has no `digest`", str(entry.file), f'at that commit it is digest = "{found}"')
    if found != entry.origin.digest:
        what = f"the sources in {source_folder(entry, folder)} are not those of commit {entry.origin.commit}"
        raise FairhashError(what, str(entry.file), _cure(entry, folder))


def _cure(entry: LeagueEntry, folder: Path) -> str:
    return f"run `{commands(entry, folder)[1]}`"
