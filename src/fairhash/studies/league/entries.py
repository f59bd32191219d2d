# SPDX-License-Identifier: Apache-2.0
"""The cores of the league: those with a description in examples/league/, and those that none can express."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import Field

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.catalog.data_file import read_toml, validate
from fairhash.catalog.port_roles import DEFAULT_NAMES, Kind
from fairhash.external.description import Description, Name, Origin, read_description
from fairhash.external.sources import match_patterns, sources_digest

_HINT = "see docs/league.md"
_LISTED = "league.toml"
"""The file beside the descriptions with the cores that have none, and cures."""

_KINDS: Mapping[Kind, str] = {
    "fairhash": "our streams",
    "axi-stream": "AXI4-Stream",
    "fifo": "FIFOs",
    "block": "a block a command",
    "registers": "registers",
    "permutation": "permutation only",
    "lwc": "LWC hardware API",
}


class Undescribed(StrictModel):
    """A public core that no description can express."""

    name: Name
    algorithm: Name
    origin: Origin
    interface: Annotated[str, Field(min_length=1)]
    reason: Annotated[str, Field(min_length=1)]
    """What a description cannot say."""
    cure: Annotated[str, Field(min_length=1)]
    """What somebody who wants a figure must add."""


class _Listed(StrictModel):
    undescribed: tuple[Undescribed, ...] = ()
    beside: dict[Name, Name] = Field(default_factory=dict)
    """An algorithm whose cores of ours are shown beside those of another that none of ours computes."""
    cures: dict[Name, str] = Field(default_factory=dict)
    """What would cure a described core that fails, by the name of its description."""


@dataclass(frozen=True)
class LeagueEntry:
    """A described public core."""

    file: Path
    description: Description
    origin: Origin
    cure: str = ""
    """What would cure it, if it fails."""

    @property
    def name(self) -> str:
        """The name of the entry: that of the description's file."""
        return self.file.stem

    @property
    def core(self) -> str:
        """The name of the core."""
        return f"{self.description.algorithm}/{self.description.architecture}"

    def with_cure(self, reason: str) -> str:
        """A reason why the core has no figure, with the cure if one is known."""
        return f"{reason.removesuffix('.')}. Cure: {self.cure}" if reason and self.cure else reason

    @property
    def interface(self) -> str:
        """What its ports are, in few words."""
        kind = self.description.ports.kind
        renamed = kind == "axi-stream" and self.description.ports.by_role["in_data"] != DEFAULT_NAMES[kind]["in_data"]
        pads = ", pads" if self.description.pads else ""
        wrapper = ", wrapper" if self.description.wrapper else ""
        return f"{'a stream' if renamed else _KINDS[kind]}{pads}{wrapper}"

    def checkout(self, folder: Path) -> Path:
        """Where the checkout of the repository is expected: DIR/owner/name."""
        return folder / repository(self.origin, self.file)

    def source_folder(self, folder: Path) -> Path:
        """The folder of the sources in the checkout."""
        return self.checkout(folder) / self.origin.folder

    def is_missing(self, folder: Path) -> bool:
        """Whether there is no checkout of the repository."""
        return not self.checkout(folder).is_dir()

    def checkout_commands(self, folder: Path) -> tuple[str, str]:
        """The commands that make the checkout, at the commit that the description names."""
        place = shlex.quote(str(self.checkout(folder)))
        return (
            f"git clone {shlex.quote(self.origin.address)} {place}",
            f"git -C {place} checkout --quiet {self.origin.commit}",
        )

    def found_digest(self, folder: Path) -> str:
        """The digest of the sources in the checkout.

        Raises:
            FairhashError: A source is missing or cannot be read.
        """
        home = self.source_folder(folder)
        files = match_patterns(home, self.description.files)
        missing = [name for name in files if not (home / name).is_file()]
        if missing:
            raise FairhashError(f"there is no {missing[0]} in {home}", str(self.file), self._cure(folder))
        return sources_digest(self.file, home, files)

    def check_sources(self, folder: Path) -> None:
        """Check that the sources in the checkout are those of the commit.

        Raises:
            FairhashError: They are not.
        """
        found = self.found_digest(folder)
        if not self.origin.digest:
            raise FairhashError("[origin] has no `digest`", str(self.file), f'at that commit it is digest = "{found}"')
        if found != self.origin.digest:
            what = f"the sources in {self.source_folder(folder)} are not those of commit {self.origin.commit}"
            raise FairhashError(what, str(self.file), self._cure(folder))

    def _cure(self, folder: Path) -> str:
        return f"run `{self.checkout_commands(folder)[1]}`"


@dataclass(frozen=True)
class League:
    """All cores of the league, by name."""

    entries: Mapping[str, LeagueEntry]
    undescribed: tuple[Undescribed, ...]
    beside: Mapping[str, str] = field(default_factory=dict)
    """The algorithm of ours that is shown beside each algorithm that none of ours computes."""

    def find(self, names: tuple[str, ...]) -> list[LeagueEntry]:
        """The entries with these names, or all.

        Raises:
            FairhashError: There is no such entry.
        """
        for name in names:
            if name not in self.entries:
                raise FairhashError(f"no core {name} in the league", "", f"there are {', '.join(self.entries)}")
        return [self.entries[name] for name in names or self.entries]


def read_league(folder: Path | None = None) -> League:
    """The league whose descriptions are in `folder`, by default in examples/league/.

    Raises:
        FairhashError: A file is not valid, there is none, or a description does not say where its sources are.
    """
    folder = folder or paths.root() / "examples" / "league"
    listed_file = folder / _LISTED
    listed = _Listed()
    if listed_file.is_file():
        listed = validate(read_toml(listed_file, _HINT), _Listed, listed_file, _HINT)
    entries = {}
    for file in sorted(folder.glob("*.toml")):
        if file.name != _LISTED:
            description = read_description(file)
            origin = description.origin
            if origin is None:
                raise FairhashError("no [origin], the repository of the sources", str(file), _HINT)
            repository(origin, file)
            entries[file.stem] = LeagueEntry(file, description, origin, listed.cures.get(file.stem, ""))
    if not entries:
        raise FairhashError("no descriptions of cores, *.toml", str(folder), "name another folder")
    unknown = [name for name in listed.cures if name not in entries]
    if unknown:
        raise FairhashError(f"a cure of {unknown[0]}, which has no description", str(listed_file), _HINT)
    return League(entries, listed.undescribed, listed.beside)


def repository(origin: Origin, where: Path) -> str:
    """Owner and name of the repository, as in ``secworks/sha256``.

    Raises:
        FairhashError: The address does not end with both.
    """
    found = re.fullmatch(r"https://[^/]+/([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+?)(\.git)?/?", origin.address)
    if not found or ".." in found[1]:
        raise FairhashError("`address` does not end with owner and name of a repository", str(where), _HINT)
    return found[1]
