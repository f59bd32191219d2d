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
    file.write_text('devices = ["ecp6-85k-8"]\nleast_known = 11\nof = 14\n')
    monkeypatch.setattr(ranking, "_SUBSET_FILE", file)
    with pytest.raises(FairhashError, match="unknown device 'ecp6-85k-8'"):
        ranking.common_subset.__wrapped__()


ECP5, GW2A, GATEMATE = ranking.common_subset()
CORES = {f"core-{number}" for number in range(14)}


@pytest.mark.parametrize(
    ("on_gw2a", "on_gatemate", "held"),
    [
        (10, 14, (ECP5,)),
        (11, 10, (ECP5, GW2A)),
        (11, 11, (ECP5, GW2A, GATEMATE)),
        (0, 0, (ECP5,)),
    ],
)
def test_a_device_counts_as_soon_as_eleven_of_fourteen_cores_are_known(
    on_gw2a: int, on_gatemate: int, held: tuple[str, ...]
) -> None:
    first = sorted(CORES)
    known = {ECP5: CORES, GW2A: set(first[:on_gw2a]), GATEMATE: set(first[:on_gatemate])}
    assert ranking.held_subset(known, CORES) == held


def test_cores_must_be_known_on_all_devices_together() -> None:
    """Eleven on each, but only eight on both."""
    first = sorted(CORES)
    assert ranking.held_subset({ECP5: set(first[:11]), GW2A: set(first[3:])}, CORES) == (ECP5,)


def test_without_any_core_the_first_device_counts() -> None:
    assert ranking.held_subset({}, set()) == (ECP5,)
