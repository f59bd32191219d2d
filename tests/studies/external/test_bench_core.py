# SPDX-License-Identifier: Apache-2.0
"""The catalogue's results that are compared with those of an external core."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fairhash.catalog.cores import find_core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import find_device
from fairhash.console.results import print_figures
from fairhash.figures.figures import OWN_BEST, figures
from fairhash.results import Result, own_results
from fairhash.results.synthesis_counts import SynthesisCount
from fairhash.studies.external import bench_core
from fairhash.studies.external.bench_core import BenchReport, stored_catalogue_results
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
    own_results().add([expected, best, keccak, *others])
    assert _keys(stored_catalogue_results(find_core("sha-256/highspeed"), "nowhere")) == {expected.key, best.key}
    # the reference of a Keccak-256 is SHA-256
    found = stored_catalogue_results(find_core("keccak-256/highspeed"), "nowhere")
    assert _keys(found) == {expected.key, best.key, keccak.key}


def _keys(results: list[Result]) -> set[str]:
    return {result.key for result in results}


_GUEST = "sha-256/guest"
_CELLS = {"default": 5000, "small": 4500, "best": 4000, "share": 3000}
"""Cells of the guest by recipes of ECP5."""
_CLOCKS = {"default": 100.0, "small": 100.0, "best": 100.0, "share": 60.0}
"""`share` has the fewest cells, but `best` the higher throughput per cell."""


def _result(recipe: str, seed: int) -> Result:
    return sample(_GUEST, _CLOCKS[recipe], _CELLS[recipe], seed, recipe=recipe, digest_bits=256)


def test_the_recipe_of_a_guest_is_chosen_by_the_rule_for_our_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """All recipes are mapped, the two of fewest cells placed with three seeds, and the better one is chosen."""
    placed: list[tuple[str, tuple[int, ...]]] = []
    mapped: list[str] = []

    def implement(*arguments: Any, **_: object) -> list[Result]:
        recipe, seeds = arguments[2], arguments[3]
        placed.append((recipe.name, tuple(seeds)))
        return [_result(recipe.name, seed) for seed in seeds]

    def count(_core: object, _device: object, recipe: Recipe) -> SynthesisCount:
        mapped.append(recipe.name)
        counts = {"luts": _CELLS[recipe.name] - 10, "carry": 0, "flip_flops": 2187}
        names = {"core": _GUEST, "device": "ecp5-85k-8", "recipe": recipe.name, "yosys": "0.70"}
        return SynthesisCount.model_validate({**names, **counts, "verilog_digest": sha256(_GUEST)})

    report = VerifyReport(core=_GUEST, engine="fast", seed=0, seconds=0.0, modes=())
    monkeypatch.setattr(bench_core, "verify", lambda *_: report)
    monkeypatch.setattr(bench_core, "implement", implement)
    monkeypatch.setattr(bench_core, "count_synthesis", count)
    monkeypatch.setattr(bench_core, "stored_catalogue_results", lambda *_: [])
    guest = find_core("sha-256/highspeed").model_copy(update={"architecture": "guest"})
    done = bench_core.bench_core(guest, find_device("ecp5-85k-8"), None, range(1, 6))
    assert sorted(mapped) == ["best", "share", "small"]
    first, *others = placed
    assert first == ("default", (1, 2, 3, 4, 5))
    assert others == [("share", (1,)), ("best", (1,)), ("share", (2, 3)), ("best", (2, 3))]
    assert done.chosen == "best"
    shown = {(figure.comparison, figure.first.recipe, len(figure.runs)) for figure in done.figures("cells")}
    assert shown == {("default", "default", 5), ("own-best", "best", 3)}


def _printed(theirs: Sequence[Result], ours: Sequence[Result], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of the table of the comparison by the rule."""
    report = VerifyReport(core="keccak-256/guest", engine="fast", seed=0, seconds=0.0, modes=())
    shown = BenchReport(report, tuple(theirs), tuple(ours), chosen="best").figures("cells")
    print_figures([figure for figure in shown if figure.comparison == OWN_BEST], ())
    return capsys.readouterr().out.strip().splitlines()


def test_committed_results_are_beside_a_guest_in_a_fresh_clone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without results of the user: our cores and SHA-2 are in the table, with the seeds of each core."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    guest = find_core("keccak-256/highspeed").model_copy(update={"architecture": "guest"})
    ours = stored_catalogue_results(guest, "ecp5-85k-8")
    title, _, *rows = _printed([sample("keccak-256/guest", digest_bits=256)], ours, capsys)
    assert "keccak-256/guest 1" in title
    for core in ("keccak-256/highspeed", "keccak-256/lightweight", "sha-256/highspeed"):
        assert re.search(rf"{core} [1-5]\b", title)
    assert {"keccak-256/highspeed", "sha-256/highspeed"} <= {row.split()[0] for row in rows}


def test_a_guest_is_divided_by_sha_2(capsys: pytest.CaptureFixture[str]) -> None:
    """Twice the clock of SHA-256 at its cells and cycles gives twice its throughput per cell."""
    place: dict[str, Any] = {"device": "gw2a-18c", "recipe": "best", "digest_bits": 256}
    reference, theirs = (
        [sample(core, clock_mhz, 1000, seed, **place) for seed in (1, 2, 3)]
        for core, clock_mhz in (("sha-256/highspeed", 100), ("keccak-256/guest", 200))
    )
    other = [sample("sha-256/highspeed", 100, 1000, 1, **{**place, "recipe": "default"})]
    _, header, *rows = _printed(theirs, [*reference, *other], capsys)
    column = header.index("vs SHA-2")
    values = {row.split()[0]: row[column : column + len("vs SHA-2")].strip() for row in rows}
    assert values == {"keccak-256/guest": "2.00", "sha-256/highspeed": "1.00"}


def test_a_core_with_an_excluded_mode_is_never_ranked() -> None:
    """Its figure says why, whatever its netlist check says."""
    (figure,) = figures([sample(_GUEST, seed=seed, untested=("stalls",)) for seed in (1, 2, 3)])
    assert figure.preliminary == "not tested by its description: stalls"
    assert not figure.first.ranked
