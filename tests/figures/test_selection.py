# SPDX-License-Identifier: Apache-2.0
"""Tests of the rule that chooses a core's recipe, with constructed results."""

import json
from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import FamilyRecipe
from fairhash.catalog.targets import devices
from fairhash.figures import recipe_choice
from fairhash.figures.figures import figures, own_best
from fairhash.figures.selection import MissingRun, core_seeds, rule_recipes, select
from fairhash.results.export import read_folder
from fairhash.results.schema import Resources, Result
from fairhash.results.synthesis_counts import SynthesisCount, add_counts, read_counts
from tests.results.samples import failed, sample, sha256

CORE = "sha-512/highspeed"
VERILOG = sha256(CORE)
"""Digest of the core's Verilog."""
ECP5 = devices()["ecp5-85k-8"]
ICE40 = devices()["ice40-hx8k"]
RECIPES = ("best", "share", "small", "sparse")
MAPPINGS = RECIPES[:3]
"""Those with a netlist of their own."""
COMPARED = (1, 2, 3)
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


def thrice(recipe: str, clock_mhz: float, luts: int, **changes: Any) -> list[Result]:
    """Runs with the three seeds by which recipes are compared."""
    return [run(recipe, clock_mhz, luts, seed, **changes) for seed in COMPARED]


def test_the_recipes_of_the_rule() -> None:
    """At most four on ECP5, none of which anneals; `best` alone on every other family."""
    assert tuple(rule_recipes(ECP5)) == RECIPES
    assert not any(options.anneal for options in rule_recipes(ECP5).values())
    assert {tuple(rule_recipes(device)) for device in devices().values() if device.cells != "ecp5"} == {("best",)}
    # its file does not say where its rows of logic cells are
    assert tuple(rule_recipes(devices()["ecp5-25k-6"])) == MAPPINGS


def test_a_family_without_a_recipe_has_the_default_options() -> None:
    family = ECP5.model_copy(update={"fabric": "new", "default_options": FamilyRecipe(synthesis=("{synth}",))})
    assert rule_recipes(family) == {"default": FamilyRecipe(synthesis=("{synth}",))}


def test_the_better_of_the_two_smallest_is_chosen() -> None:
    """`best` (2,000 cells, 100 MHz) loses to `share` (2,100 cells, 120 MHz); `small` is fastest, but third in size."""
    runs = [*thrice("best", 100, 2000), *thrice("share", 120, 2100), run("small", 500, 2200)]
    choice = select(CORE, ECP5, runs)
    assert choice.recipe == "share"
    assert choice.basis() == "chosen from 3 of 3 recipes synthesised"
    assert [each.recipe for each in choice.candidates] == ["best", "share", "small", "sparse"]
    # 576 bits in 24 cycles
    assert choice.candidates[0].throughput_per_area == pytest.approx(24 * 100 / 2000)
    assert choice.needs == (MissingRun(CORE, ECP5.id, "share", "placement", (4, 5)),)


def test_no_run_is_missing_after_all_seeds_are_measured() -> None:
    runs = [*thrice("best", 100, 2000), *(run("share", 120, 2100, seed) for seed in ALL_SEEDS)]
    assert select(CORE, ECP5, runs, others("small")).needs == ()


def test_the_median_of_three_seeds_decides() -> None:
    """`best` has the better first seed (150 MHz for 120) but the lower median (100). Seeds 4 and 5 do not count."""
    best = [run("best", clock, 2000, seed) for seed, clock in zip(ALL_SEEDS, (150, 100, 90, 900, 900), strict=True)]
    choice = select(CORE, ECP5, [*best, *thrice("share", 120, 2100)], others("small"))
    assert choice.recipe == "share"
    assert choice.candidates[0].throughput_per_area == pytest.approx(24 * 100 / 2000)


def test_nothing_is_chosen_before_both_have_three_seeds() -> None:
    """The further seeds of a recipe are needed only after its first one was routed."""
    runs = [*thrice("best", 100, 2000)]
    before = select(CORE, ECP5, runs, [count("share", 2100), *others("small")])
    after = select(CORE, ECP5, [*runs, run("share", 120, 2100)], others("small"))
    assert (before.recipe, after.recipe) == (None, None)
    assert before.needs == (MissingRun(CORE, ECP5.id, "share", "placement", (1,)),)
    assert after.needs == (MissingRun(CORE, ECP5.id, "share", "placement", (2, 3)),)
    assert after.basis() == "provisional: 3 of 3 recipes synthesised, not yet 2 placed with 3 seeds"


def test_the_largest_cores_stop_at_three_seeds() -> None:
    core = "echo-512/highspeed"
    runs = [*thrice("best", 100, 2000), *thrice("share", 120, 2100)]
    choice = select(core, ECP5, [one.model_copy(update={"core": core}) for one in runs], [])
    assert {need.stage for need in choice.needs} == {"synthesis"}
    large = [count("small", 9000, core=core)]
    choice = select(core, ECP5, [one.model_copy(update={"core": core}) for one in runs], large)
    assert (choice.recipe, choice.needs) == ("share", ())


