# SPDX-License-Identifier: Apache-2.0
"""The catalogue's results that are compared with those of an external core."""

from pathlib import Path

import pytest

from fairhash.external.bench_core import stored_catalogue_results
from fairhash.results import Database
from tests.results.samples import sample


def test_selects_catalogue_cores_of_same_algorithm_device_and_recipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Results of external cores and of other algorithms, devices and recipes are excluded."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    expected = sample("sha-256/highspeed", device="nowhere")
    others = [
        sample("sha-256/somebody", device="nowhere"),
        sample("keccak-256/highspeed", device="nowhere"),
        sample("sha-256/highspeed", device="elsewhere"),
        sample("sha-256/highspeed", device="nowhere", recipe="best"),
    ]
    Database().add([expected, *others])
    assert stored_catalogue_results("sha-256", "nowhere", "default") == [expected]
