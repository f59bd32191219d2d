# SPDX-License-Identifier: Apache-2.0
"""Accelerators of the toy core, which compile in seconds, and messages for them."""

import random
from collections import Counter
from collections.abc import Iterable

from fairhash.catalog.core import MOST_LENGTH_BITS
from fairhash.studies.system.accelerator import Accelerator
from fairhash.studies.system.machine_rtl import AcceleratorResult, Packet, message_packets
from tests.studies.system.accelerator.accelerator_run import interleave
from tests.studies.system.accelerator.packets_model import PacketsModel
from tests.testbench.toys import TOY, toy_core


def toys(
    cores: int = 2,
    bus_bits: int = 64,
    *,
    architecture: str = "plain",
    buffer_bytes: int = 256,
    length_bits: int = MOST_LENGTH_BITS,
) -> Accelerator:
    """Return an accelerator of toy cores; its buffers are small, so that they fill up."""
    core = toy_core(architecture).model_copy(update={"length_bits": length_bits})
    return Accelerator(core, cores, bus_bits, buffer_bytes, TOY)


def toy_digest(padded: bytes) -> bytes:
    """Return the digest of padded blocks: the model pads, so the padding (a one and zeros) is removed before."""
    value = int.from_bytes(padded, "big")
    zeros = (value & -value).bit_length() - 1
    bits = 8 * len(padded) - zeros - 1
    return TOY.hash_bits("toy-128", (value >> zeros + 1 << -bits % 8).to_bytes((bits + 7) // 8, "big"), bits)


def packets_model(accelerator: Accelerator) -> PacketsModel:
    """Return the model of an accelerator of toys."""
    core = accelerator.core
    # the toy's padding: a one and zeros
    most = None if core.length_bits == MOST_LENGTH_BITS else (1 << core.length_bits) // core.block_bits + 1
    return PacketsModel(
        accelerator.bus_bits, core.block_bits, core.digest_bits, accelerator.lanes, toy_digest, most_blocks=most
    )


def packets(accelerator: Accelerator, number: int, data: bytes, packet_blocks: int = 100) -> list[Packet]:
    """Return the packets of a message."""
    return message_packets(accelerator.core, number, data, packet_blocks=packet_blocks, reference=TOY)


def mixed_packets(accelerator: Accelerator, draw: random.Random, messages: int, at_once: int) -> list[Packet]:
    """Return the packets of messages of any lengths, from none to more than a buffer holds, `at_once` interleaved."""
    lengths = [0, 1, 15, 16, 17, 47, 48, 100, accelerator.buffer_bytes, 3 * accelerator.buffer_bytes]
    sent = [
        packets(accelerator, 1000 + number, draw.randbytes(draw.choice(lengths)), draw.choice((1, 2, 7, 100)))
        for number in range(messages)
    ]
    return interleave(sent, at_once)


def counted(results: Iterable[AcceleratorResult]) -> Counter[AcceleratorResult]:
    """Return the results without their order."""
    return Counter(results)
