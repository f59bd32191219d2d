# SPDX-License-Identifier: Apache-2.0
"""Paper E's tables and values: complete, the arithmetic between them, and the contradictions of docs/published.md."""

import csv
from pathlib import Path

import pytest

from tests.published.tables import read_table

SLICES_OF_SX240T = 37440
"""Xilinx DS100, Virtex-5 family overview."""


@pytest.fixture(scope="module")
def folder(checkout: Path) -> Path:
    return checkout / "published/paper-e"


@pytest.fixture(scope="module")
def values(folder: Path) -> dict[str, float]:
    return {name: float(row["value"]) for name, row in read_table(folder / "values.csv").items()}


@pytest.fixture(scope="module")
def cores(folder: Path) -> dict[str, dict[str, str]]:
    return read_table(folder / "table-2.csv")


@pytest.fixture(scope="module")
def page(checkout: Path) -> str:
    """docs/published.md from "Paper E" on, on one line."""
    text = (checkout / "docs/published.md").read_text(encoding="utf-8")
    return " ".join(text.partition("\n## Paper E\n")[2].split())


def test_the_files_are_complete(folder: Path) -> None:
    names = {"table-1.csv", "table-2.csv", "table-3.csv", "values.csv", "contradictions.csv"}
    assert {file.name for file in folder.iterdir()} == names
    assert [len(read_table(folder / f"table-{number}.csv")) for number in (2, 3)] == [6, 4]
    with (folder / "table-1.csv").open(newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 12


def test_times_follow_from_blocks_cycles_and_clocks(cores: dict[str, dict[str, str]], page: str) -> None:
    """28 cycles of 10 ns for 128 bytes, 48 of 20 ns for 64."""
    derived = {
        name: float(cores["Latency of 1 Block"][name])
        * 1000
        / float(cores["Operating Freq"][name])
        / (float(cores["Hash Block Size"][name]) / 8)
        for name in ("keccak", "simd")
    }
    assert f"{derived['keccak']:.2f}" == "2.19"
    assert derived["simd"] == 15
    assert "are 2.19 ns/B" in page
    assert "are 15.00 ns/B" in page
    assert float(cores["Performance (UET)"]["keccak"]) == pytest.approx(derived["keccak"], abs=0.05)


def test_throughputs_are_reciprocals(values: dict[str, float]) -> None:
    for name in ("keccak", "simd"):
        assert 1000 / values[f"software {name} long"] == pytest.approx(values[f"software {name} throughput"], abs=0.005)
    assert 1 / values["hardware keccak many"] == pytest.approx(values["hardware keccak many throughput"], abs=0.006)
    assert values["hardware keccak many throughput"] / values["front side bus"] == pytest.approx(0.98, abs=0.005)
    assert pytest.approx(0.27, abs=0.005) == 2.1875 / 8


def test_short_messages_differ_by_the_computation(values: dict[str, float], page: str) -> None:
    times_us = {name: 8 * values[f"hardware {name} short"] / 1000 for name in ("keccak", "simd")}
    assert [f"{time:.2f}" for time in times_us.values()] == ["5.71", "7.77"]
    assert f"difference of {times_us['simd'] - times_us['keccak']:.2f} us" in page
    assert pytest.approx(1.64) == 2 * 48 * 0.02 - 28 * 0.01


def test_the_numbers_of_cores_are_exchanged(values: dict[str, float], cores: dict[str, dict[str, str]]) -> None:
    table = cores["Cores per FPGA"]
    assert (float(table["keccak"]), float(table["simd"])) == (values["simd cores"], values["keccak cores"])


def test_the_simd_cores_do_not_fit(cores: dict[str, dict[str, str]], page: str) -> None:
    slices = int(cores["Area per Core"]["simd"])
    assert (10 * slices, 12 * slices, SLICES_OF_SX240T // slices) == (48640, 58368, 7)
    assert 10 * slices > SLICES_OF_SX240T > 12 * int(cores["Area per Core"]["keccak"])
    assert "48640 slices; the FPGA has 37440" in page


def test_the_two_rises_of_the_disk_exclude_each_other(values: dict[str, float], page: str) -> None:
    """0.1 ms per byte at 8 bytes, as the sentence says, or for a file."""
    as_said_ns = 1e6 * values["disk increase short"] * 8
    assert as_said_ns == 800_000
    assert as_said_ns / 262144 == pytest.approx(3.05, abs=0.005)
    assert values["disk increase long"] + as_said_ns / 262144 > 1.3 * values["disk increase long"]
    for_a_file_ns = 1e6 * values["disk increase short"]
    assert values["disk increase long"] + for_a_file_ns / 262144 < 1.05 * values["disk increase long"]
    assert "the rise there is 13.05 ns" in page


def test_the_disk_is_faster_than_three_of_four_ways(values: dict[str, float]) -> None:
    names = ("software keccak long", "software simd long", "hardware simd long", "hardware keccak long")
    slower = [values[name] > values["disk increase long"] for name in names]
    assert slower == [True, True, True, False]


def test_both_lists_of_contradictions_agree(folder: Path, page: str) -> None:
    """The page has a row for each row of the CSV, in its order."""
    with (folder / "contradictions.csv").open(newline="") as stream:
        places = [row["where"].split(",")[0] for row in csv.DictReader(stream)]
    table = page.partition("| where | paper | but |")[2]
    listed = [cell.strip() for cell in table.split("|") if cell.strip().startswith(("Table ", "Sect. "))]
    assert [cell for cell in listed if len(cell) < 12][: len(places)] == places
