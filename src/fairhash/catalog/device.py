# SPDX-License-Identifier: Apache-2.0
"""A device: one FPGA part and speed grade, as declared in a file of catalog/devices/fpga/, or one library of cells."""

import math
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from fairhash.base.records import StrictModel
from fairhash.catalog.recipe import FamilyRecipe, OwnPass

DedicatedKind = Literal["bram", "dsp", "lutram"]
"""Dedicated resources that a comparison forbids unless the core's architecture allows them."""


class Part(StrictModel):
    """Facts about the part; cells and pins are counts."""

    number: str
    speed_grade: str
    lut_inputs: Annotated[int, Field(ge=2)]
    logic_cells: Annotated[int, Field(gt=0)]
    user_pins: Annotated[int, Field(ge=12)]
    source: str
    """Source of these facts."""


class Pins(StrictModel):
    """Pins of the package, for a place tool that does not assign pins by itself."""

    clocks: Annotated[tuple[str, ...], Field(min_length=2)]
    """Pins with a connection to a clock network."""
    others: tuple[str, ...]
    """General-purpose pins, in the order in which ports are assigned to them."""
    file: str
    """Name of the pin constraint file; `options` of the place tool contain it too."""
    line: str
    """Line of that file for one port, with the placeholders `{port}` and `{pin}`."""


class Dedicated(StrictModel):
    """One dedicated resource: the option that prevents its use, and the cells that reveal its use."""

    refuse: str = ""
    """Option of the synthesis command that prevents its use; empty if the command does not use it by default."""
    never: str = ""
    """Why no core may use it on this device, whatever its architecture allows; empty if cores may."""
    netlist: tuple[str, ...]
    """Cell types in the synthesised netlist."""
    placed: tuple[str, ...]
    """Resource names in the report of place and route; none where the part has it in no form of its own."""


class SynthesisTool(StrictModel):
    """How Yosys synthesises for the family, and which cells the netlist may contain."""

    command: str
    bare: str = ""
    """Options that prevent I/O and clock buffers; used when the core is synthesised without the frame."""
    buffers: tuple[str, ...] = ()
    """Types of the buffers that the command inserts at the ports of a complete design."""
    flip_flops: tuple[str, ...]
    logic: tuple[str, ...]
    """All other cell types of the logic fabric; a type that is not in this file is a black box."""
    passes: tuple[OwnPass, ...] = ()
    """Our own passes that support these cells; recipes may name only these."""
    always: tuple[OwnPass, ...] = ()
    """Passes that every netlist needs for correct figures, in every recipe."""


class FunctionTable(StrictModel):
    """The parameter with the truth table of one output of a cell; unconnected inputs are 0."""

    output: str
    inputs: Annotated[tuple[str, ...], Field(min_length=1)]
    """Inputs, from the lowest bit of the table's index."""
    parameter: str


class PlaceTool(StrictModel):
    """The nextpnr that places the part, and its options."""

    command: str
    """Name of the native program, e.g. nextpnr-ecp5, which is preferred to the package."""
    package: str
    """Python package with the same tool; its command has the package's name."""
    options: tuple[str, ...]
    area_cells: Annotated[dict[str, Annotated[int, Field(ge=1)]], Field(min_length=1)]
    """The resources whose count is the area, and how many logic cells one of each takes."""
    untimed: dict[str, str] = Field(default_factory=dict)
    """Cell types with outputs that the tool gives no delay, and why the figures are shown all the same."""
    inner_pins: dict[str, str] = Field(default_factory=dict)
    """Pins that the tool's delays begin or end at though no cell has them outside, and the pin each belongs to."""
    switches: dict[str, dict[str, dict[str, dict[str, int]]]] = Field(default_factory=dict)
    """Cell types to which the tool gives delays for all values of their parameters: for each output, the inputs with a
    timing arc to it, and the values of the parameters at which it exists; a parameter that a cell lacks is 0."""
    tables: dict[str, FunctionTable] = Field(default_factory=dict)
    """Cell types whose output may be a table that some connected inputs do not change: those have no timing arc."""

    @property
    def area_unit(self) -> str:
        """The area cells in one word."""
        return "+".join(self.area_cells)


class Count(StrictModel):
    """How cells become the numbers of a result. No tool receives any of this, so it is part of no key."""

    registers_per_cell: Annotated[float, Field(gt=0)] | None = None
    """Registers that the family has beside each counted cell. None where the area already contains the registers,
    because the tool packs a LUT and its register into one counted cell and a register alone takes one too."""
    luts: tuple[str, ...] = ()
    """LUT cells of the mapped netlist."""
    carry: dict[str, Annotated[float, Field(ge=0)]] = Field(default_factory=dict)
    """Carry cells of the mapped netlist, and how many counted cells one of each takes beside the LUTs."""
    blocks: dict[str, Annotated[int, Field(ge=1)]] = Field(default_factory=dict)
    """Block memories of the mapped netlist, and how many of the family's smallest blocks one of each takes."""

    def cells_needed(self, counted_cells: float, registers: float) -> int:
        """Logic cells needed: the counted cells, or as many as have the registers beside them where that is more."""
        if self.registers_per_cell is None:
            return math.ceil(counted_cells)
        return max(math.ceil(counted_cells), math.ceil(registers / self.registers_per_cell))

    def mapped_cells(self, luts: int, carry: int, registers: int) -> tuple[int, int]:
        """Logic cells that a mapped netlist needs at least, and those of its LUTs and carry cells alone."""
        logic = math.ceil(luts + carry * max(self.carry.values(), default=0))
        return max(logic, math.ceil(registers / (self.registers_per_cell or 1))), logic


