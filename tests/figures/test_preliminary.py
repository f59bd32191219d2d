# SPDX-License-Identifier: Apache-2.0
"""Which figures are known, and what a preliminary one may show: constructed results, hand-computed values."""

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from fairhash.figures import figures as figures_module
from fairhash.figures.figure_table import FigureRow, figure_rows, figure_table, figures_csv
from fairhash.figures.figures import OWN_BEST, comparisons, figures, own_best
from fairhash.figures.selection import MissingRun, RecipeSelection
from fairhash.results.schema import NetlistGate, Result, ToolUse
from tests.results.samples import failed, sample

ECP5 = "ecp5-85k-8"
SEEDS = (1, 2, 3)


def sha_512(clock_mhz: float = 100, **changes: Any) -> list[Result]:
    """Three seeds of the reference: 1,000 cells, 24 bits a cycle."""
    return [sample("sha-512/highspeed", clock_mhz, 1000, seed, **changes) for seed in SEEDS]


def jh_512(clocks: Sequence[float], **changes: Any) -> list[Result]:
    """One run of a core of 2,000 cells for each clock, with the reference's bits a cycle."""
    return [sample("jh-512/highspeed", clock, 2000, seed, **changes) for seed, clock in enumerate(clocks, 1)]


def rows_of(results: Sequence[Result]) -> dict[str, FigureRow]:
    """The rows of one comparison by the first part of the core's name: ``sha`` and ``jh``."""
    return {row.core.partition("-")[0]: row for row in figure_rows(figures(results))}


@pytest.mark.parametrize(
    ("runs", "reason"),
    [
        (jh_512((150, 160, 170)), ""),
        (jh_512((150, 160)), "2 of the 3 seeds needed"),
        (jh_512((150,)), "1 of the 3 seeds needed"),
        ([*jh_512((150, 160)), failed("jh-512/highspeed", seed=3, series="first")], "2 of the 3 seeds needed"),
        (jh_512((150, 160, 170), stale="the Verilog changed"), "stale: the Verilog changed"),
        (
            [*jh_512((150, 160)), *jh_512((150, 160, 170), stale="other key")[2:]],
            "stale: other key",
        ),
        (jh_512((150, 160, 170), netlist=NetlistGate()), "netlist check: unchecked"),
        (jh_512((150, 160, 170), measured_cycles=None), "cycles not measured"),
        (jh_512((150, 160, 170), untested=("stalls",)), "not tested by its description: stalls"),
        (jh_512((150,), area_unit="GE", device="osu018"), ""),
        (jh_512((150,), area_unit="GE", device="osu018", stale="changed"), "stale: changed"),
    ],
    ids=[
        "known",
        "two",
        "one",
        "two of three",
        "stale",
        "one stale",
        "unchecked",
        "cycles",
        "modes",
        "cells",
        "old cells",
    ],
)
def test_a_figure_is_known_if_nothing_is_missing(runs: list[Result], reason: str) -> None:
    (figure,) = figures(runs)
    assert figure.preliminary == reason
    assert figure.has_interval is (not reason and figure.first.area_unit != "GE")


def test_a_preliminary_figure_shows_its_own_values_and_its_ratio_in_parentheses() -> None:
    """160 MHz and 2,000 cells over 100 MHz and 1,000 cells: 1.6 times the throughput, 0.8 times that per cell."""
    row = rows_of([*sha_512(), *jh_512((150, 170))])["jh"]
    assert (row.fmax_median_mhz, row.area_cells, row.throughput_mbit_s) == (160, 2000, 160 * 24)
    assert row.throughput_per_cell_mbit_s == pytest.approx(160 * 24 / 2000)
    assert (row.fmax_lower_quartile_mhz, row.fmax_upper_quartile_mhz, row.seeds) == (None, None, 2)
    assert (row.normalised_throughput, row.normalised_area, row.normalised_ratio) == (1.6, 2, 0.8)
    assert (row.preliminary, row.note) == ("2 of the 3 seeds needed", "preliminary: 2 of the 3 seeds needed")
    table = figure_table([row])
    shown = dict(zip(table.headings(), *table.display_rows(), strict=True))
    assert (shown["quartiles"], shown["vs SHA-2"]) == ("-", "(0.80)")


def test_quartiles_and_best_of_one_run_are_empty_cells() -> None:
    for row in (*figure_rows(figures(jh_512((150,)))), *figure_rows(figures(jh_512((150,), area_unit="GE")))):
        quartiles = (row.fmax_lower_quartile_mhz, row.fmax_median_mhz, row.fmax_upper_quartile_mhz, row.fmax_best_mhz)
        assert quartiles == (None, 150, None, None)
        (written,) = csv.DictReader(io.StringIO(figures_csv([row])))
        assert [written[f"fmax_{name}_mhz"] for name in ("lower_quartile", "upper_quartile", "best")] == ["", "", ""]


@pytest.mark.parametrize(
    "reference",
    [sha_512(stale="changed"), sha_512()[:2], sha_512(netlist=NetlistGate())],
    ids=["stale", "two seeds", "unchecked"],
)
def test_nothing_is_divided_by_a_preliminary_reference(reference: list[Result]) -> None:
    among = [*reference, *jh_512((150, 160, 170))]
    jh = rows_of(among)["jh"]
    assert (jh.normalised_ratio, jh.reference, jh.preliminary) == (None, None, "")
    assert jh.note == "not divided by sha-512/highspeed, which is preliminary"
    assert rows_of(among)["sha"].normalised_ratio is None


