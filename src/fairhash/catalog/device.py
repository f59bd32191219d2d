# SPDX-License-Identifier: Apache-2.0
"""A device: one FPGA part and speed grade, as declared in a file of catalog/devices/fpga/, or one library of cells."""

import math
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

DedicatedKind = Literal["bram", "dsp", "lutram"]
"""Resources a fair comparison refuses unless a core's architecture is about them (DESIGN, a core)."""

OwnPass = Literal["absorb", "bypass", "trim", "widen"]
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


class Pins(_Table):
    """Pins of the package, for a place tool that does not choose any by itself."""

    clocks: Annotated[tuple[str, ...], Field(min_length=2)]
    """Pins that lead to a clock network."""
    others: tuple[str, ...]
    """Pins without a second purpose, in the order in which ports take them."""
    file: str
    """The file that says which port has which pin; `options` of the place tool name it too."""
    line: str
    """What it says of one port, with `{port}` and `{pin}`."""


class Dedicated(_Table):
    """One dedicated resource: the option that keeps synthesis from it, and the cells that give it away."""

    refuse: str = ""
    """Option of the synthesis command; empty where the command never uses the resource unasked."""
    netlist: tuple[str, ...]
    """Cell types in the synthesised netlist."""
    placed: tuple[str, ...]
    """Resource names in the report of place and route; none where the part has it in no form of its own."""


class SynthesisTool(_Table):
    """How Yosys makes a netlist for the family, and which cells that netlist may hold."""

    command: str
    bare: str = ""
    """Options that keep the command from I/O and clock buffers; given for the core, which is no whole design."""
    buffers: tuple[str, ...] = ()
    """The buffers the command puts at the ports of a whole design."""
    flip_flops: tuple[str, ...]
    logic: tuple[str, ...]
    """Every other cell of the plain fabric; a type that is nowhere in this file is a black box."""
    passes: tuple[OwnPass, ...] = ()
    """The bench's own passes that know these cells; a recipe may name no other."""
    always: tuple[OwnPass, ...] = ()
    """Those without which a figure would be wrong: every netlist goes through them, whatever the recipe."""


class FunctionTable(_Table):
    """Where a cell keeps the table of one of its outputs; inputs that are not connected read 0."""

    output: str
    inputs: Annotated[tuple[str, ...], Field(min_length=1)]
    """The lowest bit of the table's index first."""
    parameter: str


class PlaceTool(_Table):
    """Which nextpnr places the part, and how."""

    command: str
    """As it is called where it is installed for itself, e.g. nextpnr-ecp5; that one is preferred."""
    package: str
    """The Python distribution with the same tool, whose command is called as the package."""
    options: tuple[str, ...]
    area_cells: Annotated[dict[str, Annotated[int, Field(ge=1)]], Field(min_length=1)]
    """The resources whose count is the area, and how many logic cells one of each takes."""
    untimed: dict[str, str] = {}
    """Cell types with outputs that the tool gives no delay, and why the figures are shown all the same."""
    inner_pins: dict[str, str] = {}
    """Pins that the tool's delays begin or end at though no cell has them outside, and the pin each belongs to."""
    switches: dict[str, dict[str, dict[str, dict[str, int]]]] = {}
    """Cell types to which the tool gives delays whatever their parameters say: for each output, the inputs that lead to
    it and the values of the parameters at which one does; a parameter that a cell does not name is 0."""
    tables: dict[str, FunctionTable] = {}
    """Cell types whose output may be a table that some connected inputs do not change: no way leads through those."""

    @property
    def area_unit(self) -> str:
        """The area cells in one word."""
        return "+".join(self.area_cells)


class Count(_Table):
    """How cells become the numbers of a result. No tool receives any of this, so it is part of no key."""

    registers_per_cell: Annotated[float, Field(gt=0)] | None = None
    """Registers that the family has beside each counted cell. None where the area already contains the registers,
    because the tool packs a LUT and its register into one counted cell and a register alone takes one too."""
    luts: tuple[str, ...] = ()
    """LUT cells of the mapped netlist."""
    carry: dict[str, Annotated[float, Field(ge=0)]] = {}
    """Carry cells of the mapped netlist, and how many counted cells one of each takes beside the LUTs."""

    def cells_needed(self, counted_cells: float, registers: float) -> int:
        """Logic cells needed: the counted cells, or as many as have the registers beside them where that is more."""
        if self.registers_per_cell is None:
            return math.ceil(counted_cells)
        return max(math.ceil(counted_cells), math.ceil(registers / self.registers_per_cell))

    def mapped_cells(self, luts: int, carry: int, registers: int) -> tuple[int, int]:
        """Logic cells that a mapped netlist needs at least, and those of its LUTs and carry cells alone."""
        logic = math.ceil(luts + carry * max(self.carry.values(), default=0))
        return max(logic, math.ceil(registers / (self.registers_per_cell or 1))), logic


class Rows(_Table):
    """Where the part's functions lie, for recipes that keep some of its rows empty."""

    columns: tuple[int, int]
    """The first and the last."""
    rows: Annotated[tuple[int, ...], Field(min_length=1)]
    """In order; rows of other things are left out."""
    places: Annotated[tuple[str, ...], Field(min_length=1)]
    """Places of one column in one row, as the place tool calls them, with `{x}` and `{y}`."""
    function: str
    """The cell that takes such a place."""
    output: str
    """Its output."""


class Mapped(_Table):
    """What Yosys maps a core to, whether it can be placed or not."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    vendor: str
    family: str
    """Name of the family; areas are compared within one only."""
    synthesis: SynthesisTool
    count: Count
    dedicated: dict[DedicatedKind, Dedicated] = {}

    def synthesis_facts(self) -> dict[str, Any]:
        """The facts that decide what a synthesis receives, and which cells its netlist may hold, as JSON data.

        Which passes the family offers decides only whether the recipe's may run.
        """
        return self.model_dump(
            mode="json",
            include={"synthesis", "dedicated"},
            exclude={"synthesis": {"passes"}},
            exclude_defaults=True,
        )


class Device(Mapped):
    """One part and the tools that reach it."""

    kind: Literal["fpga"] = "fpga"
    fabric: str = ""
    """Name of the cells, by which recipes give their options and models of the cells are found; unless families share
    one it is the family's own."""
    part: Part
    place: PlaceTool
    pins: Pins | None = None
    rows: Rows | None = None

    @property
    def cells(self) -> str:
        """The fabric's name, or the family's."""
        return self.fabric or self.family

    def placement_facts(self) -> dict[str, Any]:
        """The facts that decide what place and route receives and how its reports are read, as JSON data.

        Where rows lie matters only to a recipe that keeps some empty, and is then part of its request.
        """
        return self.model_dump(mode="json", exclude={"synthesis", "kind", "rows", "count"}, exclude_defaults=True)

    @property
    def usable_pins(self) -> int:
        """Pins a design may have: all, or as many as are listed, one clock counted."""
        return min(self.part.user_pins, 1 + len(self.pins.others)) if self.pins else self.part.user_pins


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