class Rows(StrictModel):
    """Positions of the part's LUTs, for recipes that keep some rows empty."""

    columns: tuple[int, int]
    """The first and the last column."""
    rows: Annotated[tuple[int, ...], Field(min_length=1)]
    """Rows with LUTs, in order."""
    places: Annotated[tuple[str, ...], Field(min_length=1)]
    """LUT sites of one column in one row, by the place tool's names with `{x}` and `{y}`."""
    function: str
    """Type of the cell that occupies such a site."""
    output: str
    """Output of that cell."""


class Mapped(StrictModel):
    """A family to which Yosys can map a core, whether or not it can be placed."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    vendor: str
    family: str
    """Name of the family; areas are compared only within one family."""
    synthesis: SynthesisTool
    count: Count
    dedicated: dict[DedicatedKind, Dedicated] = Field(default_factory=dict)

    def synthesis_facts(self) -> dict[str, Any]:
        """The facts that decide what a synthesis receives, and which cells its netlist may hold, as JSON data.

        Which passes the family offers decides only whether the recipe's may run; what no core may use is in the
        commands.
        """
        return self.model_dump(
            mode="json",
            include={"synthesis", "dedicated"},
            exclude={"synthesis": {"passes"}, "dedicated": {"__all__": {"never"}}},
            exclude_defaults=True,
        )


class Device(Mapped):
    """An FPGA part, and the tools that support it."""

    kind: Literal["fpga"] = "fpga"
    fabric: str = ""
    """Name of the cells, by which recipes give their options and models of the cells are found; unless families share
    one it is the family's own."""
    part: Part
    place: PlaceTool
    pins: Pins | None = None
    rows: Rows | None = None
    default_options: FamilyRecipe | None = None
    """Options that recipe `default` has for the family; needed only if the recipe's file does not name the family."""

    @property
    def cells(self) -> str:
        """The fabric's name, or the family's."""
        return self.fabric or self.family

    def placement_facts(self) -> dict[str, Any]:
        """The facts that decide what place and route receives and how its reports are read, as JSON data.

        Where rows lie matters only to a recipe that keeps some empty, and is then part of its request.
        """
        return self.model_dump(
            mode="json",
            exclude={
                **dict.fromkeys(("synthesis", "kind", "rows", "count", "default_options"), True),
                "dedicated": {"__all__": {"never"}},
            },
            exclude_defaults=True,
        )

    @property
    def usable_pins(self) -> int:
        """Number of pins that a design may have: all, or the listed ones and one clock pin."""
        return min(self.part.user_pins, 1 + len(self.pins.others)) if self.pins else self.part.user_pins


class Corner(StrictModel):
    """Operating point at which the library was characterised; the voltage in the Liberty file takes precedence."""

    process_nm: Annotated[int, Field(gt=0)]
    voltage_v: Annotated[float, Field(gt=0)]
    temperature_c: float
    name: str
    source: str
    """Source of these facts."""


class ClockBuffer(StrictModel):
    """The cell of which clock trees are made."""

    cell: str
    input: str
    output: str
    fanout: Annotated[int, Field(gt=1)]
    """Most pins that one drives."""


class CellLayout(StrictModel):
    """What place and route of a library needs; a library with it is one whose netlists are routed before timing."""

    without_wires: str
    """Id of the library with the same netlists, timed without wires."""
    lef: Path
    """Technology and cells."""
    density: Annotated[float, Field(gt=0, le=1)]
    """Share of the rows that cells fill; the rest are fillers."""
    fill: str
    """The filler cell."""
    supply: str
    ground: str
    clock_buffer: ClockBuffer
    max_cells: Annotated[int, Field(gt=0)]
    """Netlists of more cells are refused."""
    limit_s: Annotated[float, Field(gt=0)]
    """Limit of CPU time of each tool, if it is below the recipe's."""
    source: str
    """Source of these facts."""


class CellLibrary(StrictModel):
    """A standard-cell library at one corner, declared in catalog/devices/cells/ or given by --liberty.

    Cells that are not declared are found in the Liberty file by their functions.
    """

    kind: Literal["cells"]
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    package: str = ""
    """The Python package that contains the Liberty files, which are then named from its folder; empty if none does."""
    license: str = ""
    """The licence of the Liberty files, as their source states it."""
    liberty: Annotated[tuple[Path, ...], Field(min_length=1)]
    """The Liberty files of the library, usually one; catalog/liberty.py finds and unpacks them."""
    nand2: str = ""
    """The two-input NAND whose area is the unit of area."""
    driver: str = ""
    """The cell that the mapper assumes to drive the inputs of combinational logic."""
    dont_use: tuple[str, ...] = ()
    """Cells that the mapper must not use; `*` matches any text."""
    corner: Corner | None = None
    layout: CellLayout | None = None
    """Place and route; None for netlists that are timed without wires."""

    @property
    def family(self) -> str:
        """The id: areas are compared only within one library."""
        return self.id


GATE_EQUIVALENT = "GE"
"""Unit of area on standard cells: that of the library's two-input NAND."""
