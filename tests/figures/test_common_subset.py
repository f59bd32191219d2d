# SPDX-License-Identifier: Apache-2.0
"""The declared devices over which overall values are means."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.targets import devices
from fairhash.figures import ranking


def test_the_declared_devices_exist_and_are_of_different_families() -> None:
    declared = [devices()[name].family for name in ranking.common_subset()]
    assert len(declared) == len(set(declared))


def test_an_unknown_declared_device_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "common_subset.toml"
    file.write_text('devices = ["ecp6-85k-8"]')
    monkeypatch.setattr(ranking, "_SUBSET_FILE", file)
    with pytest.raises(FairhashError, match="unknown device 'ecp6-85k-8'"):
        ranking.common_subset.__wrapped__()
