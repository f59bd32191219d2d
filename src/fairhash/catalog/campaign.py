# SPDX-License-Identifier: Apache-2.0
"""A campaign: a declared list of runs to measure, in order of priority; files of campaigns/ hold campaigns."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.catalog.data_file import read_data_file
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device, find_target
from fairhash.errors import FairhashError

_HINT = "see docs/campaigns.md"

CHOSEN = "chosen"
"""In an entry: the recipe that each core's figure in reports is made with (analysis/chosen_recipes.py)."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Entry(_Table):
    """Cores to measure on targets.

    `runs`: every core on every target by every recipe with every seed. All cores are run with one seed before any core
    is run with the next, so that an interrupted campaign leaves comparable results. `selection`: what the choice of a
    recipe needs of every core on every target, that is a synthesis by each recipe and placements with the first seed.
    """

    kind: Literal["runs", "selection"] = "runs"

    cores: Annotated[tuple[str, ...], Field(min_length=1)]
    """Names of cores; `*` matches any characters."""
    without: tuple[str, ...] = ()
    """Names of cores that the patterns in `cores` match but that are not measured."""
    targets: Annotated[tuple[str, ...], Field(min_length=1)]
    recipes: Annotated[tuple[str, ...], Field(min_length=1)] = (CHOSEN,)
    seeds: Annotated[tuple[int, ...], Field(min_length=1)] = (1, 2, 3, 4, 5)

    @model_validator(mode="after")
    def _selection_chooses(self) -> Self:
        if self.kind == "selection" and {"recipes", "seeds"} & self.model_fields_set:
            raise ValueError('an entry of kind "selection" has neither `recipes` nor `seeds`')
        return self

    def chosen_cores(self) -> list[Core]:
        """The cores that the patterns match, in the order of the patterns.

        A pattern may match any name of a core; a core with two names is in the list once.
        """
        included = _matching(self.cores)
        excluded = {core.name for core in _matching(self.without)}
        return [core for core in included if core.name not in excluded]


def _matching(patterns: Iterable[str]) -> list[Core]:
    """Each core that has a name which one of `patterns` matches, once, in the order of the patterns."""
    matching = {
        core.name: core
        for pattern in patterns
        for core in all_cores().values()
        if any(fnmatchcase(name, pattern) for name in (core.name, *core.other_names))
    }
    return list(matching.values())


class Campaign(_Table):
    """Entries in order of priority."""

    description: str
    entry: Annotated[tuple[Entry, ...], Field(min_length=1)]


def read_campaign(file: Path) -> Campaign:
    """The campaign in `file`.

    Raises:
        FairhashError: if the file cannot be read, or names a core, target or recipe that does not exist.
    """
    campaign = read_data_file(file, Campaign, _HINT)
    for number, entry in enumerate(campaign.entry, 1):
        try:
            _check(entry)
        except FairhashError as error:
            raise FairhashError(f"entry {number}: {error.what}", str(file), error.hint or _HINT) from error
    return campaign


def _check(entry: Entry) -> None:
    for pattern in (*entry.cores, *entry.without):
        if not _matching([pattern]):
            raise FairhashError(f"no core is called {pattern!r}", "", "`fairhash list` shows the cores")
    if not entry.chosen_cores():
        raise FairhashError("`without` excludes every core of `cores`")
    for target in entry.targets:
        find_target(target)
        if entry.kind == "selection":
            find_device(target)
    for recipe in entry.recipes:
        if recipe != CHOSEN:
            find_recipe(recipe)
