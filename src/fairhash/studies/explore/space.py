# SPDX-License-Identifier: Apache-2.0
"""A search space: the options of one device family's recipes, their choices and the start. spaces/ declares them."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.bench.keys import digest
from fairhash.catalog.data_file import check_file_name, read_data_file
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import EXPLORED_PREFIX, ClockTarget, FamilyRecipe, Mhz, OwnPass, Recipe, Timeouts

Name = Annotated[str, Field(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$")]
Point = tuple[str, ...]
"""One choice for each option of a space, in its order."""


class OptionChoice(StrictModel):
    """What one choice of an option puts into the recipe."""

    commands: tuple[str, ...] = ()
    """Yosys commands, in place of the line that is the option's name in braces."""
    words: dict[Name, str] = Field(default_factory=dict)
    """Text for each placeholder in the commands, by placeholder."""
    passes: tuple[OwnPass, ...] = ()
    place: tuple[str, ...] = ()
    """Arguments of nextpnr, appended after those of earlier options."""


class Option(StrictModel):
    """One setting of the tools with its possible choices."""

    name: Name
    about: str
    start: str
    """The choice that a search starts with."""
    without: str = ""
    """The choice that disables the option; batch elimination only tries options that have one."""
    grid: bool = False
    """Whether exhaustive search varies it; other options keep their start choice."""
    only_with: dict[str, str] = Field(default_factory=dict)
    """Choices of earlier options that this option needs; without them its start choice applies."""
    choice: Annotated[dict[Name, OptionChoice], Field(min_length=2)]

    @model_validator(mode="after")
    def _known_choices(self) -> "Option":
        for name in (self.start, self.without):
            if name and name not in self.choice:
                raise ValueError(f"option {self.name} has no choice {name!r}")
        if self.without == self.start:
            raise ValueError(f"option {self.name} has the same choice for `start` and `without`")
        return self


class Space(StrictModel):
    """All recipes given by one choice for each option."""

    family: Name
    description: str
    clock_mhz: Mhz
    """The requested clock of all recipes."""
    timeouts: Timeouts
    synthesis: Annotated[tuple[str, ...], Field(min_length=1)]
    anneal: tuple[str, ...] = ()
    """Options of nextpnr for routing an annealed placement; a search that does not anneal has none."""
    option: Annotated[tuple[Option, ...], Field(min_length=1)]

    @cached_property
    def start(self) -> Point:
        """The point that every search starts from."""
        return tuple(option.start for option in self.option)

    def with_choice(self, point: Point, name: str, choice: str) -> Point:
        """`point` with another choice for the option called `name`."""
        return tuple(
            choice if option.name == name else current for option, current in zip(self.option, point, strict=True)
        )

    def canonical(self, point: Point) -> Point:
        """The canonical point of equal effect: options without effect are set to their start choice."""
        chosen: dict[str, str] = {}
        for option, choice in zip(self.option, point, strict=True):
            has_effect = all(chosen[other] == needed for other, needed in option.only_with.items())
            chosen[option.name] = choice if has_effect else option.start
        return tuple(chosen.values())

    def differences(self, point: Point) -> str:
        """How `point` differs from the start, e.g. ``map=stock placer=heap``; ``start`` where it does not."""
        pairs = zip(self.option, point, strict=True)
        return " ".join(f"{option.name}={choice}" for option, choice in pairs if choice != option.start) or "start"

    def family_recipe(self, point: Point) -> FamilyRecipe:
        """The commands and options of the tools at `point`; a ValueError for a placeholder without text."""
        chosen = {option.name: option.choice[name] for option, name in zip(self.option, point, strict=True)}
        words = {name: text for choice in chosen.values() for name, text in choice.words.items()}
        lines: list[str] = []
        for line in self.synthesis:
            name = line.strip("{}")
            lines += chosen[name].commands if line == f"{{{name}}}" and name in chosen else [line]
        return FamilyRecipe(
            synthesis=tuple(_fill_placeholders(line, words) for line in lines),
            passes=tuple(name for choice in chosen.values() for name in choice.passes),
            place=tuple(text for choice in chosen.values() for text in choice.place),
            anneal=self.anneal or None,
        )

    def recipe(self, point: Point) -> Recipe:
        """The recipe of a point; its name is a digest of its contents, so equal recipes have equal names."""
        options = self.family_recipe(self.canonical(point))
        limits = self.timeouts.model_dump(mode="json", exclude_defaults=True)
        # without unset fields, so that a new field of recipes does not change existing names
        contents = [self.family, options.model_dump(mode="json", exclude_none=True), self.clock_mhz, limits]
        return Recipe(
            name=EXPLORED_PREFIX + digest(contents)[:16],
            description=self.differences(point),
            clock=ClockTarget(target_mhz=self.clock_mhz),
            timeouts=self.timeouts,
            family={self.family: options},
        )

    def neighbours(self) -> Iterator[Point]:
        """Every point that differs from the start in one option."""
        for option in self.option:
            for choice in option.choice:
                if choice != option.start:
                    yield self.with_choice(self.start, option.name, choice)

    @model_validator(mode="after")
    def _consistent(self) -> "Space":
        earlier: dict[str, Option] = {}
        for option in self.option:
            if option.name in earlier:
                raise ValueError(f"two options are called {option.name}")
            for other, choice in option.only_with.items():
                if other not in earlier or choice not in earlier[other].choice:
                    raise ValueError(f"option {option.name} depends on {other}={choice}, which no earlier option has")
            earlier[option.name] = option
            has_commands = any(choice.commands for choice in option.choice.values())
            if has_commands and f"{{{option.name}}}" not in self.synthesis:
                raise ValueError(
                    f"option {option.name} has commands, but `synthesis` has no line {{{option.name}}} for them"
                )
        for point in (self.start, *self.neighbours()):
            self.family_recipe(point)
        return self


