# SPDX-License-Identifier: Apache-2.0
"""The sentences on cores, rows and ladders, from constructed results that are counted by hand."""

from fairhash.figures.figures import Figure, figures
from fairhash.figures.result_counts import count_figures, count_results, ladder_state
from fairhash.results.schema import Resources, Result, ToolUse
from tests.results.samples import failed, sample

ECP5 = "ecp5-85k-8"


def _estimate(core: str, seed: int) -> Result:
    used = Resources(area_cells=900, luts=900, flip_flops=100)
    return failed(core, seed=seed, status="estimate", reason="no tool", stage="synthesis", resources=used)


def _results() -> list[Result]:
    """On ECP5 one core known, one with one seed, one stale, one that failed; elsewhere one known core."""
    annealer = ToolUse(tool="nextpnr", version="0.11", commands=(("annealed",),))
    return [
        *(sample("sha-512/highspeed", seed=seed, recipe="best") for seed in (1, 2, 3)),
        sample("jh-512/highspeed", seed=1, recipe="best"),
        *(sample("luffa-512/highspeed", seed=seed, recipe="best", stale="changed") for seed in (1, 2, 3)),
        failed("echo-512/highspeed", seed=1, recipe="best"),
        *(sample("sha-512/highspeed", seed=seed, recipe="best", device="gw2a-18c") for seed in (1, 2, 3)),
        sample("sha-512/highspeed", recipe="best", device="osu018", area_unit="GE"),
        sample("sha-512/highspeed", recipe="explored-0123456789abcdef"),
        sample("sha-512/highspeed", recipe="annealed", tools=(annealer,)),
    ]


def test_the_sentences_have_the_counts_of_constructed_results() -> None:
    """8 rows on ECP5 and 3 elsewhere are placed; 3 of them are stale. Seven of eleven cores are not measured."""
    results = _results()
    states = [["pass", "pass"], ["pass", "stale"], ["fail"], []]
    counts = count_results(11, results, figures(results), states)
    assert counts.sentences() == (
        f"1 of 11 cores is known on {ECP5} by the recipe chosen for each; preliminary 2, failed 1, not measured 7.",
        "Cores known on the other FPGAs with results (1): 1 on gw2a-18c.",
        "8 of 11 rows of placed results are of today's sources and tools.",
        "Counted apart: estimated areas 0; results on standard cells, each of one run, 1.",
        "Cores by the outcomes of their verification ladder: all pass 1, stale 1, other 1, none 1.",
    )


def test_estimates_are_counted_apart() -> None:
    """Two estimates of one core are one area and no rows of placed results."""
    results = [_estimate("sha-512/highspeed", 1), _estimate("sha-512/highspeed", 2)]
    counts = count_results(1, results, figures(results), [])
    assert (counts.rows, counts.estimated, counts.on_cells) == (0, 1, 0)


def test_the_sentence_of_a_device_names_both_comparisons() -> None:
    """By the rule the only core is preliminary; by `best` it is known."""
    by_main = figures(sample("sha-512/highspeed", seed=seed, recipe="best") for seed in (1, 2, 3))
    by_rule = [Figure(by_main[0].runs, "own-best", open_choice="recipe not chosen")]
    sentence = f"Cores on {ECP5}: known 0, preliminary 1; by best for all cores, known 1."
    assert count_figures([*by_main, *by_rule], ECP5).sentence() == sentence


def test_a_ladder_has_one_state() -> None:
    words = {
        (): "none",
        ("pass",): "pass",
        ("pass", "stale", "fail"): "stale",
        ("pass", "sources not compared"): "other",
    }
    assert {states: ladder_state(states) for states in words} == words
