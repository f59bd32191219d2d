# SPDX-License-Identifier: Apache-2.0
"""Tests of the rule that chooses a core's recipe, with constructed results."""

import json
from pathlib import Path
from typing import Any

import pytest

from fairhash.analysis import recipe_choice
from fairhash.analysis.figures import figures, own_best
from fairhash.analysis.selection import MissingRun, family_recipes, select
from fairhash.catalog.targets import devices
from fairhash.errors import FairhashError
from fairhash.results.export import read_folder
from fairhash.results.schema import Resources, Result
from fairhash.results.synthesis_counts import SynthesisCount, add_counts, read_counts
from tests.results.samples import failed, sample, sha256

CORE = "sha-512/highspeed"
VERILOG = sha256(CORE)
"""Digest of the core's Verilog."""
ECP5 = devices()["ecp5-85k-8"]
RECIPES = ("best", "default", "direct", "share", "small")
SPREAD = ("small-sparse", "small-sparse-annealed", "sparse")
ANNEALING = ("annealed", "direct-annealed", "share-annealed", "small-annealed", "small-sparse-annealed")
ALL = tuple(sorted({*RECIPES, *SPREAD, *ANNEALING}, key=lambda name: f"{name}.toml"))
"""In the order of their files."""
ALL_SEEDS = (1, 2, 3, 4, 5)


def run(recipe: str, clock_mhz: float, luts: int, seed: int = 1, registers: int = 100, **changes: Any) -> Result:
    used = Resources(area_cells=luts, luts=luts, flip_flops=registers)
    return sample(CORE, clock_mhz, recipe=recipe, seed=seed, resources=used, **{"verilog_digest": VERILOG, **changes})


def count(recipe: str, luts: int | None, carry: int = 0, registers: int = 100, **changes: Any) -> SynthesisCount:
    values = {
        **{"core": CORE, "device": ECP5.id, "recipe": recipe, "verilog_digest": sha256(CORE), "yosys": "0.70"},
        **{"luts": luts, "carry": carry, "flip_flops": registers},
    }
    return SynthesisCount(**{**values, **changes})


def others(*recipes: str) -> list[SynthesisCount]:
    """Counts of large netlists, for recipes that must not be chosen."""
    return [count(recipe, 9000) for recipe in recipes]


ANNEALED = run("share-annealed", 110, 2100)
"""Slower than the `share` of these tests."""


def test_the_recipes_considered_for_a_family() -> None:
    """`small` equals `best` on iCE40, and `sparse` and its like need a device file with the positions of rows."""
    assert tuple(family_recipes(ECP5)) == ALL
    assert tuple(family_recipes(devices()["ice40-hx8k"])) == ("best", "default", "share")
    assert tuple(family_recipes(devices()["ecp5-25k-6"])) == tuple(name for name in ALL if name not in SPREAD)


@pytest.mark.parametrize("name", ANNEALING)
def test_a_recipe_that_anneals_differs_from_its_counterpart_in_that_only(name: str) -> None:
    """The rule finds the pair by this; two copies of a mapping that differ would be no pair."""
    options = family_recipes(ECP5)
    usual = options[name.removesuffix("annealed").rstrip("-") or "best"]
    assert options[name] == usual.model_copy(update={"anneal": ("--placer", "heap", "--router", "router1")})


def test_the_better_of_the_two_smallest_is_chosen() -> None:
    """`best` (2,000 cells, 100 MHz) loses to `share` (2,100 cells, 120 MHz); `direct` is fastest, but third in size."""
    runs = [run("best", 100, 2000), run("share", 120, 2100), ANNEALED, run("direct", 500, 2200)]
    choice = select(CORE, ECP5, runs, others("default", "small"))
    assert choice.recipe == "share"
    assert choice.basis() == "chosen from 5 of 5 recipes synthesised"
    assert [each.recipe for each in choice.candidates][:4] == ["best", "share", "share-annealed", "direct"]
    # 576 bits in 24 cycles
    assert choice.candidates[0].throughput_per_area == pytest.approx(24 * 100 / 2000)
    assert choice.needs == (MissingRun(CORE, ECP5.id, "share", "placement", (2, 3, 4, 5)),)


