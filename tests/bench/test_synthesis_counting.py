# SPDX-License-Identifier: Apache-2.0
"""Synthesis alone, for the choice of a recipe."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.bench.implementing import count_synthesis
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from tests.bench.fakes import DEVICE, RECIPE, Fake


def _workspace(store: Path, fake: Fake) -> Workspace:
    return fake.workspace(store.parent, store=Store(store))


def test_cells_are_counted_by_the_rules_of_the_device(core: Core, store: Path, fake: Fake) -> None:
    """The made-up netlist; nothing is placed, and the second call starts no tool."""
    made = count_synthesis(core, DEVICE, RECIPE, workspace=_workspace(store, fake))
    assert (made.core, made.device, made.recipe) == (core.name, DEVICE.id, RECIPE.name)
    assert (made.luts, made.carry, made.flip_flops) == (4000, 64, 2000)
    before = fake.lines()
    assert count_synthesis(core, DEVICE, RECIPE, workspace=_workspace(store, fake)) == made
    assert fake.lines() == before
    assert not any(line.startswith("placement") for line in before)


@pytest.mark.parametrize("status", ["failed", "timed-out"])
def test_a_failure_has_a_reason_and_no_counts(core: Core, store: Path, fake: Fake, status: Any) -> None:
    fake.synthesis = {"status": status, "reason": "too large"}
    made = count_synthesis(core, DEVICE, RECIPE, workspace=_workspace(store, fake))
    assert (made.luts, made.carry, made.flip_flops) == (None, None, None)
    assert made.reason == f"{status}: too large"