@pytest.mark.parametrize(
    ("core", "device", "seeds"),
    [
        (CORE, ECP5, ALL_SEEDS),
        ("jh-256/lightweight", ECP5, ALL_SEEDS),
        ("simd-512/highspeed", ECP5, COMPARED),
        ("keccak-512/case-5", ECP5, COMPARED),
        (CORE, ICE40, COMPARED),
    ],
)
def test_ranked_cores_have_five_seeds_on_ecp5(core: str, device: Device, seeds: tuple[int, ...]) -> None:
    assert core_seeds(core, device) == seeds


def test_one_recipe_serves_all_cores_on_another_family() -> None:
    """It is final from the start, and needs three seeds; a faster recipe that is not of the rule does not matter."""
    placed = [run("best", 100, 2000, device=ICE40.id), run("default", 500, 1000, device=ICE40.id)]
    choice = select(CORE, ICE40, placed)
    assert (choice.recipe, choice.basis()) == ("best", "the one recipe of the rule for this family: best")
    assert choice.needs == (MissingRun(CORE, ICE40.id, "best", "placement", (2, 3)),)
    unfit = failed(CORE, recipe="best", status="unfit", device=ICE40.id, verilog_digest=VERILOG)
    assert select(CORE, ICE40, [unfit]).needs == ()


def test_no_recipe_is_chosen_before_all_are_synthesised() -> None:
    choice = select(CORE, ECP5, [*thrice("best", 100, 2000)], [count("small", 9000)])
    assert (choice.recipe, choice.basis()) == (None, "provisional: 2 of 3 recipes synthesised")
    assert choice.needs == (MissingRun(CORE, ECP5.id, "share", "synthesis"),)


def test_the_two_smallest_netlists_are_placed_next() -> None:
    """A recipe with a smaller netlist is placed before the choice, even if two others are placed already."""
    runs = [*thrice("best", 100, 2000), *thrice("share", 100, 3000)]
    choice = select(CORE, ECP5, runs, [count("small", 1500)])
    assert choice.recipe is None
    assert choice.needs == (MissingRun(CORE, ECP5.id, "small", "placement", (1,)),)


def test_carry_cells_and_registers_count_as_cells() -> None:
    """Cells are 1000 + 2 x 600 for `small`, and 2,150 for the registers of `share`: `best` and `share` are placed."""
    counts = [count("small", 1000, carry=600), count("share", 100, registers=2150)]
    choice = select(CORE, ECP5, thrice("best", 100, 2000), counts)
    sizes = {each.recipe: each.mapped_cells for each in choice.candidates}
    assert (sizes["small"], sizes["share"]) == (2200, 2150)
    assert choice.needs == (MissingRun(CORE, ECP5.id, "share", "placement", (1,)),)


def test_empty_rows_are_tried_only_if_no_other_recipe_is_routed() -> None:
    """`sparse` needs no synthesis: its netlist is that of another recipe, here the smallest."""
    mapping = next(
        name
        for name in MAPPINGS
        if rule_recipes(ECP5)[name].passes == rule_recipes(ECP5)["sparse"].passes
        and rule_recipes(ECP5)[name].synthesis == rule_recipes(ECP5)["sparse"].synthesis
    )
    one, other = (name for name in MAPPINGS if name != mapping)
    counts = [count(mapping, 1500), count(one, 9000), count(other, 9500)]
    dense = select(CORE, ECP5, [], counts, verilog=VERILOG)
    assert [need.recipe for need in dense.needs] == [mapping, one]
    assert (dense.candidates[-1].recipe, dense.candidates[-1].mapped_cells) == ("sparse", 1500)
    unrouted = [failed(CORE, recipe=name, status="unrouted", verilog_digest=VERILOG) for name in (one, other)]
    one_routed = select(CORE, ECP5, [*thrice(mapping, 50, 1500), *unrouted], counts)
    assert (one_routed.recipe, one_routed.needs[0].seeds) == (mapping, (4, 5))
    unrouted.append(failed(CORE, recipe=mapping, status="unrouted", verilog_digest=VERILOG))
    none_routed = select(CORE, ECP5, unrouted, counts)
    assert none_routed.needs == (MissingRun(CORE, ECP5.id, "sparse", "placement", (1,)),)


def test_what_the_time_limit_ended_is_not_tried_in_the_same_way_again() -> None:
    """The recipes of the rule but `sparse` share placer and router; if one of them routes the core, all may."""
    counts = [count(name, 1500 + 10 * number) for number, name in enumerate(MAPPINGS)]
    ended = failed(CORE, recipe="best", status="timed-out", verilog_digest=VERILOG)
    assert [need.recipe for need in select(CORE, ECP5, [ended], counts).needs] == ["sparse"]
    routed = thrice("small", 50, 1520)
    assert [need.recipe for need in select(CORE, ECP5, [ended, *routed], counts).needs] == ["share"]


