# SPDX-License-Identifier: Apache-2.0
"""A device: one FPGA part and speed grade, as declared in a file of implement/devices/, or one library of cells."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

DedicatedKind = Literal["bram", "dsp", "lutram"]
"""Resources a fair comparison refuses unless a core's architecture is about them (DESIGN, a core)."""

OwnPass = Literal["absorb", "trim"]
"""The bench's own passes over a mapped netlist; each knows the cells of some families only."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Part(_Table):
    """Facts of the part as sold; cells and pins are counts."""

    number: str
    speed_grade: str
    lut_inputs: Annotated[int, Field(ge=2)]
    logic_cells: Annotated[int, Field(gt=0)]
    user_pins: Annotated[int, Field(ge=12)]
    source: str
    """Where the facts are from."""


class Dedicated(_Table):
    """One dedicated resource: the option that keeps synthesis from it, and the cells that give it away."""

    refuse: str = ""
    """Option of the synthesis command; empty where the command never uses the resource unasked."""
    netlist: tuple[str, ...]
    """Cell types in the synthesised netlist."""
    placed: tuple[str, ...]
    """Resource names in the report of place and route."""


class SynthesisTool(_Table):
    """How Yosys makes a netlist for the family, and which cells that netlist may hold."""

    command: str
    flip_flops: tuple[str, ...]
    logic: tuple[str, ...]
    """Every other cell of the plain fabric; a type that is nowhere in this file is a black box."""
    passes: tuple[OwnPass, ...] = ()
    """The bench's own passes that know these cells; a recipe may name no other."""


class PlaceTool(_Table):
    """Which nextpnr places the part, and how."""

    command: str
    package: str
    """The Python distribution the command comes from; its version is part of every result's key."""
    options: tuple[str, ...]
    area_cell: str
    """The resource whose count is the area."""


class Mapped(_Table):
    """What Yosys maps a core to, whether it can be placed or not."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    vendor: str
    family: str
    """Name of the family, by which recipes give their options."""
    synthesis: SynthesisTool
    dedicated: dict[DedicatedKind, Dedicated] = {}


class Device(Mapped):
    """One part and the tools that reach it."""

    kind: Literal["fpga"] = "fpga"
    part: Part
    place: PlaceTool


class Corner(_Table):
    """At what the library was characterised; the voltage in the file itself is the one that counts."""

    process_nm: Annotated[int, Field(gt=0)]
    voltage_v: Annotated[float, Field(gt=0)]
    temperature_c: float
    name: str
    source: str
    """Where the facts are from."""


class CellLibrary(_Table):
    """One library of standard cells at one corner, as declared in a file of cells/libraries/ or asked for by --liberty.

    What is left empty is found in the Liberty file by the cells' functions.
    """

    kind: Literal["cells"]
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    liberty: Annotated[tuple[Path, ...], Field(min_length=1)]
    """The library; more than one file where its maker splits it."""
    nand2: str = ""
    """The two-input NAND whose area is the unit of area."""
    driver: str = ""
    """The buffer by which the mapper takes registers to drive what follows them."""
    dont_use: tuple[str, ...] = ()
    """Cells the mapper must not take; `*` stands for anything."""
    corner: Corner | None = None

    @property
    def family(self) -> str:
        """Areas are compared within one library only."""
        return self.id


GATE_EQUIVALENT = "GE"
"""Unit of area on standard cells: that of the library's two-input NAND."""
