# SPDX-License-Identifier: Apache-2.0
"""What is known of a core that is not ours: its ports, where its sources are, where its answers come from."""

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=200)]
"""A name that VHDL, Verilog and the tools' command lines all take."""

Role = (
    Literal["clk", "io_clk", "rst", "in_data", "in_valid", "in_ready", "in_last"]
    | Literal["out_data", "out_valid", "out_ready", "out_last"]
)
"""What a port is for, whatever it is called and whichever way it is active."""

Kind = Literal["fairhash", "axi-stream", "fifo"]
Reset = Literal["high", "low"]

_NAMES: dict[Kind, dict[Role, str]] = {
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
"""What each kind calls its ports unless the description says otherwise."""


class Ports(BaseModel):
    """The ports of somebody's core (docs/bench-your-core.md)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind = "fairhash"
    reset: Reset | None = None
    """The level that resets; AXI4-Stream's is low, the others' high."""
    headers: bool | None = None
    """Whether the input words hold our headers; only AXI4-Stream can do without."""
    without: tuple[Literal["in_last", "out_last"], ...] = ()
    """Ports of AXI4-Stream the core does not have."""
    names: dict[Role, Identifier] = {}
    tie: dict[Identifier, Annotated[int, Field(ge=0)]] = {}
    """Further inputs and the constant each is held at."""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.headers is False and self.kind != "axi-stream":
            raise ValueError("only ports of kind axi-stream mark a message's end without headers")
        unknown = [role for role in self.names if role not in _NAMES[self.kind]]
        if unknown:
            raise ValueError(f"ports of kind {self.kind} have no {unknown[0]}")
        if self.without and self.kind != "axi-stream":
            raise ValueError("`without` is for ports of kind axi-stream")
        if "in_last" in self.without and not self.headers:
            raise ValueError("without in_last the core needs `headers = true` to know where a message ends")
        called = [*self.called.values(), *self.tie]
        twice = [name for name in called if called.count(name) > 1]
        if twice:
            raise ValueError(f"the port {twice[0]} is named twice")
        return self

    @cached_property
    def called(self) -> dict[Role, str]:
        """The name of every port by its role."""
        named = {**_NAMES[self.kind], **self.names}
        return {role: name for role, name in named.items() if role not in self.without}

    @property
    def reset_low(self) -> bool:
        """Whether the core is reset while its reset is low."""
        return (self.reset or ("low" if self.kind == "axi-stream" else "high")) == "low"

    @property
    def with_headers(self) -> bool:
        """Whether the core reads the headers of segments."""
        return self.kind != "axi-stream" or bool(self.headers)


class ExternalCore(BaseModel):
    """What a core that is not of the catalogue has besides. It is measured inside a module that only names ports."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    top: Identifier
    """Its entity or module as its author named it."""
    ports: Ports = Ports()
    home: Path
    """The folder its files are named from."""
    description: Path
    """What the user asks for it by."""
    answers: Path | None = None
    """An answer file of its own."""
    padding: str = ""
    """The algorithm whose padding it has, where its own has no model: then its answers are all that is known."""
    measured_formula: bool = False
    """Whether the cycle formula was found by measuring, not declared."""
