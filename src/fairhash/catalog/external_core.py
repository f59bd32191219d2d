# SPDX-License-Identifier: Apache-2.0
"""An external core: one that a user describes in a file, rather than a core of the catalogue."""

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=200)]
"""A name that is valid in VHDL, in Verilog and on the tools' command lines."""

Role = (
    Literal["clk", "io_clk", "rst", "in_data", "in_valid", "in_ready", "in_last"]
    | Literal["out_data", "out_valid", "out_ready", "out_last"]
)
"""The function of a port, independent of its name and active level."""

Kind = Literal["fairhash", "axi-stream", "fifo"]
"""The protocol of the ports: our own, AXI4-Stream, or the active-low FIFOs of the papers."""
ResetLevel = Literal["high", "low"]

_DEFAULT_NAMES: dict[Kind, dict[Role, str]] = {
    "fairhash": {
        **{"clk": "clk", "io_clk": "io_clk", "rst": "rst", "in_data": "in_data", "in_valid": "in_valid"},
        **{"in_ready": "in_ready", "out_data": "out_data", "out_valid": "out_valid", "out_ready": "out_ready"},
    },
    "axi-stream": {
        **{"clk": "aclk", "rst": "aresetn"},
        **{"in_data": "s_axis_tdata", "in_valid": "s_axis_tvalid", "in_ready": "s_axis_tready"},
        **{"in_last": "s_axis_tlast", "out_data": "m_axis_tdata", "out_valid": "m_axis_tvalid"},
        **{"out_ready": "m_axis_tready", "out_last": "m_axis_tlast"},
    },
    "fifo": {
        **{"clk": "clk", "rst": "rst", "in_data": "din", "in_valid": "src_ready", "in_ready": "src_read"},
        **{"out_data": "dout", "out_valid": "dst_write", "out_ready": "dst_ready"},
    },
}
"""Default port names of each kind."""


class Ports(BaseModel):
    """The ports of an external core (docs/bench-your-core.md)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind = "fairhash"
    reset: ResetLevel | None = None
    """Active level of the reset; default low for AXI4-Stream, high for the others."""
    headers: bool | None = None
    """Whether the input contains our segment headers; they are optional with AXI4-Stream only."""
    without: tuple[Literal["in_last", "out_last"], ...] = ()
    """AXI4-Stream ports that the core does not have."""
    names: dict[Role, Identifier] = {}
    """Port names that differ from the defaults of the kind."""
    tie: dict[Identifier, Annotated[int, Field(ge=0)]] = {}
    """Further inputs, and the constant value to drive on each."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.headers is False and self.kind != "axi-stream":
            raise ValueError("only ports of kind axi-stream mark a message's end without headers")
        unknown = [role for role in self.names if role not in _DEFAULT_NAMES[self.kind]]
        if unknown:
            raise ValueError(f"ports of kind {self.kind} have no {unknown[0]}")
        if self.without and self.kind != "axi-stream":
            raise ValueError("`without` is for ports of kind axi-stream")
        if "in_last" in self.without and not self.headers:
            raise ValueError("without in_last the core needs `headers = true` to know where a message ends")
        names = [*self.by_role.values(), *self.tie]
        duplicates = [name for name in names if names.count(name) > 1]
        if duplicates:
            raise ValueError(f"the port {duplicates[0]} is named twice")
        return self

    @cached_property
    def by_role(self) -> dict[Role, str]:
        """The name of every port of the core, by role."""
        names = {**_DEFAULT_NAMES[self.kind], **self.names}
        return {role: name for role, name in names.items() if role not in self.without}

    @property
    def reset_low(self) -> bool:
        """Whether the reset is active low."""
        return (self.reset or ("low" if self.kind == "axi-stream" else "high")) == "low"

    @property
    def with_headers(self) -> bool:
        """Whether the core expects segment headers in its input."""
        return self.kind != "axi-stream" or bool(self.headers)


class ExternalCore(BaseModel):
    """Facts that only an external core has. It is measured inside a wrapper that only renames ports."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    top: Identifier
    """Name of the author's top entity or module."""
    ports: Ports = Ports()
    home: Path
    """Folder that its file names are relative to."""
    description: Path
    """The description file, by which the user names the core."""
    answers: Path | None = None
    """A file of known answers for this core only."""
    padding: str = ""
    """For an algorithm without a software model: the algorithm with the same padding. Verification then has nothing
    but `answers`."""
    measured_formula: bool = False
    """Whether the cycle formula was measured rather than declared."""
