# SPDX-License-Identifier: Apache-2.0
"""The stored costs of padding units are those of today's units, and the table shows them beside the cores."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores, find_core
from fairhash.catalog.padding import (
    has_padding_unit,
    memory_words,
    padded_cores,
    padding_generics,
    padding_rule,
    segment_blocks,
)
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.features.padding.command import padding
from fairhash.features.padding.measure import measure_cost, sources_digest
from fairhash.features.padding.record import PaddingCost, PaddingCosts, PaddingCycles, UnitArea, read_costs
from fairhash.features.padding.table import cost_rows
from fairhash.results.results_folder import ResultsFolder
from tests.results.samples import sample

DEVICE = "ecp5-85k-8"


def test_which_cores_have_a_unit() -> None:
    """All but those that take turns and KangarooTwelve's; a core has one for each of its algorithms."""
    cores = [core for core in all_cores().values() if has_padding_unit(core)]
    assert all(padding_generics(core, name) for core in cores for name in (core.algorithm, *core.also))
    without = [core for core in all_cores().values() if core not in cores]
    assert all(core.messages_in_flight > 1 or core.algorithm == "kt128" for core in without)


def test_stored_units_are_those_of_today() -> None:
    """A changed unit must be measured again: fairhash padding --device ecp5-85k-8 --measure."""
    costs = read_costs(paths.results(), DEVICE).costs
    assert {cost.core for cost in costs} == {core.name for core in padded_cores()}
    for cost in costs:
        assert cost.cycles
        for pack, area in ((True, cost.packed), (False, cost.plain)):
            assert area.generics == padding_generics(find_core(cost.core), pack=pack)
            assert area.sources == sources_digest()
            assert area.clock_mhz


def test_a_row() -> None:
    """The share is that of cells needed: here the registers need more than the LUTs."""
    cost = unit_of("sha-256/highspeed")
    (row,) = cost_rows([cost], ResultsFolder(paths.results()).read(DEVICE), find_device(DEVICE))
    assert (row.packed_cells, row.plain_cells) == (300, 400)
    assert row.core_cells
    assert row.packed_share == 300 / row.core_cells
    assert row.per_block == 1


@pytest.mark.parametrize(("core", "mhz"), [("turboshake128/highspeed", 200), ("keccak-256/highspeed", 100)])
def test_a_unit_must_reach_the_clock_of_the_streams(core: str, mhz: float) -> None:
    """io_clk has twice the rate of clk in the first core; the second has one clock."""
    runs = [sample(core, 100.0, 5000, seed) for seed in (1, 2, 3)]
    (row,) = cost_rows([unit_of(core)], runs, find_device(DEVICE))
    assert row.stream_mhz == mhz


def unit_of(core: str) -> PaddingCost:
    """Made-up units of a core."""
    area = UnitArea(
        generics={},
        recipe="best",
        sources="0" * 64,
        netlist_cells={},
        flip_flops=300,
        counted_cells=200,
        tools=(),
        date=datetime.now(UTC),
    )
    cycles = PaddingCycles(added=(10, 12, 13, 14), date=area.date)
    return PaddingCost(core=core, packed=area, plain=area.model_copy(update={"counted_cells": 400}), cycles=cycles)


@pytest.mark.parametrize(
    ("recipe", "seed", "measured"), [("best", 1, 0), ("best", None, 0), ("best", 2, 2), ("default", 1, 2)]
)
def test_what_would_be_the_same_is_not_measured_again(
    recipe: str, seed: int | None, measured: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both units are stored by recipe best with seed 1; their synthesis is that of a run without a placement.

    Of other sources nothing is kept.
    """
    core, device = find_core("sha-256/highspeed"), find_device(DEVICE)
    cost = unit_of(core.name)
    packed, plain = (
        area.model_copy(update={"generics": padding_generics(core, pack=pack), "sources": sources_digest(), "seed": 1})
        for area, pack in ((cost.packed, True), (cost.plain, False))
    )
    stored = PaddingCosts(device=DEVICE, costs=(cost.model_copy(update={"packed": packed, "plain": plain}),))
    runs: list[object] = []

    def measure(*inputs: object) -> UnitArea:
        runs.append(inputs)
        return cost.packed

    monkeypatch.setattr("fairhash.features.padding.measure.measure_unit", measure)
    made = measure_cost(core, device, find_recipe(recipe), seed, stored, tmp_path, with_cycles=False)
    assert len(runs) == measured
    assert made.cycles == cost.cycles
    monkeypatch.setattr("fairhash.features.padding.measure.sources_digest", lambda: "1" * 64)
    assert measure_cost(core, device, find_recipe(recipe), seed, stored, tmp_path, with_cycles=False).cycles is None


def test_segments_cost_a_core_nothing_where_it_has_time() -> None:
    """A block of SHA-256 takes 64 cycles, and its words 16; a block of BMW takes as long as its words."""
    sha, bmw = find_core("sha-256/highspeed"), find_core("bmw-256/highspeed")
    assert (segment_blocks(sha), memory_words(sha, 1)) == (1, 16)
    assert (segment_blocks(bmw), memory_words(bmw, segment_blocks(bmw))) == (15, 128)


def test_the_command_shows_stored_costs() -> None:
    run = CliRunner().invoke(padding, ["sha-256/highspeed", "--device", DEVICE])
    assert run.exit_code == 0
    assert "sha-256/highspeed" in run.output


def test_a_core_of_several_messages_has_no_unit() -> None:
    ring = next(core for core in all_cores().values() if core.messages_in_flight > 1)
    with pytest.raises(FairhashError, match="no turns"):
        padding_generics(ring)
    with pytest.raises(FairhashError, match="no padding unit for md5"):
        padding_rule("md5")
