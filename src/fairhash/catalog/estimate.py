# SPDX-License-Identifier: Apache-2.0
"""An estimate: FPGA families to whose cells Yosys maps a core, and which no open tool places."""

from typing import Annotated, Literal

from pydantic import Field

from fairhash.catalog.device import Mapped
from fairhash.catalog.recipe import FamilyRecipe


class Estimate(Mapped):
    """Families that Yosys maps alike: the area of a mapped core is all there is, and one figure serves them all."""

    kind: Literal["estimate"]
    also: tuple[str, ...] = ()
    """Further names it answers to, one for each other family it covers."""
    covers: Annotated[tuple[str, ...], Field(min_length=1)]
    """The families, as people call them."""
    area_unit: Annotated[str, Field(min_length=1)]
    """What is counted, e.g. LUT6."""
    area_cells: Annotated[tuple[str, ...], Field(min_length=1)]
    """The cells that are counted, one each."""
    cells: str = ""
    """The file of netlist/cells with models of the cells; empty where the netlist cannot be checked."""
    files: tuple[str, ...] = ()
    """Files of targets/estimate/ that the mapping reads by these names."""
    mapping: FamilyRecipe
    """How it is mapped; recipes have no options for it."""
    source: str
    """Where the facts are from."""
