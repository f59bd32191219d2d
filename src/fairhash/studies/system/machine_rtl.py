# SPDX-License-Identifier: Apache-2.0
"""Simulates a machine whose accelerator is the compiled RTL of rtl/accelerator, and checks its digests.

The host sends packets with descriptors, and receives results (docs/accelerator.md).
"""

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.studies.system.accelerator import SHARED, Accelerator, WrittenAccelerator, write_accelerator
from fairhash.studies.system.accelerator_external import ADAPTER
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_run import FOLDER, MachineRun, SentMessage, build_engine, run_engine
from fairhash.testbench.adapters import adapter_files
from fairhash.testbench.engines import cached, digest, version
from fairhash.testbench.reference import Reference, models
from fairhash.testbench.verilated import compile_verilog, runtime, verilator_inputs
from fairhash.toolchain import ghdl_memory, reaper
from fairhash.toolchain.ghdl import to_verilog

MOST_BLOCKS = 2**14 - 1
"""Most blocks of a packet."""

MOST_IDS = 2**16
"""The descriptor of a packet has 16 bits for the id of a message."""

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
    packet_blocks: int = MOST_BLOCKS,
    reference: Reference | None = None,
) -> list[Packet]:
    """Return the packets of one message, padded.

    Args:
        core: The core of the accelerator.
        number: The id of the message.
        data: The message.
        packet_blocks: Most blocks of a packet. For a core with one message in flight the last packet may be longer,
            because it holds all padding.
        reference: Model that pads; default: the project's models.

    Raises:
        FairhashError: the id or `packet_blocks` is out of range, the message is longer than the core allows, or the
            core cannot receive a message of this length (docs/interface.md, "Turns").
    """
    if not 0 <= number < MOST_IDS:
        raise FairhashError(f"the id {number}", core.name, f"give 0 to {MOST_IDS - 1}")
    if not 1 <= packet_blocks <= MOST_BLOCKS:
        raise FairhashError(f"packets of {packet_blocks} blocks", core.name, f"give 1 to {MOST_BLOCKS}")
    model = reference or models()
    length = 8 * len(data)
    if length > 1 << core.length_bits:
        what = f"a message of {length} bits"
        raise FairhashError(what, core.name, f"the core's messages have at most 2^{core.length_bits} bits")
    padded = model.pad(core.algorithm, data)
    size = core.block_bits // 8
    total = len(padded) // size
    whole = length // core.block_bits
    block_segments = core.messages_in_flight > 1
    if block_segments:
        model.block_segments(core.algorithm, core.word_bits, data)  # refuses what such a core cannot receive
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


def accelerator_link_files(objects: Path) -> list[Path]:
    """Return what a main program is linked with: the object files in `objects`, and those of Verilator's library."""
    return [*sorted(objects.glob("*.o")), *runtime()]


def accelerator_objects(accelerator: Accelerator) -> Path:
    """Return the folder with the object files (*.o) that define make_accelerator() of machine_sim/accelerator_dut.h.

    A program is linked with accelerator_link_files().

    Raises:
        FairhashError: a tool failed.
    """
    with_sources = cached(_sources_key(accelerator), lambda folder: _write(accelerator, folder))
    verilog = with_sources / "accelerator.v"
    wrapper = [FOLDER / "accelerator_dut.h", FOLDER / "accelerator_verilated.cpp", Path(__file__)]
    key = f"accelerator-{digest([verilog, *wrapper, *verilator_inputs()])}"
    return cached(key, lambda folder: _compile(accelerator, verilog, folder))


def _sources_key(accelerator: Accelerator) -> str:
    """Return a digest of everything the Verilog is made from, without making it."""
    core, folder = accelerator.core, Path(__file__).parent
    parameters = (accelerator.cores, accelerator.bus_bits, accelerator.buffer_bytes)
    description = core.model_dump_json(exclude={"source", "external"}) + repr(core.external)
    generator = [folder / f"accelerator{part}.py" for part in ("", "_external")]
    generator += [ghdl_memory.SOURCE, *sorted(folder.glob("*.vhd.txt"))]
    sources = [*(file for _, file in core.sources), *(paths.rtl() / name for name in (*SHARED, ADAPTER))]
    sources += adapter_files(core)
    return f"accelerator-verilog-{digest([repr(parameters), description, *generator, *sources, version('ghdl')])}"


def _write(accelerator: Accelerator, folder: Path) -> None:
    written = write_accelerator(accelerator, folder / "sources", observed=True)
    (folder / "accelerator.v").write_text(accelerator_verilog(accelerator, written, folder), encoding="utf-8")


def accelerator_verilog(accelerator: Accelerator, written: WrittenAccelerator, workdir: Path) -> str:
    """Return the Verilog of written sources, top module last.

    Raises:
        FairhashError: the sources do not elaborate.
    """
    declared = (f"the accelerator of {accelerator.core.name}", str(written.folder))
    text = to_verilog(written.folder, ("--std=08",), written.vhdl, accelerator.top, workdir, declared)
    return "".join((written.folder / name).read_text(encoding="utf-8") for name in written.verilog) + text


def _compile(accelerator: Accelerator, verilog: Path, folder: Path) -> None:
    options = [f"-DCORES={accelerator.cores}", f"-DBUS_BITS={accelerator.bus_bits}", f"-I{FOLDER}"]
    compile_verilog([verilog], accelerator.top, FOLDER / "accelerator_verilated.cpp", folder, cxx_options=options)


def simulate_rtl(core: Core, machine: MachineModel, lengths: Sequence[int], bus_bits: int) -> MachineRun:
    """Simulate pseudo-random messages on a machine with the RTL of its accelerator.

    A core with M messages in flight has M buffers; its counters are those of M cores, as in the model by formula.

    A packet has as many blocks as an eighth of a buffer holds, at most MOST_BLOCKS. Each takes the accelerator a row
    for its descriptor and a cycle, so small packets slow many cores down. A burst of the bus carries packets, so it has
    the size of one. The collector and the packets are those of the RTL; host, bus and disk those of the machine.

    Args:
        core: The core of the catalogue that `machine.core` models.
        machine: The machine.
        lengths: Bytes of each message.
        bus_bits: Bits that enter the accelerator in a cycle of the cores' I/O clock.

    Raises:
        FairhashError: there are too many messages, the core cannot receive a message (docs/interface.md, "Turns"),
            a tool failed, or a digest is wrong.
    """
    if len(lengths) > MOST_IDS:
        raise FairhashError(f"{len(lengths)} messages", core.name, f"simulate at most {MOST_IDS}")
    packet_blocks = min(max(1, machine.buffer_bytes // 8 // machine.core.block_bytes), MOST_BLOCKS)
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
    with tempfile.TemporaryDirectory(prefix=".machine.", dir=reaper.temporary_folder()) as folder:
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
