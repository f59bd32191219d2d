# SPDX-License-Identifier: Apache-2.0
"""What the host of an accelerator sends and receives: packets with descriptors, and results (docs/accelerator.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.testbench.reference import Reference, models

MOST_BLOCKS = 2**14 - 1
"""Most blocks of a packet."""

MOST_IDS = 2**16
_HEADER_BYTES = 8


class AcceleratorStatus(IntEnum):
    """Status of a result, as accelerator_pkg.vhd declares it."""

    OK = 0
    UNKNOWN_ID = 1
    TOO_LONG = 2
    TRUNCATED = 3
    NO_LANE = 4
    ID_IN_USE = 5
    NO_BLOCKS = 6
    OVERFLOW = 7


@dataclass(frozen=True)
class Packet:
    """A packet of the input stream."""

    id: int
    """Of the message: 0 to 65535."""
    first: bool
    """It begins the message."""
    last: bool
    """It ends the message."""
    blocks: int
    """Blocks that the descriptor announces."""
    bits: int
    """Message bits for the last header that the core receives; 0 in a packet that is not the last one."""
    payload: bytes
    """The blocks, in the order of the message's bytes."""

    @property
    def descriptor(self) -> int:
        """The descriptor: a number of 64 bits, sent least significant byte first."""
        return self.id | self.first << 16 | self.last << 17 | self.blocks << 18 | self.bits << 32

    def rows(self, bus_bits: int) -> list[tuple[int, bool]]:
        """Return the rows of the packet as numbers, each with whether it is the last one."""
        step = bus_bits // 8
        numbers = [self.descriptor]
        numbers += [
            int.from_bytes(self.payload[start : start + step], "little") for start in range(0, len(self.payload), step)
        ]
        return [(number, index == len(numbers) - 1) for index, number in enumerate(numbers)]


def message_packets(
    core: Core,
    number: int,
    data: bytes,
    *,
    bits: int | None = None,
    packet_blocks: int = MOST_BLOCKS,
    reference: Reference | None = None,
) -> list[Packet]:
    """Return the packets of one message, padded.

    Args:
        core: The core of the accelerator.
        number: The id of the message.
        data: The message.
        bits: Its length in bits; default all of `data`.
        packet_blocks: Most blocks of a packet. For a core with one message in flight the last packet may be longer,
            because it holds all padding.
        reference: Model that pads; default: the project's models.

    Raises:
        FairhashError: the id or `packet_blocks` is out of range, the message is longer than the core allows, or the
            core cannot receive a message of this length (docs/architecture.md, "Turns").
    """
    if not 0 <= number < MOST_IDS:
        raise FairhashError(f"the id {number}", core.name, f"give 0 to {MOST_IDS - 1}")
    if not 1 <= packet_blocks <= MOST_BLOCKS:
        raise FairhashError(f"packets of {packet_blocks} blocks", core.name, f"give 1 to {MOST_BLOCKS}")
    model = reference or models()
    length = 8 * len(data) if bits is None else bits
    if length > 1 << core.length_bits:
        what = f"a message of {length} bits"
        raise FairhashError(what, core.name, f"the core's messages have at most 2^{core.length_bits} bits")
    padded = model.pad(core.algorithm, data, bits)
    size = core.block_bits // 8
    total = len(padded) // size
    whole = length // core.block_bits
    block_segments = core.messages_in_flight > 1
    if block_segments:
        model.block_segments(core.algorithm, core.word_bits, data, bits)  # refuses what such a core cannot receive
    cuts = list(range(packet_blocks, total if block_segments else min(total, whole + 1), packet_blocks))
    packets = []
    for start, end in zip([0, *cuts], [*cuts, total], strict=True):
        last = end == total
        counted = (total - 1 if block_segments else start) * core.block_bits  # blocks before the last segment
        rest = max(length - counted, 0) % 2**32 if last else 0
        payload = padded[start * size : end * size]
        packets.append(Packet(number, start == 0, last, end - start, rest, payload))
    return packets


@dataclass(frozen=True)
class AcceleratorResult:
    """A result on the output stream."""

    id: int
    status: AcceleratorStatus
    digest: bytes
    """All zeros if the status is not OK."""


def read_result(rows: Sequence[int], bus_bits: int, digest_bits: int) -> AcceleratorResult:
    """Return the result in the rows of one packet of the output stream.

    Raises:
        ValueError: reserved bits or filled bytes are not zero.
    """
    data = b"".join(row.to_bytes(bus_bits // 8, "little") for row in rows)
    header = int.from_bytes(data[:_HEADER_BYTES], "little")
    end = _HEADER_BYTES + digest_bits // 8
    if header >> 19 or any(data[end:]):
        raise ValueError(f"a result with other bits set: {data.hex()}")
    return AcceleratorResult(header & 0xFFFF, AcceleratorStatus(header >> 16 & 7), data[_HEADER_BYTES:end])
