# SPDX-License-Identifier: Apache-2.0
"""A device that only its vendor's tool reaches, as declared in a file of catalog/devices/vendor/."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fairhash.catalog.device import Count, Part

ToolName = Literal["vivado", "quartus", "diamond", "radiant", "gowin"]
"""As Edalize calls them."""


class VendorDevice(BaseModel):
    """One part; what its tool must be told beyond that is in targets/vendor/."""

    model_config = ConfigDict(frozen=True, extra="forbid")

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
    count: Count
