# SPDX-License-Identifier: Apache-2.0
"""The host's side of the format: descriptors, packets and results worked by hand, and messages that it refuses."""

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.studies.system.accelerator import Accelerator, default_bus_bits
from fairhash.studies.system.machine_rtl import (
    AcceleratorResult,
    AcceleratorStatus,
    Packet,
    message_packets,
    read_result,
)
from tests.studies.system.accelerator.accelerator_run import interleave
from tests.studies.system.accelerator.toys import packets, toys


def test_a_packet_worked_by_hand() -> None:
    """Id 0x1234, first and last, 3 blocks: 0x1234 + 2^16 + 2^17 + 3 * 2^18; 5 message bits in the upper half."""
    packet = Packet(0x1234, first=True, last=True, blocks=3, bits=5, payload=bytes(range(1, 13)))
    assert packet.descriptor == 0x5_000F_1234
    assert packet.rows(64) == [(0x5_000F_1234, False), (0x0807060504030201, False), (0x0C0B0A09, True)]
    assert packet.rows(128) == [(0x5_000F_1234, False), (0x0C0B0A090807060504030201, True)]


def test_message_bits_in_the_last_packet() -> None:
    """SHA-256's blocks have 512 bits. 100 bytes are padded to 2 blocks; the second one has 288 of the 800 bits."""
    core = find_core("sha-256/highspeed")
    one, two = message_packets(core, 7, bytes(100), packet_blocks=1)
    assert (one.first, one.last, one.blocks, one.bits) == (True, False, 1, 0)
    assert (two.first, two.last, two.blocks, two.bits) == (False, True, 1, 288)
    # 60 bytes leave no room for the length: all padding is in the last packet, which has two blocks
    (whole,) = message_packets(core, 7, bytes(60), packet_blocks=1)
    assert (whole.blocks, whole.bits, len(whole.payload)) == (2, 480, 128)


def test_packets_of_turns() -> None:
    """The number of bits is that of the last block, because each block is a segment."""
    (whole,) = packets(toys(architecture="turns"), 1, bytes(20))
    assert (whole.blocks, whole.bits) == (2, 32)


def test_interleaving() -> None:
    """Three messages of 2, 1 and 2 packets, two at once: the third one begins when the second one has ended."""
    a, b, c = (packets(toys(), number, bytes(length), 1) for number, length in ((1, 20), (2, 3), (3, 20)))
    assert interleave([a, b, c], 2) == [a[0], b[0], a[1], c[0], c[1]]
    assert interleave([a, b, c], 1) == [*a, *b, *c]


def test_results() -> None:
    """Id and status are in the lowest bytes; the digest follows."""
    digest = bytes(range(16))
    rows = [0x3_0009, int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")]
    assert read_result(rows, 64, 128) == AcceleratorResult(9, AcceleratorStatus.TRUNCATED, digest)
    with pytest.raises(ValueError, match="other bits"):
        read_result([1 << 19, *rows[1:]], 64, 128)


def test_widths_of_the_bus() -> None:
    """keccak-256 takes 1088 bits in 24 cycles, 45.3 a cycle: 1 core needs 64 bits, 2 need 128, 8 need 363."""
    core = find_core("keccak-256/highspeed")
    assert [default_bus_bits(core, cores) for cores in (1, 2, 5, 8, 16)] == [64, 128, 256, 512, 512]


@pytest.mark.parametrize(
    ("cores", "bus_bits", "buffer_bytes", "what"),
    [(0, 64, 8192, "0 cores"), (65, 64, 8192, "65 cores"), (2, 96, 8192, "96 bits"), (2, 512, 256, "256 bytes")],
)
def test_refused_accelerators(cores: int, bus_bits: int, buffer_bytes: int, what: str) -> None:
    """Each parameter out of range is named."""
    with pytest.raises(FairhashError, match=what):
        Accelerator(find_core("keccak-256/highspeed"), cores, bus_bits, buffer_bytes)


def test_refused_messages() -> None:
    """An id of 17 bits, and packets without blocks."""
    core = find_core("keccak-256/highspeed")
    with pytest.raises(FairhashError, match="65536"):
        message_packets(core, 65536, b"")
    with pytest.raises(FairhashError, match="0 blocks"):
        message_packets(core, 1, b"", packet_blocks=0)
