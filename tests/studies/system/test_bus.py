# SPDX-License-Identifier: Apache-2.0
"""The bus: arrivals worked by hand, rates of the presets against their sources, and a core connected to it."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from pydantic import ValidationError

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.studies.system.bus import FS_PER_US, Bus, buses, find_bus
from fairhash.studies.system.interface import interface_run

HAND = Bus(
    id="hand",
    title="worked by hand",
    clock_mhz=100,
    width_bits=32,
    burst_bytes=16,
    overhead_bytes=6,
    turnaround_cycles=1,
    latency_ns=25,
    buffer_bytes=16,
    sources=("this test",),
)
"""A burst: 1 cycle of turnaround, 2 of overhead (6 bytes in 4-byte cycles), 4 of data. It begins after 3 cycles."""


def arrivals(bus: Bus, word_bits: int, count: int, core_mhz: float, taken: Sequence[int] | None = None) -> list[int]:
    """Return the core cycle in which each word can first be offered; bus cycle 0 and core cycle 0 begin together.

    A word can be offered in the first core cycle that begins when all of it has arrived, or later.

    Args:
        bus: The bus.
        word_bits: Bits of a word.
        count: Number of words.
        core_mhz: Clock of the core's stream ports.
        taken: The core cycle in which the core takes each word, which makes room in the buffer; default: the buffer
            always has room.
    """
    bus_fs, core_fs = bus.period_fs, round(FS_PER_US / core_mhz)
    word_bytes, width = word_bits // 8, bus.width_bits // 8
    before = bus.turnaround_cycles + -(-bus.overhead_bytes // width)
    now = -(-round(1e6 * bus.latency_ns) // bus_fs)
    cycles: list[int] = []
    for first in range(0, count * word_bytes, bus.burst_bytes):
        size = min(bus.burst_bytes, count * word_bytes - first)
        freed = first + size - bus.buffer_bytes
        if taken is not None and freed > 0:
            # the word leaves the buffer at the end of the core cycle, and the bus sees that at its next edge
            now = max(now, -(-(taken[-(-freed // word_bytes) - 1] + 1) * core_fs // bus_fs))
        for offset in range(word_bytes, size + 1, word_bytes):
            cycles.append(-(-(now + before + -(-offset // width)) * bus_fs // core_fs))
        now += before + -(-size // width)
    return cycles


def test_words_arrive_in_bursts() -> None:
    """Data moves in bus cycles 3 + 3 to 3 + 6, so words are there from cycle 7 on; the next burst ends 7 later."""
    assert arrivals(HAND, 32, 6, 100) == [7, 8, 9, 10, 14, 15]
    # the core's clock is twice as fast
    assert arrivals(HAND, 32, 6, 200) == [14, 16, 18, 20, 28, 30]
    # 64-bit words have arrived with their second half; at 40 MHz 8, 10 and 15 cycles of 10 ns are 3.2, 4 and 6 of ours
    assert arrivals(HAND, 64, 3, 100) == [8, 10, 15]
    assert arrivals(HAND, 64, 3, 40) == [4, 4, 6]


def test_a_full_buffer_stops_the_bus() -> None:
    """16 bytes of buffer hold one burst: the second begins when the fourth word has left, at the end of cycle 20."""
    assert arrivals(HAND, 32, 8, 100, [7, 8, 9, 20, 30, 31, 32, 33]) == [7, 8, 9, 10, 25, 26, 27, 28]
    # a burst of two words needs room for two only: it begins at once, since the second word has left in cycle 8
    assert arrivals(HAND, 32, 6, 100, [7, 8, 9, 20, 30, 31]) == [7, 8, 9, 10, 14, 15]


def test_rates_follow_from_the_cycles_of_a_burst() -> None:
    assert HAND.burst_cycles() == 7
    assert HAND.data_mbit_s == pytest.approx(16 * 8 / 7 * 100)
    assert HAND.transfer_ns(20) == pytest.approx(25 + 10 * (7 + 4))


def peak_mbit_s(name: str) -> float:
    """Throughput of a preset without overhead."""
    bus = find_bus(name)
    return bus.width_bits * bus.clock_mhz


def test_presets_have_the_rates_of_their_sources() -> None:
    """PCI: paper C, 125 MB/s within 1 %. PCIe 3.0 x8: 62.96 Gbit/s before packets (pcie-bench). Paper E: 3.2 GB/s."""
    assert peak_mbit_s("pci-32-33") == 32 * 33
    assert find_bus("pci-32-33").data_mbit_s / 8 == pytest.approx(125, rel=0.01)
    assert peak_mbit_s("pcie-3-x8") == pytest.approx(62960, rel=0.001)
    assert find_bus("pcie-3-x8").data_mbit_s / peak_mbit_s("pcie-3-x8") == pytest.approx(256 / 280, abs=0.005)
    assert peak_mbit_s("pcie-4-x16") == pytest.approx(4 * peak_mbit_s("pcie-3-x8"))
    assert find_bus("fsb").data_mbit_s == 8 * 3200


def test_an_unknown_bus_and_a_small_buffer_are_refused() -> None:
    with pytest.raises(FairhashError, match="known are axi-128-250, fsb, pci-32-33"):
        find_bus("isa")
    with pytest.raises(ValidationError, match="no burst could begin"):
        Bus.model_validate({**HAND.model_dump(), "buffer_bytes": 8})


def test_the_page_lists_all_presets(checkout: Path) -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \|", (checkout / "docs/bus.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(buses())


@pytest.fixture(scope="module")
def sha_1() -> Core:
    from fairhash.catalog.cores import all_cores  # noqa: PLC0415 - read in the tests that simulate

    return all_cores()["sha-1/counters"]


@pytest.mark.parametrize("clock_mhz", [60.0, 82.8, 157.6, 400.0])
def test_a_core_on_pci_has_the_lower_rate(sha_1: Core, clock_mhz: float) -> None:
    """Simulation and formula agree within 2 %, also where both rates are equal; words move when the bus model says."""
    bus = find_bus("pci-32-33")
    run = interface_run(sha_1, bus, clock_mhz, 8192)
    assert run.mbit_s == pytest.approx(run.closed_form_mbit_s, rel=0.02)
    assert run.mbit_s <= min(run.core_mbit_s, run.bus_mbit_s)
    assert run.mbit_s == pytest.approx(min(512 * clock_mhz / 80, 1008.7), rel=0.03)
    if 512 * clock_mhz / 80 > 1100:
        assert run.starved_share > 0.1
        assert run.bus_busy_share > 0.98
    # the simulator's bus is written in C++: this one in Python must allow each word at its time
    arrived = arrivals(bus, 32, len(run.taken), clock_mhz, run.taken)
    assert all(there <= cycle for there, cycle in zip(arrived, run.taken, strict=True))
    if run.starved_share > 0.1:
        # a word that the core waits for moves in the cycle in which it can first be offered
        assert sum(there == cycle for there, cycle in zip(arrived, run.taken, strict=True)) > len(arrived) // 3


def test_a_message_shorter_than_a_block(sha_1: Core) -> None:
    """One block in 80 cycles: 1 + 1 + 80 + 1 + 5 from the header on, which PCI delivers after 4 of its cycles."""
    run = interface_run(sha_1, find_bus("pci-32-33"), 33.0, 8)
    assert run.blocks == 1
    assert run.total_ns == pytest.approx((4 + 88) * 1000 / 33, abs=2 * 1000 / 33)
