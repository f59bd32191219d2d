# SPDX-License-Identifier: Apache-2.0
"""The recipe of synthetic runs is chosen, unless a test says otherwise: tests/figures has the tests of the rule."""

from collections.abc import Iterable, Sequence

import pytest

from fairhash.catalog.device import Device
from fairhash.catalog.recipes import DEFAULT_RECIPE
from fairhash.figures import figures
from fairhash.figures.measures import CELLS, AreaMeasure, throughput_per_area
from fairhash.figures.selection import RecipeSelection
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import SynthesisCount


@pytest.fixture(autouse=True)
def recipes_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose the recipe of the run with most throughput per area, finally; `default` on an unknown device."""
    sole_recipe = figures.sole_recipe
    monkeypatch.setattr(figures, "sole_recipe", lambda device: sole_recipe(device) or DEFAULT_RECIPE)

    def choose(  # noqa: PLR0917 - the parameters of select
        core: str,
        device: Device,
        runs: Iterable[Result],
        counts: Sequence[SynthesisCount] = (),
        area: AreaMeasure = CELLS,
        verilog: str | None = None,
    ) -> RecipeSelection:
        best = max(runs, key=lambda run: throughput_per_area(run, area) or 0)
        return RecipeSelection(core, device.id, best.recipe, (), ())

    monkeypatch.setattr(figures, "select", choose)
