# SPDX-License-Identifier: Apache-2.0
"""The options of the tools for one device family, as plain data of a recipe or device file."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

OwnPass = Literal["absorb", "bypass", "trim", "widen"]
"""Our own passes over a mapped netlist; each supports the cells of some families only."""

KEPT_PLACEHOLDERS = {name: f"{{{name}}}" for name in "DIPRSW"}
"""Placeholders that Yosys replaces in scripts for ABC; they are passed on unchanged."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FamilyRecipe(_Table):
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
