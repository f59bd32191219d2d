# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of both components with the masters and the receiver of cocotbext-axi. Start them by `make cocotb`."""

import csv
import itertools
import random
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Timer, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

HERE = Path(__file__).resolve().parent
DATA, LAST, STATUS, DIGEST = 0x14, 0x10, 0x0C, 0x40
DONE = 1


def answers():
    """Message and digest of each row of answers.csv."""
    with (HERE / "answers.csv").open(newline="") as file:
        return [(bytes.fromhex(row["message"]), bytes.fromhex(row["digest"])) for row in csv.DictReader(file)]


async def start(dut):
    """Start the clocks and reset; the clock of the core has no relation to that of the bus."""
    Clock(dut.aclk, 10, unit="ns").start()
    cocotb.start_soon(core_clocks(dut, int(cocotb.plusargs.get("io_ratio", 1))))
    dut.aresetn.value = 0
    await ClockCycles(dut.aclk, 100)
    dut.aresetn.value = 1


async def core_clocks(dut, ratio):
    """core_io_clk, and core_clk in one of `ratio` of its cycles."""
    for cycle in itertools.count():
        dut.core_io_clk.value = 1
        dut.core_clk.value = int(cycle % ratio == 0)
        await Timer(3700, unit="ps")
        dut.core_io_clk.value = 0
        dut.core_clk.value = 0
        await Timer(3700, unit="ps")


def pauses(seed):
    """Endless random pauses."""
    draw = random.Random(seed)
    return itertools.cycle([draw.random() < 0.3 for _ in range(997)])


@cocotb.test()
async def digests_over_axi_stream(dut):
    """All messages at once: their digests come in the same order."""
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.aclk, dut.aresetn, reset_active_level=False)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.aclk, dut.aresetn, reset_active_level=False)
    source.set_pause_generator(pauses(1))
    sink.set_pause_generator(pauses(2))
    await start(dut)
    rows = [row for row in answers() if row[0]]  # the source sends no beat without bytes
    for message, _ in rows:
        await source.send(AxiStreamFrame(message))
    for message, digest in rows:
        frame = await with_timeout(sink.recv(), 10, "ms")
        assert bytes(frame.tdata) == digest, f"a message of {len(message)} bytes"


@cocotb.test()
async def digests_over_axi_lite(dut):
    """One message after the other, by the registers."""
    bus = AxiLiteBus.from_prefix(dut, "s_axi")
    master = AxiLiteMaster(bus, dut.aclk, dut.aresetn, reset_active_level=False)
    await start(dut)
    for message, digest in answers()[:4]:
        words = [message[at : at + 4] for at in range(0, len(message), 4)] or [b""]
        for word in words[:-1]:
            while (await master.read_dword(STATUS)) >> 8 & 0xFF == 0:
                pass
            await master.write_dword(DATA, int.from_bytes(word, "little"))
        await master.write_dword(LAST, len(words[-1]))
        await master.write_dword(DATA, int.from_bytes(words[-1], "little"))
        while not (await master.read_dword(STATUS)) & DONE:
            pass
        read = await master.read(DIGEST, len(digest))
        assert bytes(read.data) == digest, f"a message of {len(message)} bytes"
        await master.write_dword(STATUS, DONE)
