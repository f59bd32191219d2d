# SPDX-License-Identifier: Apache-2.0
"""A recipe: how the tools are asked, as declared in a file of catalog/recipes/. Options are plain data."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fairhash.catalog.device import OwnPass

Mhz = Annotated[float, Field(gt=0, le=5000)]
Seconds = Annotated[float, Field(gt=0)]
Mebibytes = Annotated[float, Field(gt=0)]


EXPLORED = "explored-"
"""Names of recipes that a search made begin so; reports leave their results to the search."""

_ABC_PLACES = "DIPRSW"
"""Placeholders that Yosys itself fills in scripts for ABC; they pass through."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Clock(_Table):
    """The constraint on clk in MHz; io_clk is constrained to the core's io_ratio times as much."""

    target_mhz: Mhz
    factor: dict[str, Annotated[float, Field(gt=0)]] = {}
    """By core: the constraint is `target_mhz` times this."""

    def target(self, core: str) -> float:
        """The constraint on clk for the core called `core`, MHz."""
        return self.target_mhz * self.factor.get(core, 1.0)


class Timeouts(_Table):
    """Limits for one run of a tool, in seconds of CPU time: whether it ends must not depend on what else runs."""

    synthesis_s: Seconds
    place_s: Seconds


class Memory(_Table):
    """Limits for one run of a tool and all it starts, in MiB that they hold at once."""

    synthesis_mib: Mebibytes = 8192
    place_mib: Mebibytes = 8192


class FamilyRecipe(_Table):
    """What is asked of the tools for one device family.

    In the commands `{synth}` is the device's synthesis command with the top module, `{refuse}` its options against
    each dedicated resource the core is not allowed, and `{top}` the top module.
    """

    synthesis: Annotated[tuple[str, ...], Field(min_length=1)]
    """Yosys commands from the read design to the mapped netlist."""
    passes: tuple[OwnPass, ...] = ()
    """The bench's own passes over the mapped netlist, in order; the device must offer them."""
    place: tuple[str, ...] = ()
    """Options of nextpnr behind the device's own."""
    empty_rows: Annotated[int, Field(ge=2)] | None = None
    """One in so many rows of the device's functions is kept empty; the device must say where they lie."""

    def commands(self, synth: str, refuse: str, top: str) -> tuple[str, ...]:
        """The Yosys commands with their placeholders filled; an unknown one is a ValueError."""
        places = {"synth": synth, "refuse": refuse, "top": top, **{place: f"{{{place}}}" for place in _ABC_PLACES}}
        try:
            return tuple(" ".join(command.format(**places).split()) for command in self.synthesis)
        except (KeyError, IndexError) as error:
            raise ValueError(f"unknown placeholder {error}") from error

    @model_validator(mode="after")
    def _known_places(self) -> "FamilyRecipe":
        self.commands("", "", "")
        return self


class CellRecipe(_Table):
    """What is asked of Yosys and ABC for standard cells, whatever the library.

    In the commands `{liberty}` is an option for each of the library's files, `{dont_use}` one for each cell not to be
    taken, `{constraints}` the file with the driving cell, `{delay_ps}` the delay target and `{top}` the top module.
    """

    synthesis: Annotated[tuple[str, ...], Field(min_length=1)]
    """Yosys commands from the read design to gates and the library's flip-flops, run once."""
    mapping: Annotated[tuple[str, ...], Field(min_length=1)]
    """Yosys commands from there to cells, run for each delay target."""
    mappings: Annotated[int, Field(ge=1, le=20)] = 8
    """How many delay targets are tried."""

    def commands(self, **places: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Both lists with their placeholders filled; an unknown one is a ValueError."""
        known = {**{place: f"{{{place}}}" for place in _ABC_PLACES}, **places}
        try:
            first, second = (
                tuple(" ".join(command.format(**known).split()) for command in commands)
                for commands in (self.synthesis, self.mapping)
            )
        except (KeyError, IndexError) as error:
            raise ValueError(f"unknown placeholder {error}") from error
        return first, second

    @model_validator(mode="after")
    def _known_places(self) -> "CellRecipe":
        self.commands(**dict.fromkeys(("liberty", "dont_use", "constraints", "delay_ps", "top"), ""))
        return self


class Recipe(_Table):
    """Options, constraint and limits under one name."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    description: str
    clock: Clock
    timeouts: Timeouts
    memory: Memory = Memory()
    family: dict[str, FamilyRecipe]
    cells: CellRecipe | None = None
