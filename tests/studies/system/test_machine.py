# SPDX-License-Identifier: Apache-2.0
"""The simulated machine: cycles against the cores' formulas, times worked by hand, and the rules of its counters."""

from dataclasses import replace

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores
from fairhash.studies.system.bus import Bus, find_bus
from fairhash.studies.system.core_model import core_model, find_core_preset
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_run import Cause, simulate
from fairhash.studies.system.presets import Disk, Host, hosts

IDLE_HOST = Host(id="idle", title="no work", pad_ns=0, notify_ns=0, complete_ns=0, sources=("this test",))
FAST_BUS = Bus(
    id="fast",
    title="a burst in a nanosecond",
    clock_mhz=1000,
    width_bits=8 * 4096,
    burst_bytes=4096,
    buffer_bytes=4096,
    sources=("this test",),
)
LARGE = 1 << 20


@pytest.mark.parametrize(
    "name", ["keccak-256/highspeed", "simd-256/highspeed", "sha-256/highspeed", "keccak-256/case-4"]
)
@pytest.mark.parametrize("blocks", [1, 2, 7])
def test_a_core_needs_the_cycles_of_its_formula(name: str, blocks: int) -> None:
    """Words are there at once, so only the formula counts; two cycles are for the way to the core and back."""
    declared = all_cores()[name]
    core = core_model(declared, 100)
    # the padding of SIMD has a block of its own
    length = next(n for n in range(1, LARGE) if core.blocks(n) >= blocks)
    blocks = core.blocks(length)
    run = simulate(MachineModel(IDLE_HOST, FAST_BUS, core, 1, buffer_bytes=LARGE), [length])
    expected = declared.formula.cycles(blocks, declared.io_ratio)
    assert run.total_ns / 10 == pytest.approx(expected, abs=3)
    counters = run.cores[0]
    assert len(run.cores) == declared.messages_in_flight
    # words arrive and the digest returns in two cycles in which the core waits or is idle
    assert counters.computing + counters.waiting_for_collector == pytest.approx(expected, abs=1)
    assert counters.waiting_for_collector == core.unload


@pytest.mark.parametrize(
    ("name", "cycles"),
    [
        # 16 blocks of 98 cycles and a parent's 126 for each chunk of 1,024 bytes; two chunks in 16 * 112 + 2 * 128 + 16
        ("blake3/highspeed", (16 * 98 + 126) / 1024),
        ("blake3/chunks-2", (16 * 112 + 2 * 128 + 16) / 2048),
    ],
)
def test_long_messages_of_a_tree_take_the_cycles_of_its_parents(name: str, cycles: float) -> None:
    """Within the cycle to which a block is rounded up."""
    assert core_model(all_cores()[name], 100).ns_per_byte / 10 == pytest.approx(cycles, abs=1 / 64)


def test_messages_overlap_in_a_core() -> None:
    """Ten messages of two blocks: the core processes without pauses, 24 cycles for each block."""
    core = core_model(all_cores()["keccak-256/highspeed"], 100)
    machine = MachineModel(IDLE_HOST, FAST_BUS, core, 1, buffer_bytes=LARGE, batch=10)
    run = simulate(machine, [200] * 10)
    assert core.blocks(200) == 2
    assert run.total_ns / 10 == pytest.approx(1 + 17 + 20 * 24 + 4, abs=3)


def test_a_slow_bus_is_counted() -> None:
    """PCI brings the 136 bytes of a block in more than the 240 ns that the core needs for it."""
    core = core_model(all_cores()["keccak-256/highspeed"], 100)
    run = simulate(MachineModel(IDLE_HOST, find_bus("pci-32-33"), core, 1), [50_000])
    assert run.total_ns == pytest.approx(find_bus("pci-32-33").transfer_ns(50_000), rel=0.02)
    assert run.bottleneck == Cause.TRANSFER
    assert run.bus_busy_share > 0.97
    assert run.bus_blocked_share == 0
    (counters,) = run.cores
    share = counters.waiting_for_data / (counters.computing + counters.waiting_for_data + counters.idle)
    assert share == pytest.approx(1 - core.ns_per_byte * 50_000 / run.total_ns, abs=0.2)


def test_the_causes_fill_the_time() -> None:
    """Their sum is the run, and the host's part is what its preset says."""
    machine = MachineModel(
        hosts()["xeon-e7310"], find_bus("fsb"), find_core_preset("paper-e-keccak"), 4, interleaved=False
    )
    run = simulate(machine, [8, 100, 20_000, 9_000, 50, 1, 1000, 3])
    assert sum(run.cause_ns.values()) == pytest.approx(run.total_ns)
    assert run.cause_ns[Cause.PADDING] == pytest.approx(8 * 2770)
    assert run.cause_ns[Cause.NOTIFICATION] == pytest.approx(2 * 2770)
    for core in run.cores:
        cycles = core.computing + core.waiting_for_data + core.waiting_for_collector + core.idle
        assert 10 * cycles == pytest.approx(run.total_ns, abs=20)


