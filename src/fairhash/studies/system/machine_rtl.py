# SPDX-License-Identifier: Apache-2.0
"""Simulates a machine whose accelerator is the compiled RTL of rtl/accelerator, and checks its digests."""

import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.studies.system.accelerator import Accelerator
from fairhash.studies.system.accelerator_engine import accelerator_link_files, accelerator_objects
from fairhash.studies.system.accelerator_packets import (
    AcceleratorResult,
    AcceleratorStatus,
    Packet,
    message_packets,
    read_result,
)
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_run import FOLDER, MachineRun, SentMessage, build_engine, run_engine
from fairhash.testbench.reference import models

MOST_MESSAGES = 1 << 16
"""The descriptor of a packet has 16 bits for the id of a message."""


def simulate_rtl(
    core: Core, machine: MachineModel, lengths: Sequence[int], bus_bits: int, packet_blocks: int = 0
) -> MachineRun:
    """Simulate pseudo-random messages on a machine with the RTL of its accelerator.

    A core with M messages in flight has M buffers; its counters are those of M cores, as in the model by formula.

    A burst of the bus carries packets, so it has the size of one. The collector and the packets are those of the RTL;
    host, bus and disk those of the machine.

    Args:
        core: The core of the catalogue that `machine.core` models.
        machine: The machine.
        lengths: Bytes of each message.
        bus_bits: Bits that enter the accelerator in a cycle of the cores' I/O clock.
        packet_blocks: Blocks of a packet; 0: as many as an eighth of a buffer holds. Each packet takes the accelerator
            a row for its descriptor and a cycle, so small packets slow many cores down.

    Raises:
        FairhashError: there are too many messages, the core cannot receive a message (docs/architecture.md, "Turns"),
            a tool failed, or a digest is wrong.
    """
    if len(lengths) > MOST_MESSAGES:
        raise FairhashError(f"{len(lengths)} messages", core.name, f"simulate at most {MOST_MESSAGES}")
    packet_blocks = packet_blocks or max(1, machine.buffer_bytes // 8 // machine.core.block_bytes)
    accelerator = Accelerator(core, machine.cores, bus_bits, machine.buffer_bytes)
    objects = accelerator_objects(accelerator)
    engine = build_engine(FOLDER / "rtl_accelerator.cpp", objects=accelerator_link_files(objects))
    rng = random.Random(1)
    data = [rng.randbytes(length) for length in lengths]
    packets = [
        message_packets(core, number, message, packet_blocks=packet_blocks) for number, message in enumerate(data)
    ]
    row_bytes = bus_bits // 8
    sent = [
        SentMessage(len(message), sum(packet.blocks for packet in sequence), row_bytes * _rows(sequence, bus_bits))
        for message, sequence in zip(data, packets, strict=True)
    ]
    longest = max(row_bytes * len(packet.rows(bus_bits)) for sequence in packets for packet in sequence)
    burst = row_bytes * -(-packet_blocks * core.block_bits // 8 // row_bytes) + row_bytes
    machine = replace(machine, bus=machine.bus.model_copy(update={"burst_bytes": burst}))
    with tempfile.TemporaryDirectory(prefix=".machine.", dir=paths.build()) as folder:
        file = Path(folder) / "rows"
        lines = [f"{core.io_ratio} {core.reset_cycles} {longest}"]
        for sequence in packets:
            rows = [row for packet in sequence for row in packet.rows(bus_bits)]
            lines += [str(len(rows)), *(_row(row, last, bus_bits) for row, last in rows)]
        file.write_text("\n".join([*lines, ""]), encoding="ascii")
        run = run_engine(engine, machine, sent, Path(folder), accelerator_file=file)
        _check(core, data, (Path(folder) / "rows.results").read_text(encoding="ascii"), bus_bits)
    return run


def _rows(packets: Sequence[Packet], bus_bits: int) -> int:
    return sum(len(packet.rows(bus_bits)) for packet in packets)


def _row(row: int, last: bool, bus_bits: int) -> str:
    words = (row >> 64 * place & 0xFFFF_FFFF_FFFF_FFFF for place in range(bus_bits // 64))
    return f"{int(last)} {' '.join(f'{word:x}' for word in words)}"


def _check(core: Core, data: Sequence[bytes], text: str, bus_bits: int) -> None:
    """Compare each result with the software model."""
    reference = models()
    by_message: dict[int, AcceleratorResult] = {}
    for line in text.splitlines():
        words = [int(word, 16) for word in line.split()]
        step = bus_bits // 64
        rows = [
            sum(word << 64 * place for place, word in enumerate(words[start : start + step]))
            for start in range(0, len(words), step)
        ]
        result = read_result(rows, bus_bits, core.digest_bits)
        by_message[result.id] = result
    for number, message in enumerate(data):
        expected = AcceleratorResult(number, AcceleratorStatus.OK, reference.hash_bits(core.algorithm, message))
        if by_message.get(number) != expected:
            what = f"not the result of message {number}: {by_message.get(number, 'nothing')}"
            raise FairhashError(what, core.name, f"fairhash verify {core.name}")
