# SPDX-License-Identifier: Apache-2.0
"""The catalogue's results that are compared with those of an external core."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.analysis.figures import OWN_BEST, figures
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import find_device
from fairhash.cli.result_table import print_figures
from fairhash.external import bench_core
from fairhash.external.bench_core import BenchReport, stored_catalogue_results
from fairhash.results import Database, Result
from fairhash.results.synthesis_counts import SynthesisCount
from fairhash.testbench.report import VerifyReport
from tests.results.samples import sample, sha256


def test_selects_catalogue_cores_of_same_algorithm_device_and_recipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Results of external cores and of other algorithms and devices are excluded, except those of the reference."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    expected = sample("sha-256/highspeed", device="nowhere")
    best = sample("sha-256/highspeed", device="nowhere", recipe="best")
    keccak = sample("keccak-256/highspeed", device="nowhere")
    others = [
        sample("sha-256/somebody", device="nowhere"),
        sample("sha-256/highspeed", device="elsewhere"),
    ]
    Database().add([expected, best, keccak, *others])
    assert _keys(stored_catalogue_results(find_core("sha-256/highspeed"), "nowhere")) == {expected.key, best.key}
    # the reference of a Keccak-256 is SHA-256
    found = stored_catalogue_results(find_core("keccak-256/highspeed"), "nowhere")
    assert _keys(found) == {expected.key, best.key, keccak.key}


def _keys(results: list[Result]) -> set[str]:
    return {result.key for result in results}


_GUEST = "sha-256/guest"
_CELLS = {"default": 5000, "best": 4000, "share": 3000}
"""Cells of the guest by each recipe of iCE40."""
_CLOCKS = {"default": 100.0, "best": 100.0, "share": 60.0}
"""`share` has the fewest cells, but `best` the higher throughput per cell."""


def _result(recipe: str, seed: int) -> Result:
    changes: dict[str, Any] = {"area_unit": "ICESTORM_LC", "digest_bits": 256}
    return sample(_GUEST, _CLOCKS[recipe], _CELLS[recipe], seed, device="ice40-hx8k", recipe=recipe, **changes)


def test_the_recipe_of_a_guest_is_chosen_by_the_rule_for_our_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """All recipes are mapped, the two of fewest cells placed with one seed, the better one with all seeds."""
    placed: list[tuple[str, tuple[int, ...]]] = []
    mapped: list[str] = []

    def implement(*arguments: Any, **_: object) -> list[Result]:
        recipe, seeds = arguments[2], arguments[3]
        placed.append((recipe.name, tuple(seeds)))
        return [_result(recipe.name, seed) for seed in seeds]

    def count(_core: object, _device: object, recipe: Recipe) -> SynthesisCount:
        mapped.append(recipe.name)
        counts = {"luts": _CELLS[recipe.name] - 10, "carry": 0, "flip_flops": 2187}
        names = {"core": _GUEST, "device": "ice40-hx8k", "recipe": recipe.name, "yosys": "0.70"}
        return SynthesisCount.model_validate({**names, **counts, "verilog_digest": sha256(_GUEST)})

    report = VerifyReport(core=_GUEST, engine="fast", seed=0, seconds=0.0, modes=())
    monkeypatch.setattr(bench_core, "verify", lambda *_: report)
    monkeypatch.setattr(bench_core, "implement", implement)
    monkeypatch.setattr(bench_core, "count_synthesis", count)
    monkeypatch.setattr(bench_core, "stored_catalogue_results", lambda *_: [])
    guest = find_core("sha-256/highspeed").model_copy(update={"architecture": "guest"})
    done = bench_core.bench_core(guest, find_device("ice40-hx8k"), None, range(1, 6))
    assert sorted(mapped) == ["best", "share"]
    assert placed == [("default", (1, 2, 3, 4, 5)), ("share", (1,)), ("best", (1,)), ("best", (2, 3, 4, 5))]
    assert done.chosen == "best"
    shown = {(figure.comparison, figure.first.recipe, len(figure.runs)) for figure in done.figures("cells")}
    assert shown == {("default", "default", 5), ("own-best", "best", 5)}


def test_committed_results_are_beside_a_guest_in_a_fresh_clone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a database: our cores and SHA-2 are in the table, with `vs SHA-2` and the seeds of each core."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    guest = find_core("keccak-256/highspeed").model_copy(update={"architecture": "guest"})
    ours = tuple(stored_catalogue_results(guest, "ecp5-85k-8"))
    report = VerifyReport(core="keccak-256/guest", engine="fast", seed=0, seconds=0.0, modes=())
    theirs = (sample("keccak-256/guest", digest_bits=256),)
    shown = BenchReport(report, theirs, ours, chosen="default").figures("cells")
    print_figures([figure for figure in shown if figure.comparison == OWN_BEST], ())
    title, header, *rows = capsys.readouterr().out.strip().splitlines()
    assert "keccak-256/guest 1" in title
    assert "sha-256/highspeed 5" in title
    place = header.index("vs SHA-2")
    by_core = {row.split()[0]: row[place : place + len("vs SHA-2")].strip() for row in rows}
    assert by_core["sha-256/highspeed"] == "1.00"
    # a core with a stale or failed figure has no value; the value of a preliminary one is in parentheses
    ranked = {core: float(value) for core, value in by_core.items() if value[0] not in "-("}
    assert len(ranked) > 2
    assert max(ranked, key=lambda core: ranked[core]).startswith("keccak-256/")


def test_a_core_with_an_excluded_mode_is_never_ranked() -> None:
    """Its figure says why, whatever its netlist check says."""
    (figure,) = figures([sample(_GUEST, seed=seed, untested=("stalls",)) for seed in (1, 2, 3)])
    assert figure.preliminary == "not tested by its description: stalls"
    assert not figure.first.ranked
