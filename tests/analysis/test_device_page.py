# SPDX-License-Identifier: Apache-2.0
"""The page of the devices says what their data files and the committed results say."""

from pathlib import Path

import pytest

from fairhash.analysis.device_page import facts_table, measured_table, untimed_table
from fairhash.catalog.targets import devices


@pytest.fixture
def page(checkout: Path) -> str:
    return (checkout / "docs" / "devices.md").read_text(encoding="utf-8")


def test_the_page_has_the_facts_of_the_data_files(page: str) -> None:
    assert facts_table() in page


def test_the_page_has_the_figures_of_the_results(page: str) -> None:
    assert measured_table() in page


def test_the_page_declares_cells_without_delays(page: str) -> None:
    assert untimed_table() in page
    declared = {kind for device in devices().values() for kind in device.place.untimed}
    assert declared
    assert all(f" | {kind} | " in untimed_table() for kind in declared)


def test_every_device_has_a_row() -> None:
    table = facts_table()
    assert table.count("\n") == 2 + len(devices())
    assert all(f"| {device.id} | {device.part.number} |" in table for device in devices().values())


def test_a_device_without_results_has_no_figures(tmp_path: Path) -> None:
    assert measured_table(tmp_path).count("\n") == 2