def _fill_placeholders(line: str, words: dict[str, str]) -> str:
    for name, text in words.items():
        line = line.replace(f"{{{name}}}", text)
    return line


_HERE = Path(__file__).resolve().parent / "spaces"


def read_space(file: Path) -> Space:
    """Read the space that a file declares; the file must be named after the family."""
    space = read_data_file(file, Space, "see docs/searching.md")
    check_file_name(file, "family", space.family, "family")
    return space


def families() -> list[str]:
    """The families that have a search space."""
    return sorted(file.stem for file in _HERE.glob("*.toml"))


def find_space(device: Device, *, anneal: bool = False) -> Space:
    """The search space of the device's family.

    Args:
        device: The FPGA.
        anneal: Whether every placement of the search is annealed before it is routed.

    Raises:
        FairhashError: if there is none, it uses passes that the device does not have, or the family's placements
            cannot be annealed.
    """
    if device.family not in families():
        raise FairhashError(
            f"no search space for {device.id}", "", f"families with a search space: {', '.join(families())}"
        )
    space = read_space(_HERE / f"{device.family}.toml")
    passes = {name for option in space.option for choice in option.choice.values() for name in choice.passes}
    if missing := passes - set(device.synthesis.passes):
        raise FairhashError(
            f"the search space of {space.family} names passes that {device.id} does not have",
            "",
            f"remove {', '.join(sorted(missing))} from explore/spaces/{space.family}.toml",
        )
    if anneal and not space.anneal:
        raise FairhashError(
            f"placements on {device.id} cannot be annealed", "--anneal", f"omit --anneal, or use {_annealing_devices()}"
        )
    return space if anneal else space.model_copy(update={"anneal": ()})


def _annealing_devices() -> str:
    annealing = [name for name in families() if read_space(_HERE / f"{name}.toml").anneal]
    return "a device of " + ", ".join(annealing)
