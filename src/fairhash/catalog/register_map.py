# SPDX-License-Identifier: Apache-2.0
"""The registers of an external core that has an address space."""

from typing import Annotated

from pydantic import Field

from fairhash.base.records import StrictModel

Address = Annotated[int, Field(ge=0, lt=1 << 16)]
Value = Annotated[int, Field(ge=0, lt=1 << 31)]


class RegisterMap(StrictModel):
    """Where the message block, the digest, the commands and the status of a core are.

    A message is hashed block by block: write the block's words from address `block`, write `first` or `next` to
    `control`, read `status` until `status & ready == ready`. The digest is then read from address `digest`.
    """

    address_bits: Annotated[int, Field(ge=1, le=16)]
    block: Address
    digest: Address
    control: Address
    status: Address
    step: Annotated[int, Field(ge=1, le=8)] = 1
    """Distance between the addresses of successive words."""
    first: Value = 1
    """Value that starts the first block of a message."""
    next: Value = 2
    """Value that starts a further block."""
    ready: Value = 1
    """The status bits that are 1 when the block has been hashed."""
    start_cycles: Annotated[int, Field(ge=0, le=100)] = 4
    """Cycles from the command until the status says that the core works."""
    read_cycles: Annotated[int, Field(ge=0, le=3)] = 0
    """Cycles from an address to its data."""
