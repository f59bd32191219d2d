# SPDX-License-Identifier: Apache-2.0
"""A cocotb test: the accelerator between a source and a sink of cocotbext-axi.

test_axis.py starts it inside the simulator. The file named by SENT holds frames in hex; the received ones go to SEEN.
"""

import itertools
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource


def _pauses(seed: int) -> Iterator[bool]:
    draw = random.Random(seed)
    return itertools.cycle([draw.random() < 0.4 for _ in range(997)])


@cocotb.test()
async def frames_pass(dut: Any) -> None:
    """Send all frames with pauses on both sides, and write the received frames."""
    sent = [bytes.fromhex(line) for line in Path(os.environ["SENT"]).read_text(encoding="ascii").splitlines()]
    expected = int(os.environ["RESULTS"])
    clocks = [Clock(getattr(dut, name), 10, unit="ns") for name in ("clk", "io_clk")]
    for clock in clocks:
        clock.start()
    io_clk, rst = dut.io_clk, dut.rst
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), io_clk, rst)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), io_clk, rst)
    rst.value = 1
    await ClockCycles(io_clk, 5)
    rst.value = 0
    if os.environ["PAUSES"] == "1":
        source.set_pause_generator(_pauses(1))
        sink.set_pause_generator(_pauses(2))
    for frame in sent:
        await source.send(AxiStreamFrame(frame))
    received = [await with_timeout(sink.recv(), 1, "ms") for _ in range(expected)]
    await ClockCycles(io_clk, 300)
    assert sink.empty(), "more frames than messages"
    Path(os.environ["SEEN"]).write_text("".join(f"{bytes(frame.tdata).hex()}\n" for frame in received), "ascii")
