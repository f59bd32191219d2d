# SPDX-License-Identifier: Apache-2.0
"""The machine with the RTL of its accelerator, against the same machine with cores modelled by their formula."""

from dataclasses import replace

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores
from fairhash.studies.system import machine_rtl
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.core_model import core_model
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_rtl import simulate_rtl
from fairhash.studies.system.machine_run import Cause, simulate
from fairhash.studies.system.presets import hosts
from fairhash.testbench.reference import models

CORE = all_cores()["keccak-256/highspeed"]


def machine(
    cores: int = 2, *, interleaved: bool = True, bus: str = "pcie-3-x8", host: str = "pcie-polling"
) -> MachineModel:
    return MachineModel(hosts()[host], find_bus(bus), core_model(CORE, 150), cores, interleaved=interleaved)


@pytest.mark.parametrize(
    ("interleaved", "length", "cause", "tolerance"),
    [
        (True, 8, Cause.NOTIFICATION, 0.1),
        (True, 20_000, Cause.COMPUTATION, 0.1),
        # a message is sent to a lane whose buffer is less than half full, so the next batch begins later
        (False, 4000, Cause.COMPUTATION, 0.15),
        (False, 40_000, Cause.COMPUTATION, 0.1),
    ],
)
def test_rtl_and_formula_agree(interleaved: bool, length: int, cause: Cause, tolerance: float) -> None:
    """Packets have descriptors, and an eighth of a buffer arrives before a core starts."""
    own = machine(interleaved=interleaved)
    lengths = [length, length + 1, length, length + 100]
    run, model = simulate_rtl(CORE, own, lengths, 128), simulate(own, lengths)
    assert run.total_ns == pytest.approx(model.total_ns, rel=tolerance)
    assert run.bottleneck == model.bottleneck == cause
    # the same blocks of 24 cycles, but the RTL does not show when it loads the first one
    for one, other in zip(run.cores, model.cores, strict=True):
        assert one.computing == pytest.approx(other.computing, rel=0.1, abs=20)


def test_a_slow_bus_starves_the_rtl_too() -> None:
    own = machine(bus="pci-32-33", host="soc")
    run = simulate_rtl(CORE, own, [10_000] * 2, 128)
    assert run.bottleneck == Cause.TRANSFER
    assert run.total_ns == pytest.approx(simulate(own, [10_000] * 2).total_ns, rel=0.1)
    assert run.bus_busy_share > 0.9


def test_a_wrong_digest_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results of the RTL are compared with the software model."""

    class Wrong:
        pad = staticmethod(models().pad)

        @staticmethod
        def hash_bits(*_: object) -> bytes:
            return b"\0" * 32

    monkeypatch.setattr(machine_rtl, "models", Wrong)
    with pytest.raises(FairhashError, match="not the result of message 0: AcceleratorResult"):
        simulate_rtl(CORE, machine(), [100, 200], 128)


@pytest.mark.parametrize(
    ("name", "in_flight"),
    [("case-2", 2), *(pytest.param(f"case-{n}", m, marks=pytest.mark.long) for n, m in ((4, 2), (5, 4)))],
)
@pytest.mark.parametrize("interleaved", [True, False])
def test_several_messages_in_flight(name: str, in_flight: int, interleaved: bool) -> None:
    """Two cores, more messages than lanes, of different lengths: digests are right, and the cores stay busy."""
    core = all_cores()[f"keccak-256/{name}"]
    assert core.messages_in_flight == in_flight
    own = replace(machine(interleaved=interleaved), core=core_model(core, 150))
    lengths = [3000 + 700 * (number % 3) for number in range(3 * own.units)]
    run, model = simulate_rtl(core, own, lengths, 256), simulate(own, lengths)
    assert len(run.cores) == len(model.cores) == 2 * in_flight
    assert run.total_ns == pytest.approx(model.total_ns, rel=0.08)
    assert run.bottleneck == model.bottleneck
    # all cores together compute the cycles of all blocks; loading is shown only while a core has no block
    computing = [sum(one.computing for one in each.cores) for each in (run, model)]
    assert computing[0] == pytest.approx(computing[1], rel=0.05)


def test_packets_of_large_buffers_have_a_permitted_number_of_blocks() -> None:
    """An eighth of the largest buffer holds 16384 blocks of 8 bytes, one more than a packet may have."""
    core = all_cores()["ascon-hash256/highspeed"]
    own = replace(machine(1), core=core_model(core, 150), buffer_bytes=2**20)
    assert simulate_rtl(core, own, [2**17], 64).total_ns == pytest.approx(simulate(own, [2**17]).total_ns, rel=0.1)


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(FairhashError, match="70000 messages"):
        simulate_rtl(CORE, machine(), [8] * 70_000, 128)
