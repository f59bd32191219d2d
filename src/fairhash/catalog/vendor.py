# SPDX-License-Identifier: Apache-2.0
"""A device that only its vendor's tools reach, as declared in a file of implement/devices/vendor/."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fairhash.catalog.device import DedicatedKind, Part

ToolName = Literal["vivado", "quartus", "diamond", "radiant", "gowin"]
"""As Edalize calls them."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class VendorDevice(_Table):
    """One part, and what its vendor's tool is told beyond the sources, the clocks and the seed."""

    kind: Literal["vendor"]
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    vendor: str
    family: str
    """Areas are only ever compared within one family."""
    tool: ToolName
    part: Part
    project: dict[str, str]
    """Edalize's options for the tool: the part as it writes it."""
    area_unit: Annotated[str, Field(min_length=1)]
    """What the area counts, e.g. LUT6."""
    attributes: dict[str, str] = {}
    """Verilog attributes on every module, by which synthesis is kept from dedicated resources."""
    settings: tuple[str, ...] = ()
    """Lines of Tcl in the project to the same end."""
    counted: tuple[DedicatedKind, ...] = ("bram", "dsp", "lutram")
    """Dedicated resources that the tool's report tells apart."""
