# SPDX-License-Identifier: Apache-2.0
"""The closed form against the simulation over the grid of paper E, and both against the paper's numbers."""

from collections.abc import Iterator

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.closed_form import closed_form
from fairhash.studies.system.core_model import core_model, find_core_preset
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_run import Cause, simulate
from fairhash.studies.system.presets import disks, hosts
from fairhash.studies.system.software_cases import LENGTHS

CORES = {"keccak": (1, 2, 4, 8, 12), "simd": (1, 2, 4, 8, 10)}
"""Numbers of cores of Figs 6 and 7; the FPGA of the paper has up to 12 Keccak or 10 SIMD cores (section II.A)."""


def machine(name: str, cores: int = 1, *, interleaved: bool = True, disk: bool = False) -> MachineModel:
    """The paper's computer."""
    return MachineModel(
        hosts()["xeon-e7310"],
        find_bus("fsb"),
        find_core_preset(f"paper-e-{name}"),
        cores,
        interleaved=interleaved,
        disk=disks()["paper-e"] if disk else None,
    )


def grid(name: str) -> Iterator[MachineModel]:
    for cores in CORES[name]:
        for interleaved in (True, False) if cores > 1 else (True,):
            for disk in (False, True):
                yield machine(name, cores, interleaved=interleaved, disk=disk)


@pytest.mark.parametrize("name", list(CORES))
def test_formula_and_simulation_agree_over_the_grid_of_the_paper(name: str) -> None:
    """Within 5 % for each length of Table I, from memory and disk, in both kinds of transfer."""
    for one in grid(name):
        for length in LENGTHS:
            run = simulate(one, [length] * one.batch_messages)
            assert closed_form(one, length).ns_per_byte == pytest.approx(run.ns_per_byte, rel=0.05), (one, length)


@pytest.mark.parametrize("bus", ["pcie-3-x8", "axi-128-250"])
@pytest.mark.parametrize("cores", [1, 8])
@pytest.mark.parametrize("length", [8, 4096])
def test_formula_and_simulation_agree_with_batches_in_flight(bus: str, cores: int, length: int) -> None:
    """Machines of today prepare a batch while another is hashed; the formula is then within 10 % of the simulation."""
    core = core_model(all_cores()["keccak-256/highspeed"], 120)
    one = MachineModel(hosts()["pcie-polling"], find_bus(bus), core, cores)
    # many batches without the first ones, in which nothing overlaps
    many, few = (simulate(one, [length] * (cores * batches)) for batches in (24, 12))
    per_byte = (many.total_ns - few.total_ns) / (12 * cores * length)
    assert closed_form(one, length).ns_per_byte == pytest.approx(per_byte, rel=0.1)


def simulated(one: MachineModel, length: int) -> float:
    return simulate(one, [length] * one.batch_messages).ns_per_byte


@pytest.mark.parametrize(
    ("name", "length", "published"),
    [("keccak", 262144, 2.30), ("simd", 262144, 15.94), ("keccak", 8, 713.44), ("simd", 8, 971.25)],
)
def test_single_messages_have_the_times_of_the_paper(name: str, length: int, published: float) -> None:
    """Section III.A, within 10 %; long messages take 4 and 6 % less, because no cycle is lost between blocks."""
    assert simulated(machine(name), length) == pytest.approx(published, rel=0.1)
    assert closed_form(machine(name), length).ns_per_byte == pytest.approx(published, rel=0.1)


def test_half_of_the_time_of_a_short_message_is_padding() -> None:
    """Section III.A: "software padding takes around half of the UET"."""
    run = simulate(machine("keccak"), [8])
    assert run.share(Cause.PADDING) == pytest.approx(0.5, abs=0.05)
    assert run.share(Cause.NOTIFICATION, Cause.TRANSFER) == pytest.approx(0.5, abs=0.06)


def test_keccak_stops_at_the_bandwidth_of_the_bus() -> None:
    """Section III.B: 0.32 ns/B with 8 and with 12 cores; SIMD goes on."""
    for cores in (8, 12):
        assert simulated(machine("keccak", cores), 262144) == pytest.approx(0.32, rel=0.1)
    assert simulated(machine("keccak", 4), 262144) > 1.7 * simulated(machine("keccak", 8), 262144)
    assert simulated(machine("simd", 4), 262144) == pytest.approx(2 * simulated(machine("simd", 8), 262144), rel=0.02)


@pytest.mark.parametrize(("name", "cores"), [("keccak", 12), ("simd", 10)])
def test_without_interleaving_many_cores_are_as_slow_as_one(name: str, cores: int) -> None:
    """Section III.B.1: beyond the buffer of 8 KB the time converges to that of one core."""
    one, many = simulated(machine(name), 262144), simulated(machine(name, cores, interleaved=False), 262144)
    assert many == pytest.approx(one, rel=0.05)
    fits = simulated(machine(name, cores, interleaved=False), 4096) / simulated(machine(name), 4096)
    assert fits < 0.5
    run = simulate(machine(name, cores, interleaved=False), [262144] * cores)
    assert run.bottleneck == Cause.BUFFER
    assert run.share(Cause.BUFFER) > 0.7


def test_long_files_add_ten_nanoseconds_per_byte() -> None:
    """Section III.C: "around 10 ns" from the disk's 100 MB/s; at 256 KB the access adds 3 ns (docs/system.md)."""
    added = simulated(machine("keccak", disk=True), 1 << 24) - simulated(machine("keccak"), 1 << 24)
    assert added == pytest.approx(10, rel=0.1)
    short = simulated(machine("keccak", disk=True), 8) - simulated(machine("keccak"), 8)
    assert short > 100_000