def test_a_stale_figure_has_no_ratio() -> None:
    among = [*sha_512(), *jh_512((150, 160, 170), stale="changed")]
    jh = rows_of(among)["jh"]
    assert (jh.throughput_mbit_s, jh.normalised_throughput, jh.normalised_area) == (160 * 24, None, None)


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None, tuple[MissingRun, ...]], None]:
    """Replaces the rule by one outcome for all cores."""

    def replace(recipe: str | None, needs: tuple[MissingRun, ...]) -> None:
        monkeypatch.setattr(
            figures_module, "select", lambda core, device, *_: RecipeSelection(core, device.id, recipe, (), needs)
        )

    return replace


def test_an_annealed_figure_is_in_no_ratio_and_not_chosen(
    choose: Callable[[str | None, tuple[MissingRun, ...]], None],
) -> None:
    """It is faster and shown under its recipe's name; the other recipe is the one of the comparison by the rule."""
    choose(None, SYNTHESIS)
    annealed = [
        run.model_copy(update={"tools": (*run.tools, ToolUse(tool="anneal", version="1", commands=(("annealed",),)))})
        for run in jh_512((300, 310, 320), recipe="small-annealed")
    ]
    among = comparisons([*sha_512(), *jh_512((150, 160, 170)), *annealed])
    own, named = (
        next(one for one in among if one.comparison == name and "jh" in one.first.core)
        for name in (OWN_BEST, "small-annealed")
    )
    assert own.first.recipe == "default"
    assert named.preliminary.startswith("annealed: ")
    assert named.clock_mhz
    assert named.clock_mhz.median == 310
    assert {row.normalised_ratio for row in figure_rows(among) if row.comparison == "small-annealed"} == {None}


MORE_SEEDS = (MissingRun("jh-512/highspeed", ECP5, "small", "placement", (4, 5)),)
SYNTHESIS = (MissingRun("jh-512/highspeed", ECP5, "share", "synthesis"),)


@pytest.mark.parametrize(
    ("recipe", "needs", "shown", "reason"),
    [
        ("small", (), "small", ""),
        ("small", MORE_SEEDS, "small", ""),
        (None, SYNTHESIS, "best", "recipe not chosen: 0 of 0 recipes synthesised"),
        ("share", (), "best", "recipe share not measured"),
    ],
    ids=["chosen", "more seeds", "open", "not measured"],
)
def test_a_figure_by_the_rule_is_known_once_the_recipe_is_chosen(
    choose: Callable[[str | None, tuple[MissingRun, ...]], None],
    recipe: str | None,
    needs: tuple[MissingRun, ...],
    shown: str,
    reason: str,
) -> None:
    """As long as there is no choice `best` is shown: of the recipes of the rule it has the higher clock."""
    choose(recipe, needs)
    runs = [
        *jh_512((900, 900, 900), recipe="default"),
        *jh_512((200, 200, 200), recipe="best"),
        *jh_512((150, 160, 170), recipe="small"),
    ]
    (figure,) = own_best(figures(runs), ())
    assert (figure.first.recipe, figure.preliminary, figure.comparison) == (shown, reason, OWN_BEST)
    assert {one.preliminary for one in comparisons(runs) if one.comparison != OWN_BEST} == {""}


def test_a_ratio_by_the_rule_needs_the_reference_to_be_chosen(
    choose: Callable[[str | None, tuple[MissingRun, ...]], None],
) -> None:
    """While SHA-512 has a provisional recipe nothing is divided by it; by one recipe for both it is."""
    runs = [*sha_512(), *sha_512(recipe="small"), *jh_512((150, 160, 170)), *jh_512((150, 160, 170), recipe="small")]
    choose(None, SYNTHESIS)
    ratios = {row.comparison: row.normalised_ratio for row in figure_rows(comparisons(runs)) if "jh" in row.core}
    assert ratios == {"default": 0.8, "small": 0.8, OWN_BEST: None}
    choose("small", ())
    ratios = {row.comparison: row.normalised_ratio for row in figure_rows(comparisons(runs)) if "jh" in row.core}
    assert ratios[OWN_BEST] == 0.8


@pytest.mark.parametrize(
    ("recipes", "shown", "reason"),
    [(("best", "default"), "best", ""), (("default", "other"), "default", "recipe best not measured")],
)
def test_one_recipe_serves_all_cores_on_standard_cells(recipes: tuple[str, ...], shown: str, reason: str) -> None:
    """`best` is slower here, and is the recipe of every core all the same."""
    speeds = dict(zip(recipes, (100, 200) if "best" in recipes else (200, 100), strict=True))
    runs = [
        sample("jh-512/highspeed", clock, recipe=name, area_unit="GE", device="osu018")
        for name, clock in speeds.items()
    ]
    (figure,) = own_best(figures(runs), ())
    assert (figure.first.recipe, figure.preliminary) == (shown, reason)
