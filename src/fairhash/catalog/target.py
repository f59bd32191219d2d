# SPDX-License-Identifier: Apache-2.0
"""A target: what a core can be implemented on. An FPGA, a cell library, an estimate or a device of a vendor's tool."""

from typing import Annotated, Literal

from pydantic import Field

from fairhash.base.records import StrictModel
from fairhash.catalog.device import CellLibrary, Count, Device, Mapped, Part
from fairhash.catalog.recipe import FamilyRecipe

VendorToolName = Literal["vivado", "quartus"]
"""Names of the vendors' tools in Edalize."""


class EstimateTarget(Mapped):
    """An FPGA family to which Yosys maps a core but which no open tool can place: results have an area and no clock.

    One estimate may cover several families whose mapped area is the same.
    """

    kind: Literal["estimate"]
    also: tuple[str, ...] = ()
    """Alternative ids, one for each other family that the estimate covers."""
    covers: Annotated[tuple[str, ...], Field(min_length=1)]
    """The families, under their usual names."""
    area_unit: Annotated[str, Field(min_length=1)]
    """What the area counts, e.g. LUT6."""
    area_cells: Annotated[tuple[str, ...], Field(min_length=1)]
    """Cell types that count towards the area, one each."""
    cells: str = ""
    """Name of the file of cell models in netlist/cells; empty if the netlist cannot be simulated."""
    files: tuple[str, ...] = ()
    """Files in targets/estimate/ that the mapping commands read by these names."""
    mapping: FamilyRecipe
    """The mapping commands; recipes have no options for an estimate."""
    source: str
    """Source of the facts in this file."""


class VendorDevice(StrictModel):
    """A part that only its vendor's tool supports; how that tool is run is defined in targets/vendor/."""

    kind: Literal["vendor"]
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    vendor: str
    family: str
    """Family name; areas are compared only within one family."""
    tool: VendorToolName
    part: Part
    project: dict[str, str]
    """Edalize's options for the tool, with the part as the tool spells it."""
    area_unit: Annotated[str, Field(min_length=1)]
    """What the area counts, e.g. LUT6."""
    count: Count


Target = Device | CellLibrary | EstimateTarget | VendorDevice
