# SPDX-License-Identifier: Apache-2.0
"""The charts mark cores whose results are of earlier sources."""

from fairhash.analysis.chart import to_dots
from fairhash.analysis.figures import figures
from fairhash.analysis.ranking import points
from tests.results.samples import sample


def test_a_star_stands_for_results_of_earlier_sources() -> None:
    runs = [sample(core, seed=seed) for core in ("sha-512/highspeed", "jh-512/highspeed") for seed in (1, 2, 3)]
    stale = [run.model_copy(update={"stale": "changed"}) if run.core.startswith("jh") else run for run in runs]
    for results, names in ((runs, ["jh-512", "sha-512"]), (stale, ["jh-512*", "sha-512"])):
        found = points(figures(results), 512, "default", ["ecp5-85k-8"])
        assert [dot.name for dot in to_dots(found, "sha-512/highspeed")] == names
