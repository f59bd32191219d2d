# SPDX-License-Identifier: Apache-2.0
"""A recipe: the tools' options, clock constraint and limits, as declared in a file of catalog/recipes/."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fairhash.catalog.family_recipe import KEPT_PLACEHOLDERS, FamilyRecipe

Mhz = Annotated[float, Field(gt=0, le=5000)]
Seconds = Annotated[float, Field(gt=0)]
Mebibytes = Annotated[float, Field(gt=0)]


EXPLORED_PREFIX = "explored-"
"""Prefix of the names of recipes that a search generated; reports exclude their results."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ClockTarget(_Table):
    """The constraint on clk in MHz; io_clk is constrained to the core's io_ratio times as much."""

    target_mhz: Mhz
    factor: dict[str, Annotated[float, Field(gt=0)]] = {}
    """By core: the constraint is `target_mhz` times this factor."""

    def target(self, core: str) -> float:
        """The constraint on clk, in MHz, for the core with this name."""
        return self.target_mhz * self.factor.get(core, 1.0)


class Timeouts(_Table):
    """Limits for one run of a tool, in seconds of CPU time, which does not depend on the load of the machine."""

    synthesis_s: Seconds
    place_s: Seconds


class MemoryLimits(_Table):
    """Limits for one run of a tool and its child processes, in MiB of resident memory in total."""

    synthesis_mib: Mebibytes = 8192
    place_mib: Mebibytes = 8192


class CellRecipe(_Table):
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


class Recipe(_Table):
    """Tool options, clock constraint and limits under one name."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    description: str
    clock: ClockTarget
    timeouts: Timeouts
    memory: MemoryLimits = MemoryLimits()
    family: dict[str, FamilyRecipe]
    cells: CellRecipe | None = None
