# SPDX-License-Identifier: Apache-2.0
"""A campaign: a declared list of runs to measure, in order of priority; files of campaigns/ hold campaigns."""

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.catalog.data_file import read_data_file
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device, find_target

_HINT = "see docs/campaigns.md"

CHOSEN = "chosen"
"""In an entry: the recipe that each core's figure in reports is made with (figures/recipe_choice.py)."""


class Entry(StrictModel):
    """Cores to measure on targets.

    `runs`: every core on every target by every recipe with every seed. All cores are run with one seed before any core
    is run with the next, so that an interrupted campaign leaves comparable results. `selection`: what the choice of a
    recipe needs of every core on every target, that is a synthesis by each recipe and placements of the smallest
    netlists. `accelerators`: accelerators of each number of copies of every core, by every recipe; each is placed with
    every seed, or only synthesised if there is none.
    """

    name: str = ""
    """What `--status` and pages call the entry."""
    kind: Literal["runs", "selection", "accelerators"] = "runs"

    cores: Annotated[tuple[str, ...], Field(min_length=1)]
    """Names of cores; `*` matches any characters."""
    without: tuple[str, ...] = ()
    """Names of cores that the patterns in `cores` match but that are not measured."""
    targets: Annotated[tuple[str, ...], Field(min_length=1)]
    recipes: Annotated[tuple[str, ...], Field(min_length=1)] = (CHOSEN,)
    seeds: tuple[int, ...] = (1, 2, 3, 4, 5)
    copies: tuple[Annotated[int, Field(ge=1)], ...] = ()
    """Numbers of cores in an accelerator."""

    @model_validator(mode="after")
    def _fields_of_its_kind(self) -> Self:
        if self.kind == "selection" and {"recipes", "seeds"} & self.model_fields_set:
            raise ValueError('an entry of kind "selection" has neither `recipes` nor `seeds`')
        if self.kind == "accelerators" and (not self.copies or CHOSEN in self.recipes):
            raise ValueError('an entry of kind "accelerators" has `copies`, and `recipes` with names of recipes')
        if self.kind != "accelerators" and (self.copies or not self.seeds):
            raise ValueError('only an entry of kind "accelerators" has `copies`, or no seed')
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


class Campaign(StrictModel):
    """Entries in order of priority."""

    description: str
    groups: Mapping[str, tuple[str, ...]] = {}
    """Lists of cores by name; `@name` in an entry's `cores` or `without` stands for the list."""
    entry: Annotated[tuple[Entry, ...], Field(min_length=1)]

    @model_validator(mode="before")
    @classmethod
    def _with_groups(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(data.get("groups"), dict):
            return data
        groups, entries = data["groups"], data.get("entry")
        wrong = [name for name, cores in groups.items() if not isinstance(cores, list)]
        if wrong:
            raise ValueError(f"groups.{wrong[0]}: must be a list in brackets")
        if not isinstance(entries, list):
            return data
        return {**data, "entry": [_expanded(entry, groups) for entry in entries]}


def _expanded(entry: Any, groups: Mapping[str, Any]) -> Any:
    """The data of an entry with the cores of a group in place of its name."""
    if not isinstance(entry, dict):
        return entry
    lists = {key: entry[key] for key in ("cores", "without") if isinstance(entry.get(key), list)}
    for key, names in lists.items():
        unknown = [name for name in names if str(name).startswith("@") and str(name)[1:] not in groups]
        if unknown:
            raise ValueError(f"no group is called {unknown[0][1:]!r}")
        lists[key] = [core for name in names for core in (groups[name[1:]] if str(name).startswith("@") else [name])]
    return {**entry, **lists}


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
        if entry.kind != "runs":
            find_device(target)
    for recipe in entry.recipes:
        if recipe != CHOSEN:
            find_recipe(recipe)
