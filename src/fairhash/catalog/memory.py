# SPDX-License-Identifier: Apache-2.0
"""Memories of a core: how much it may use, and what its sources request."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MemoryAllowance(_Table):
    """The block memory that a core may use, in bits and ports: blocks differ from family to family.

    A port has one address; it may read and write.
    """

    bits: Annotated[int, Field(ge=1)]
    """Of all memories together."""
    ports: Annotated[int, Field(ge=1)]
    """Of all memories together."""
    port_bits: Annotated[int, Field(ge=1)]
    """Width of the widest port."""


SMALL_WORDS = 32
"""Most words of a memory that becomes a RAM of LUTs, which counts as logic cells (rtl/ops/memory_distributed.vhd). A
larger one with clocked reads becomes block memory."""


class DesignMemory(_Table):
    """A memory of the elaborated Verilog, before it is mapped to cells of a family."""

    name: str
    kind: Literal["block", "distributed", "table"]
    """`block`: every read is clocked, as in block memory; `distributed`: written, with a read that is not clocked;
    `table`: constants with a read that is not clocked, which become logic."""
    bits: Annotated[int, Field(ge=1, lt=1 << 53)]
    ports: Annotated[int, Field(ge=1, lt=1 << 31)]
    """Number of different addresses; a port may read and write."""
    port_bits: Annotated[int, Field(ge=1, lt=1 << 31)]
    """Width of the widest port."""

    @property
    def takes_blocks(self) -> bool:
        """Whether it needs block memory. Small memories look like it if a register drives their address."""
        return self.kind == "block" and self.bits > SMALL_WORDS * self.port_bits