def test_no_run_is_missing_after_all_seeds_are_measured() -> None:
    runs = [run("best", 100, 2000), *(run("share", 120, 2100, seed) for seed in ALL_SEEDS)]
    runs.append(ANNEALED)
    assert select(CORE, ECP5, runs, others("default", "direct", "small")).needs == ()


def test_only_the_first_seed_decides_between_recipes() -> None:
    """A good second seed of `best` must not count, because the other recipe has only one seed."""
    runs = [run("best", 100, 2000), run("best", 900, 2000, 2), run("share", 120, 2100), ANNEALED]
    assert select(CORE, ECP5, runs, others("default", "direct", "small")).recipe == "share"


@pytest.mark.parametrize(
    ("clock_mhz", "recipe", "seeds"), [(130, "share-annealed", (2, 3, 4, 5)), (110, "share", ()), (120, "share", ())]
)
def test_the_better_of_two_mappings_is_annealed(clock_mhz: float, recipe: str, seeds: tuple[int, ...]) -> None:
    """`share` (120 MHz) wins over `best`; only then is it annealed, which must be better to be chosen."""
    runs = [run("best", 100, 2000), *(run("share", 120, 2100, seed) for seed in ALL_SEEDS)]
    counts = others("default", "direct", "small")
    before = select(CORE, ECP5, runs, counts)
    assert before.recipe is None
    assert before.needs == (MissingRun(CORE, ECP5.id, "share-annealed", "placement", (1,)),)
    assert before.basis() == "provisional: 5 of 5 recipes synthesised, not yet annealed"
    after = select(CORE, ECP5, [*runs, run("share-annealed", clock_mhz, 2100)], counts)
    assert after.recipe == recipe
    assert after.needs == ((MissingRun(CORE, ECP5.id, recipe, "placement", seeds),) if seeds else ())


def test_an_annealed_placement_that_is_not_routed_loses() -> None:
    unrouted = failed(CORE, recipe="share-annealed", status="unrouted", reason="congested", verilog_digest=VERILOG)
    runs = [run("best", 100, 2000), run("share", 120, 2100), unrouted]
    assert select(CORE, ECP5, runs, others("default", "direct", "small")).recipe == "share"


def test_no_recipe_is_chosen_before_all_are_synthesised() -> None:
    runs = [run("best", 100, 2000), run("share", 120, 2100)]
    choice = select(CORE, ECP5, runs, [count("direct", 9000)])
    assert (choice.recipe, choice.basis()) == (None, "provisional: 3 of 5 recipes synthesised")
    assert choice.needs == tuple(MissingRun(CORE, ECP5.id, name, "synthesis") for name in ("default", "small"))


def test_the_two_smallest_netlists_are_placed_next() -> None:
    """A recipe with a smaller netlist is placed before the choice, even if two others are placed already."""
    runs = [run("best", 100, 2000), run("default", 100, 3000)]
    choice = select(CORE, ECP5, runs, [count("small", 1500), *others("direct", "share")])
    assert choice.recipe is None
    assert choice.needs == (MissingRun(CORE, ECP5.id, "small", "placement", (1,)),)
    assert choice.basis() == "provisional: 5 of 5 recipes synthesised, not yet 2 placed"


def test_carry_cells_and_registers_count_as_cells() -> None:
    """Cells are 1000 + 2 x 600 for `small`, and 2,150 for the registers of `direct`: `best` and `direct` are placed."""
    counts = [count("small", 1000, carry=600), count("direct", 100, registers=2150), *others("default", "share")]
    choice = select(CORE, ECP5, [run("best", 100, 2000)], [*counts, *others()])
    sizes = {each.recipe: each.mapped_cells for each in choice.candidates}
    assert (sizes["small"], sizes["direct"]) == (2200, 2150)
    assert choice.needs == (MissingRun(CORE, ECP5.id, "direct", "placement", (1,)),)


