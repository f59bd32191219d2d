# SPDX-License-Identifier: Apache-2.0
"""The calculator of the architect's page: its blocks against the models' padding, its values against simulation."""

from dataclasses import fields, replace

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.studies.system.advice import variants
from fairhash.studies.system.calculator import (
    COMPUTERS,
    block_count,
    calculate,
    computer_model,
    computer_parts,
    core_data,
    parameters,
)
from fairhash.studies.system.closed_form import Limit, closed_form
from fairhash.studies.system.core_model import core_model, core_presets, find_core_preset
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_run import Cause, simulate
from fairhash.studies.system.presets import disks

_LIMITS = {
    Cause.DISK: Limit.DISK,
    Cause.PADDING: Limit.PADDING,
    Cause.NOTIFICATION: Limit.NOTIFICATION,
    Cause.TRANSFER: Limit.BUS,
    Cause.COLLECTION: Limit.BUS,
    Cause.BUFFER: Limit.BUFFER,
    Cause.COMPUTATION: Limit.CORE,
}


def test_the_formula_of_blocks_is_the_padding_of_every_core() -> None:
    """At each length up to three blocks and at some long ones."""
    models = [core_model(core, 100) for core in all_cores().values()]
    for core in [*models, *core_presets().values()]:
        count, size = block_count(core), core.block_bytes
        for length in (*range(3 * size + 2), 10**6, 10**6 + size // 2, 12345679):
            padded = -(-(length + count.padding_bytes) // size) + count.extra_blocks
            assert max(count.least_blocks, padded) == core.blocks(length), (core.id, length)


def machine(
    computer: str,
    cores: int = 8,
    messages: int = 8,
    *,
    disk: bool = False,
    interleaved: bool = True,
    pads_in_hardware: bool = False,
) -> MachineModel:
    """A computer with Keccak cores at 120 MHz."""
    (chosen,) = (one for one in COMPUTERS if one.id == computer)
    return computer_model(
        *computer_parts(chosen),
        core_model(all_cores()["keccak-256/highspeed"], 120),
        cores,
        messages,
        disk=disks()["nvme"] if disk else None,
        interleaved=interleaved,
        pads_in_hardware=pads_in_hardware,
    )


@pytest.mark.parametrize(
    ("one", "length", "limit"),
    [
        (machine("paper-e", messages=1), 8, Limit.PADDING),
        (machine("paper-e"), 262144, Limit.BUS),
        (machine("paper-e", 4, 4, interleaved=False), 262144, Limit.BUFFER),
        (machine("paper-e", 1, 4, interleaved=False), 262144, Limit.CORE),
        (machine("server", 1, 1), 65536, Limit.CORE),
        (machine("server", 1, 1, pads_in_hardware=True), 8, Limit.NOTIFICATION),
        (machine("server", disk=True), 8, Limit.DISK),
        (machine("soc"), 65536, Limit.BUS),
        (machine("server-4", 8, 4), 65536, Limit.CORE),
        (machine("server-driver", 2, 2), 576, Limit.NOTIFICATION),
    ],
)
def test_time_and_limit_are_those_of_the_simulation(one: MachineModel, length: int, limit: Limit) -> None:
    """The time within 10 %; the limit is the part of the simulated causes that has most of the time."""
    batch = one.batch_messages
    found = calculate(one, length)
    if one.host.batches_in_flight == 1:
        run = simulate(one, [length] * batch)
        time = run.ns_per_byte
    else:
        # many batches without the first ones, in which nothing overlaps
        run, few = (simulate(one, [length] * (batch * batches)) for batches in (16, 8))
        time = (run.total_ns - few.total_ns) / (8 * batch * length)
    assert found.ns_per_byte == pytest.approx(time, rel=0.1)
    shares = dict.fromkeys(Limit, 0.0)
    for cause in Cause:
        shares[_LIMITS[cause]] += run.share(cause)
    assert (found.limit, max(shares, key=lambda each: shares[each])) == (limit, limit)


def test_a_host_that_is_always_busy_is_the_limit() -> None:
    """Two batches in flight: the simulation counts such time for the cores while they compute beside the host."""
    one = machine("server-driver", 1, 64)
    times = closed_form(one, 8)
    assert times.period_ns == pytest.approx(64 * (20 + 22 * 8 / 1000) + 20_000)
    assert times.limit is Limit.NOTIFICATION
    assert simulate(one, [8] * 64 * 8).bottleneck is Cause.COMPUTATION


def test_the_change_is_the_one_that_gains_most() -> None:
    """Of all variants, the first one within 5 % of the best; the limit of a slow core is its clock or number."""
    one = machine("server", 1, 8)
    found = calculate(one, 65536)
    assert found.change
    best = min(closed_form(other, 65536).ns_per_byte for _, other in variants(one))
    assert best <= found.change.ns_per_byte <= 1.05 * best
    assert found.change.text == "2 cores"
    assert found.change.ns_per_byte == pytest.approx(found.ns_per_byte / 2, rel=0.02)


@pytest.mark.parametrize("batch", [0, 3])
def test_a_change_changes_one_part(batch: int) -> None:
    """Also of a machine whose batches have one message a core: more cores get no larger batch."""
    given = replace(machine("server-driver", disk=True, interleaved=False), batch=batch)
    for each in (given, replace(given, interleaved=True)):
        for text, other in variants(each):
            before, after = (replace(whole, batch=whole.batch_messages) for whole in (each, other))
            changed = [
                part.name for part in fields(MachineModel) if getattr(before, part.name) != getattr(after, part.name)
            ]
            assert len(changed) == 1, (text, changed)


def test_cores_without_messages_are_no_change() -> None:
    """Four messages keep four of eight cores busy, so sixteen messages at once gain a factor of two, more cores none.

    Of sixteen messages on eight cores, sixteen cores hash all at once.
    """
    few, many = machine("server-4", 8, 4), machine("server-4", 8, 16)
    now = closed_form(few, 65536).ns_per_byte
    assert closed_form(dict(variants(few))["16 cores"], 65536).ns_per_byte == now
    found = calculate(few, 65536).change
    assert found
    assert found.text == "16 messages at once"
    assert found.ns_per_byte == pytest.approx(now / 2, rel=0.02)
    more = calculate(many, 65536).change
    assert more
    assert more.text == "16 cores"


def test_the_parameters_have_every_preset_and_the_fields_of_the_formula() -> None:
    """Nothing that a page shows is missing, and no text about sources is sent to the browser."""
    core = find_core_preset("paper-e-keccak")
    data = parameters({"paper-e-keccak": core})
    assert data["cores"] == {"paper-e-keccak": core_data(core)}
    assert {one["bus"] for one in data["computers"]} <= set(data["buses"])
    assert {one["host"] for one in data["computers"]} <= set(data["hosts"])
    assert not [name for kind in ("buses", "hosts", "disks") for name, one in data[kind].items() if "sources" in one]