def test_files_are_read_before_they_are_padded() -> None:
    """Two files of 1000 bytes in blocks of 512: 2 x (5 us + 1024 bytes at 100 MB/s) = 30.48 us."""
    disk = Disk(id="slow", title="", mb_s=100, access_us=5, block_bytes=512, sources=("this test",))
    machine = MachineModel(IDLE_HOST, FAST_BUS, find_core_preset("paper-e-keccak"), 2, disk=disk)
    with_disk, without = simulate(machine, [1000] * 2), simulate(replace(machine, disk=None), [1000] * 2)
    assert with_disk.cause_ns[Cause.DISK] == pytest.approx(30_480)
    assert with_disk.total_ns - without.total_ns == pytest.approx(30_480, abs=10)


def test_a_full_buffer_blocks_the_other_cores() -> None:
    """Non-interleaved messages of four buffers: the second core starts when the first has read three of them."""
    core = find_core_preset("paper-e-keccak")
    machine = MachineModel(IDLE_HOST, find_bus("fsb"), core, 2, interleaved=False)
    run = simulate(machine, [4 * 8192] * 2)
    one = core.blocks(4 * 8192) * core.block_ns
    assert run.total_ns == pytest.approx(one * 3 / 4 + one, rel=0.02)
    # in the rest of that time the bus moves: 8 bytes in 2.5 ns
    assert run.cause_ns[Cause.BUFFER] == pytest.approx(one * 3 / 4 - 4 * 8192 / 8 * 2.5, rel=0.05)
    interleaved = simulate(replace(machine, interleaved=True), [4 * 8192] * 2)
    assert interleaved.total_ns == pytest.approx(one, rel=0.02)
    assert interleaved.cause_ns[Cause.BUFFER] == 0


def test_a_host_with_two_batches_in_flight_hides_its_work() -> None:
    """Padding for 300 ns beside a computation of 280 ns and more: with two batches in flight the slower one remains."""
    slow = Host(id="slow", title="", pad_ns=300, notify_ns=0, complete_ns=0, sources=("this test",))
    machine = MachineModel(slow, FAST_BUS, find_core_preset("paper-e-keccak"), 1, buffer_bytes=LARGE)
    alternating = simulate(machine, [8] * 100)
    overlapped = simulate(replace(machine, host=slow.model_copy(update={"batches_in_flight": 2})), [8] * 100)
    assert alternating.total_ns / 100 > 300 + 280
    assert overlapped.total_ns / 100 == pytest.approx(330, abs=32)


def test_digests_leave_through_one_collector() -> None:
    """Eight cores that end together, 40 cycles for a digest: the last one waits for all."""
    core = find_core_preset("paper-e-keccak").model_copy(update={"unload": 40})
    machine = MachineModel(IDLE_HOST, FAST_BUS, core, 8, buffer_bytes=LARGE)
    run = simulate(machine, [8] * 8)
    assert run.total_ns / 10 == pytest.approx(28 + 8 * 40, abs=5)
    assert max(core.waiting_for_collector for core in run.cores) == pytest.approx(8 * 40, abs=5)
    assert run.bottleneck == Cause.COLLECTION


def test_unequal_messages_keep_interleaved_cores_busy() -> None:
    """A short message's core takes the next one; no core hashes two messages at a time."""
    core = find_core_preset("paper-e-simd")
    machine = MachineModel(IDLE_HOST, find_bus("fsb"), core, 2, batch=4)
    run = simulate(machine, [6400, 64, 64, 6400])
    blocks = [core.blocks(n) for n in (6400, 64, 64, 6400)]
    # one core has the first message, the other one the rest
    assert run.total_ns == pytest.approx(sum(blocks[1:]) * core.block_ns, rel=0.02)


def test_what_cannot_work_is_refused() -> None:
    core = find_core_preset("paper-e-keccak")
    with pytest.raises(FairhashError, match="at least 192 bytes are needed"):
        MachineModel(IDLE_HOST, find_bus("fsb"), core, 1, buffer_bytes=128)
    with pytest.raises(FairhashError, match="0 cores"):
        MachineModel(IDLE_HOST, find_bus("fsb"), core, 0)
    with pytest.raises(FairhashError, match="known are paper-e-keccak"):
        find_core_preset("paper-f")