def test_two_recipes_with_one_netlist_are_one_finalist() -> None:
    """`best` and `small` place the same netlist of 2,000 cells, so `share` (2,100 cells, faster) is placed too."""
    runs = [*thrice("best", 100, 2000), *thrice("share", 120, 2100)]
    choice = select(CORE, ECP5, runs, [count("small", 2000)])
    assert choice.recipe == "share"


def test_an_unrouted_recipe_is_replaced_by_the_next_smallest() -> None:
    unrouted = failed(CORE, recipe="best", status="unrouted", reason="congested")
    runs = [unrouted, *thrice("share", 120, 2100), *thrice("small", 200, 2200)]
    choice = select(CORE, ECP5, runs, [count("best", 2000)])
    assert choice.recipe == "small"
    lost = next(each for each in choice.candidates if each.recipe == "best")
    assert (lost.outcome, lost.mapped_cells) == ("unrouted", 2000)


def test_no_recipe_is_chosen_if_the_core_fits_with_none() -> None:
    runs = [failed(CORE, recipe=name, verilog_digest=VERILOG) for name in RECIPES]
    choice = select(CORE, ECP5, runs, [count(name, 90000) for name in MAPPINGS])
    assert (choice.recipe, choice.needs) == (None, ())
    assert choice.basis() == "none: 3 of 3 recipes synthesised, none of them placed and routed"


def test_a_failed_synthesis_counts_as_synthesised() -> None:
    none = {"luts": None, "carry": None, "flip_flops": None, "reason": "timed-out: 4800 s"}
    counts = [count("small", None).model_copy(update=none)]
    choice = select(CORE, ECP5, [*thrice("best", 100, 2000), *thrice("share", 120, 2100)], counts)
    assert (choice.recipe, choice.synthesised) == ("share", 3)


def test_synthesis_counts_of_changed_sources_are_ignored() -> None:
    stale = [count("small", 9000, verilog_digest=sha256("older"))]
    choice = select(CORE, ECP5, [*thrice("best", 100, 2000), *thrice("share", 120, 2100)], stale)
    assert (choice.recipe, choice.synthesised) == (None, 2)


def test_a_recipe_with_a_wrong_netlist_is_not_chosen() -> None:
    wrong = [
        fast.model_copy(update={"netlist": fast.netlist.model_copy(update={"verdict": "fail"})})
        for fast in thrice("best", 900, 2000)
    ]
    assert select(CORE, ECP5, [*wrong, *thrice("share", 120, 2100)], others("small")).recipe == "share"


def test_own_best_is_the_chosen_recipe_or_provisionally_the_best_figure() -> None:
    """`small` has the best median but not one of the two smallest netlists; without a count it is provisional."""
    runs = [run("best", 100, 2000, seed) for seed in ALL_SEEDS]
    runs += [run("share", 120, 2100, seed) for seed in ALL_SEEDS]
    (by_rule,) = own_best(figures([*runs, run("small", 500, 2200)]), [])
    assert (by_rule.first.recipe, by_rule.basis) == ("share", "chosen from 3 of 3 recipes synthesised")
    (provisional,) = own_best(figures(runs), [])
    assert (provisional.first.recipe, provisional.basis) == ("share", "provisional: 2 of 3 recipes synthesised")


def test_choices_are_stored_with_all_candidates(tmp_path: Path) -> None:
    runs = [*thrice("best", 100, 2000), *thrice("share", 120, 2100), run("default", 1, 1, device="osu018")]
    every = recipe_choice.choices(runs, others("small"))
    (file,) = recipe_choice.write_choices(every, tmp_path)
    held = json.loads(file.read_text(encoding="utf-8"))
    assert (file.name, held["device"]) == ("ecp5-85k-8.json", "ecp5-85k-8")
    (core,) = held["cores"]
    assert (core["core"], core["recipe"], core["provisional"]) == (CORE, "share", False)
    assert [each["recipe"] for each in core["candidates"]][:2] == ["best", "share"]
    (row,) = [choice.row() for choice in every]
    assert row[3] == "chosen"
    assert row[4].split(", ")[0] == "best 2000 (1.200)"
    assert row[5] == "share with seeds 4, 5"


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
    """After new results, regenerate them with `fairhash site --refresh`."""
    written = recipe_choice.write_choices(recipe_choice.choices(read_folder(checkout / "results")), tmp_path)
    stored = checkout / "results" / "selection"
    assert {file.name for file in written} == {file.name for file in stored.glob("*.json")}
    for file in written:
        assert file.read_bytes() == (stored / file.name).read_bytes()