def test_recipes_with_empty_rows_are_placed_only_if_fewer_than_two_others_are_routed() -> None:
    """`small-sparse` needs no synthesis: its netlist is that of `small`, here the smallest."""
    unrouted = [failed(CORE, recipe=name, status="unrouted", verilog_digest=VERILOG) for name in RECIPES[:4]]
    counts = [count("small", 1500), *(count(name, 9000) for name in RECIPES[:4])]
    dense = select(CORE, ECP5, [], counts, verilog=VERILOG)
    assert [need.recipe for need in dense.needs] == ["small", "best"]
    assert [each.recipe for each in dense.candidates][-3:-1] == ["small-sparse", "sparse"]
    assert dense.candidates[-3].mapped_cells == 1500
    after = select(CORE, ECP5, [run("small", 50, 1500), *unrouted], counts)
    assert after.needs == (MissingRun(CORE, ECP5.id, "small-sparse", "placement", (1,)),)
    assert after.basis() == "provisional: 5 of 5 recipes synthesised, not yet 2 placed"


def test_a_placement_with_empty_rows_is_annealed_too() -> None:
    unrouted = [failed(CORE, recipe=name, status="unrouted", verilog_digest=VERILOG) for name in RECIPES]
    counts = [count("small", 1500), *(count(name, 9000) for name in RECIPES[:4])]
    spread = [run("small-sparse", 50, 1500), run("sparse", 90, 9000)]
    annealing = "small-sparse-annealed"
    before, after = (
        select(CORE, ECP5, [*unrouted, *spread, *more], counts) for more in ([], [run(annealing, 55, 1500)])
    )
    assert before.needs == (MissingRun(CORE, ECP5.id, annealing, "placement", (1,)),)
    assert after.recipe == annealing


def test_two_recipes_with_one_netlist_are_one_finalist() -> None:
    """`direct` and `small` place the same netlist of 2,000 cells, so `share` (2,100 cells, faster) is placed too."""
    runs = [run("direct", 100, 2000), run("small", 100, 2000), run("share", 120, 2100), ANNEALED]
    choice = select(CORE, ECP5, runs, others("best", "default"))
    assert choice.recipe == "share"


def test_an_unrouted_recipe_is_replaced_by_the_next_smallest() -> None:
    unrouted = failed(CORE, recipe="best", status="unrouted", reason="congested")
    runs = [unrouted, run("share", 120, 2100), run("direct", 200, 2200), run("direct-annealed", 190, 2200)]
    choice = select(CORE, ECP5, runs, [count("best", 2000), *others("default", "small")])
    assert choice.recipe == "direct"
    lost = next(each for each in choice.candidates if each.recipe == "best")
    assert (lost.outcome, lost.mapped_cells) == ("unrouted", 2000)


def test_no_recipe_is_chosen_if_the_core_fits_with_none() -> None:
    runs = [failed(CORE, recipe=name, verilog_digest=VERILOG) for name in (*RECIPES, *SPREAD)]
    choice = select(CORE, ECP5, runs, [count(name, 90000) for name in RECIPES])
    assert (choice.recipe, choice.needs) == (None, ())
    assert choice.basis() == "none: 5 of 5 recipes synthesised, none of them placed and routed"


def test_a_failed_synthesis_counts_as_synthesised() -> None:
    none = {"luts": None, "carry": None, "flip_flops": None, "reason": "timed-out: 4800 s"}
    counts = [count("small", None).model_copy(update=none), *others("default", "direct")]
    choice = select(CORE, ECP5, [run("best", 100, 2000), run("share", 120, 2100), ANNEALED], counts)
    assert (choice.recipe, choice.synthesised) == ("share", 5)


