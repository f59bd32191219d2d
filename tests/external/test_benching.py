# SPDX-License-Identifier: Apache-2.0
"""Which of our results stand beside somebody's core."""

from pathlib import Path

import pytest

from fairhash.external.benching import stored_of_ours
from fairhash.results import Database
from tests.results.samples import sample


def test_only_ours_of_the_same_algorithm_device_and_recipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody else's, other algorithms, devices and recipes stay away."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    ours = sample("sha-256/highspeed", device="nowhere")
    others = [
        sample("sha-256/somebody", device="nowhere"),
        sample("keccak-256/highspeed", device="nowhere"),
        sample("sha-256/highspeed", device="elsewhere"),
        sample("sha-256/highspeed", device="nowhere", recipe="best"),
    ]
    Database().add([ours, *others])
    assert stored_of_ours("sha-256", "nowhere", "default") == [ours]
