# SPDX-License-Identifier: Apache-2.0
"""Overall values are means over the same declared devices for every core."""

from pathlib import Path

import pytest

from fairhash.analysis import common_subset as subset
from fairhash.analysis import report
from fairhash.analysis.figures import comparisons, figures
from fairhash.analysis.ranking import absent, points
from fairhash.catalog.targets import devices
from fairhash.errors import FairhashError
from fairhash.results.schema import Result
from tests.results.samples import failed, sample

SEEDS = (1, 2, 3)
BOTH = ("ecp5-85k-8", "ice40-hx8k")


def runs() -> list[Result]:
    """Keccak fits both devices, ECHO the first alone: twice and eight times the reference's clock, and four times."""
    every = [sample("sha-512/highspeed", 100, 1000, seed, device=device) for device in BOTH for seed in SEEDS]
    every += [sample("keccak-512/highspeed", 200, 1000, seed, device=BOTH[0]) for seed in SEEDS]
    every += [sample("keccak-512/highspeed", 800, 1000, seed, device=BOTH[1]) for seed in SEEDS]
    every += [sample("echo-512/highspeed", 400, 1000, seed, device=BOTH[0]) for seed in SEEDS]
    return [*every, *(failed("echo-512/highspeed", seed, device=BOTH[1], reason="no room") for seed in SEEDS)]


def test_a_core_that_does_not_fit_has_no_overall_value() -> None:
    """It must not be compared by the one family that suits it with means over both."""
    among = figures(runs())
    overall = {point.core: point.throughput.median for point in points(among, 512, "default", BOTH)}
    assert list(overall) == ["keccak-512/highspeed", "sha-512/highspeed"]
    assert list(overall.values()) == pytest.approx([4, 1])
    assert absent(among, 512, "default", BOTH) == {"echo-512/highspeed": "ice40-hx8k: unfit: no room"}


def test_other_devices_change_no_overall_value() -> None:
    """However many of them a core was tried on, and with whatever outcome."""
    first = points(figures(run for run in runs() if run.device == BOTH[0]), 512, "default")
    assert points(figures(runs()), 512, "default") == first
    assert {point.core: point.throughput.median for point in first} == {
        "echo-512/highspeed": 4,
        "keccak-512/highspeed": 2,
        "sha-512/highspeed": 1,
    }
    assert {point.devices for point in first} == {subset.common_subset()}


def test_other_families_have_separate_charts() -> None:
    names = [drawing.name for drawing in report.charts(comparisons(runs()))]
    assert names == [
        "throughput-over-area-512-default",
        "throughput-over-area-512-default-ice40-hx8k",
    ]


def test_a_core_not_measured_on_the_subset_is_named() -> None:
    only = [run for run in runs() if run.core != "echo-512/highspeed" or run.device == BOTH[1]]
    chart, _ = report.charts(comparisons(only))
    assert chart.absent == {"echo-512/highspeed": "ecp5-85k-8: not measured"}


def test_the_declared_devices_exist_and_are_of_different_families() -> None:
    declared = [devices()[name].family for name in subset.common_subset()]
    assert len(declared) == len(set(declared))


def test_an_unknown_declared_device_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "common_subset.toml"
    file.write_text('devices = ["ecp6-85k-8"]')
    monkeypatch.setattr(subset, "_FILE", file)
    with pytest.raises(FairhashError, match="unknown device 'ecp6-85k-8'"):
        subset.common_subset.__wrapped__()
