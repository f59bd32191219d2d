# SPDX-License-Identifier: Apache-2.0
"""An estimate in a sweep: an area, no clock, no placement, and no way into a ranking."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_target
from fairhash.figures.figure_table import figure_rows
from fairhash.figures.figures import comparisons, figures
from fairhash.results import Result
from tests.bench.fakes import Fake, Heard, sweep
from tests.results.samples import sample

DEVICE = find_target("virtex5-estimate")
CELLS = {"LUT2": 100, "LUT6": 900, "CARRY4": 12, "INV": 7, "FDRE": 300}
SEEDS = (1, 2, 3)


def _estimate(store: Path, fake: Fake, core: Core, *seeds: int) -> list[Result]:
    fake.synthesis = {"cells": CELLS, "flip_flops": 300}
    return sweep(store, fake, core, *seeds, device=DEVICE)


def test_an_area_and_no_clock_once(store: Path, fake: Fake, core: Core) -> None:
    (result,) = _estimate(store, fake, core, 1, 2, 3)
    assert (result.status, result.stage, result.achieved) == ("estimate", "synthesis", None)
    assert "no clock" in result.reason
    assert result.resources is not None
    # tables only: neither carry cells nor inverters
    assert (result.resources.area_cells, result.area_unit) == (1000, "LUT6")
    assert (result.resources.flip_flops, result.resources.carry) == (300, 12)
    assert result.netlist.verdict == "pass"
    assert not result.ranked
    assert not any(line.startswith("placement") for line in fake.lines())
    assert _estimate(store, fake, core, 7) == [result]


def test_a_mapping_that_failed_is_a_failure(store: Path, fake: Fake, core: Core) -> None:
    fake.synthesis = {"status": "failed", "reason": "latch x"}
    heard = Heard()
    (result,) = sweep(store, fake, core, 1, device=DEVICE, progress=heard)
    assert (result.status, result.reason, result.resources) == ("failed", "latch x", None)
    # no seed is reported where the tools take none
    assert {job for job, outcome, _ in heard.ended if outcome == "no netlist"} == {
        f"{core.name} netlist answers",
        f"{core.name} placement",
    }


def test_further_names_are_the_same_device() -> None:
    assert find_target("virtex6-estimate") is find_target("spartan6-estimate") is DEVICE
    assert find_target("virtex4-estimate").id == "spartan3-estimate"
    assert find_target("stratix3-estimate").id == "cyclone5-estimate"


def test_a_recipe_that_means_nothing_to_it_is_refused(store: Path, fake: Fake, core: Core) -> None:
    message = "recipe best has no effect on virtex5-estimate; use --recipe default or omit --recipe"
    with pytest.raises(FairhashError, match=f"^{message}$"):
        sweep(store, fake, core, 1, device=DEVICE, recipe=find_recipe("best"))


def _as_estimate(core: str, area: int) -> Result:
    """On the device of the placed ones, which no estimate ever is: even then it must not meet them."""
    made = sample(core, area=area, seed=0, recipe="default", series="estimated")
    changed = {
        "status": "estimate",
        "stage": "synthesis",
        "reason": "area of the mapped netlist",
        "achieved": None,
        "critical_path": None,
        "area_unit": "LUT6",
    }
    return Result.model_validate({**made.model_dump(), **changed})


def test_it_is_shown_and_never_compared() -> None:
    runs = [sample("sha-512/highspeed", 100, 2000, seed) for seed in SEEDS]
    runs += [sample("groestl-512/highspeed", 100, 3000, seed) for seed in SEEDS]
    rows = {row.core: row for row in figure_rows(comparisons([*runs, _as_estimate("keccak-512/highspeed", 11)]))}
    row = rows["keccak-512/highspeed"]
    assert (row.area_cells, row.estimated) == (11, True)
    assert row.note == "estimate: area of the mapped netlist"
    speeds = (row.fmax_median_mhz, row.throughput_mbit_s, row.throughput_per_cell_mbit_s)
    ratios = (row.normalised_throughput, row.normalised_area, row.normalised_ratio, row.reference)
    assert set(speeds + ratios) == {None}


def test_it_is_nobodys_reference() -> None:
    runs = [sample("keccak-512/highspeed", 100, 2000, seed) for seed in SEEDS]
    (keccak, sha) = figure_rows(figures([*runs, _as_estimate("sha-512/highspeed", 11)]))
    assert (keccak.normalised_area, keccak.reference) == (None, None)
    assert sha.estimated


@pytest.mark.parametrize(
    "wrong",
    [
        {"stage": "placement"},
        {"resources": None},
        {"achieved": {"clk_mhz": 100, "io_clk_mhz": 100, "effective_mhz": 100}},
        {"reason": ""},
    ],
)
def test_an_estimate_that_looks_placed_cannot_be_stored(wrong: dict[str, object]) -> None:
    good = _as_estimate("keccak-512/highspeed", 11).model_dump()
    with pytest.raises(ValidationError, match="estimate"):
        Result.model_validate({**good, **wrong})