def test_synthesis_counts_of_changed_sources_are_ignored() -> None:
    stale = [count(name, 9000, verilog_digest=sha256("older")) for name in ("default", "direct", "small")]
    choice = select(CORE, ECP5, [run("best", 100, 2000), run("share", 120, 2100)], stale)
    assert (choice.recipe, choice.synthesised) == (None, 2)


def test_a_recipe_with_a_wrong_netlist_is_not_chosen() -> None:
    fast = run("best", 900, 2000)
    wrong = fast.model_copy(update={"netlist": fast.netlist.model_copy(update={"verdict": "fail"})})
    runs = [wrong, run("share", 120, 2100), ANNEALED]
    assert select(CORE, ECP5, runs, others("default", "direct", "small")).recipe == "share"


def test_own_best_is_the_chosen_recipe_or_provisionally_the_best_figure() -> None:
    """`direct` has the best median but not one of the two smallest netlists; without counts it is provisional."""
    runs = [run("best", 100, 2000, seed) for seed in ALL_SEEDS]
    runs += [run("share", 120, 2100, seed) for seed in ALL_SEEDS]
    runs += [run("direct", 500, 2200, seed) for seed in ALL_SEEDS] + [ANNEALED]
    (by_rule,) = own_best(figures(runs), others("default", "small"))
    assert (by_rule.first.recipe, by_rule.basis) == ("share", "chosen from 5 of 5 recipes synthesised")
    (provisional,) = own_best(figures(runs), [])
    assert (provisional.first.recipe, provisional.basis) == ("direct", "provisional: 3 of 5 recipes synthesised")


def test_choices_are_stored_with_all_candidates(tmp_path: Path) -> None:
    runs = [run("best", 100, 2000), run("share", 120, 2100), ANNEALED, run("default", 1, 1, device="osu018")]
    every = recipe_choice.choices(runs, others("default", "direct", "small"))
    (file,) = recipe_choice.write(every, tmp_path)
    held = json.loads(file.read_text(encoding="utf-8"))
    assert (file.name, held["device"]) == ("ecp5-85k-8.json", "ecp5-85k-8")
    (core,) = held["cores"]
    assert (core["core"], core["recipe"], core["provisional"]) == (CORE, "share", False)
    assert [each["recipe"] for each in core["candidates"]][:2] == ["best", "share"]
    (row,) = [choice.row() for choice in every]
    assert "best: 2000 cells mapped, 1.200 Mbit/s/cell" in row[4]
    assert row[5] == "placement share, seeds 2, 3, 4, 5"


def test_synthesis_counts_are_stored_by_device_and_replaced(tmp_path: Path) -> None:
    add_counts(tmp_path, [count("best", 1), count("best", 2, device="ice40-hx8k")])
    add_counts(tmp_path, [count("best", 3), count("default", 4)])
    assert [(each.device, each.recipe, each.luts) for each in read_counts(tmp_path)] == [
        ("ecp5-85k-8", "best", 3),
        ("ecp5-85k-8", "default", 4),
        ("ice40-hx8k", "best", 2),
    ]
    assert read_counts(tmp_path / "none") == []
    (tmp_path / "bad.json").write_text('{"counts": [{"core": "x"}]}', encoding="utf-8")
    with pytest.raises(FairhashError, match="not a file of synthesis counts: counts"):
        read_counts(tmp_path)


def test_the_committed_choices_match_the_committed_results(checkout: Path, tmp_path: Path) -> None:
    """After new results, regenerate them with `fairhash select --write`."""
    written = recipe_choice.write(recipe_choice.choices(read_folder(checkout / "results")), tmp_path)
    stored = checkout / "results" / "selection"
    assert {file.name for file in written} == {file.name for file in stored.glob("*.json")}
    for file in written:
        assert file.read_bytes() == (stored / file.name).read_bytes()
