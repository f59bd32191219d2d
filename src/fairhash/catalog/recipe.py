# SPDX-License-Identifier: Apache-2.0
"""A recipe: the tools' options, clock constraint and limits, as declared in a file of catalog/recipes/."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from fairhash.base.records import StrictModel

OwnPass = Literal["absorb", "bypass", "trim", "widen"]
"""Our own passes over a mapped netlist; each supports the cells of some families only."""

KEPT_PLACEHOLDERS = {name: f"{{{name}}}" for name in "DIPRSW"}
"""Placeholders that Yosys replaces in scripts for ABC; they are passed on unchanged."""


class FamilyRecipe(StrictModel):
    """The tools' options for one device family.

    Placeholders in the commands: `{synth}` is the device's synthesis command with the top module, `{refuse}` its
    options that prevent the use of each dedicated resource that the core is not allowed, `{top}` the top module.
    """

    synthesis: Annotated[tuple[str, ...], Field(min_length=1)]
    """Yosys commands between reading the design and writing the mapped netlist."""
    passes: tuple[OwnPass, ...] = ()
    """Our own passes over the mapped netlist, in order; the device file must list them."""
    place: tuple[str, ...] = ()
    """Options of nextpnr, after those in the device file."""
    empty_rows: Annotated[int, Field(ge=2)] | None = None
    """N keeps every Nth row of LUTs empty, which eases routing; the device file must declare its rows."""

    anneal: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    """Options of nextpnr instead of `place` for a second run, which routes what the annealer made of the first one's
    placement; None routes that placement as it is."""

    def commands(self, synth: str, refuse: str, top: str) -> tuple[str, ...]:
        """The Yosys commands with their placeholders replaced; ValueError for an unknown placeholder."""
        values = {"synth": synth, "refuse": refuse, "top": top, **KEPT_PLACEHOLDERS}
        try:
            return tuple(" ".join(command.format(**values).split()) for command in self.synthesis)
        except (KeyError, IndexError) as error:
            raise ValueError(f"unknown placeholder {error}") from error

    @model_validator(mode="after")
    def _placeholders_exist(self) -> "FamilyRecipe":
        self.commands("", "", "")
        return self


Mhz = Annotated[float, Field(gt=0, le=5000)]
Seconds = Annotated[float, Field(gt=0)]
Mebibytes = Annotated[float, Field(gt=0)]


EXPLORED_PREFIX = "explored-"
"""Prefix of the names of recipes that a search generated; reports exclude their results."""


class ClockTarget(StrictModel):
    """The constraint on clk in MHz; io_clk is constrained to the core's io_ratio times as much."""

    target_mhz: Mhz
    factor: dict[str, Annotated[float, Field(gt=0)]] = Field(default_factory=dict)
    """By core: the constraint is `target_mhz` times this factor."""

    def target(self, core: str) -> float:
        """The constraint on clk, in MHz, for the core with this name."""
        return self.target_mhz * self.factor.get(core, 1.0)


class Timeouts(StrictModel):
    """Limits for one run of a tool, in seconds of CPU time, which does not depend on the load of the machine."""

    synthesis_s: Seconds
    place_s: Seconds


class MemoryLimits(StrictModel):
    """Limits for one run of a tool and its child processes, in MiB of resident memory in total."""

    synthesis_mib: Mebibytes = 8192
    place_mib: Mebibytes = 8192


class CellRecipe(StrictModel):
    """Commands of Yosys and ABC for standard cells, the same for every library.

    Placeholders in the commands: `{liberty}` is an option for each of the library's files, `{dont_use}` one for each
    cell that must not be used, `{constraints}` the file with the driving cell, `{delay_ps}` the delay target in ps and
    `{top}` the top module.
    """

    synthesis: Annotated[tuple[str, ...], Field(min_length=1)]
    """Yosys commands from the design to generic gates and the library's flip-flops; run once."""
    mapping: Annotated[tuple[str, ...], Field(min_length=1)]
    """Yosys commands from there to the library's cells; run for each delay target."""
    mappings: Annotated[int, Field(ge=1, le=20)] = 8
    """Number of delay targets to try."""

    def commands(self, **values: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """`synthesis` and `mapping` with their placeholders replaced; ValueError for an unknown placeholder."""
        values = {**KEPT_PLACEHOLDERS, **values}
        try:
            first, second = (
                tuple(" ".join(command.format(**values).split()) for command in commands)
                for commands in (self.synthesis, self.mapping)
            )
        except (KeyError, IndexError) as error:
            raise ValueError(f"unknown placeholder {error}") from error
        return first, second

    @model_validator(mode="after")
    def _placeholders_exist(self) -> "CellRecipe":
        self.commands(**dict.fromkeys(("liberty", "dont_use", "constraints", "delay_ps", "top"), ""))
        return self


class Recipe(StrictModel):
    """Tool options, clock constraint and limits under one name."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    description: str
    clock: ClockTarget
    timeouts: Timeouts
    memory: MemoryLimits = MemoryLimits()
    family: dict[str, FamilyRecipe]
    cells: CellRecipe | None = None
