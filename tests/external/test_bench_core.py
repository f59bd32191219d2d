# SPDX-License-Identifier: Apache-2.0
"""The catalogue's results that are compared with those of an external core."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.analysis.figures import figures
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import find_device
from fairhash.external import bench_core
from fairhash.external.bench_core import stored_catalogue_results
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


def test_a_core_with_an_excluded_mode_is_never_ranked() -> None:
    """Its figure says why, whatever its netlist check says."""
    (figure,) = figures([sample(_GUEST, seed=seed, untested=("stalls",)) for seed in (1, 2, 3)])
    assert figure.ranking_exclusion == "not tested by its description: stalls"
    assert not figure.first.ranked
