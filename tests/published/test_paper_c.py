# SPDX-License-Identifier: Apache-2.0
"""Paper C's values: complete, and the arithmetic between them; docs/published.md says what was found."""

import math
import re
from pathlib import Path

import pytest

from tests.published.tables import Interval, exactly, published_interval, read_table

BLOCK_BITS = {"SHA-1": 512, "SHA-512": 1024}
"""FIPS 180-4, Sect. 1."""
ROUNDS = 80
"""FIPS 180-4, Sect. 6.1.2 and 6.4.2."""
TENS = Interval(-5, 5)
"""What a number rounded to tens may differ by."""


@pytest.fixture(scope="module")
def values(checkout: Path) -> dict[str, str]:
    """Value by name, as published."""
    return {name: row["value"] for name, row in read_table(checkout / "published/paper-c/values.csv").items()}


@pytest.fixture(scope="module")
def follow_up(checkout: Path) -> dict[str, dict[str, str]]:
    return read_table(checkout / "published/paper-c/follow-up.csv")


@pytest.fixture(scope="module")
def page(checkout: Path) -> str:
    """docs/published.md from "Paper C" to "Paper D", on one line."""
    text = (checkout / "docs/published.md").read_text(encoding="utf-8")
    return " ".join(text.partition("\n## Paper C\n")[2].partition("\n## Paper D\n")[0].split())


def rounded_to_tens(cell: str) -> Interval:
    return Interval(float(cell) + TENS.low, float(cell) + TENS.high)


def percent_faster(cell: str) -> Interval:
    """A published percentage as a quotient."""
    more = published_interval(cell)
    return Interval(1 + more.low / 100, 1 + more.high / 100)


def period_ns(mbit_s: Interval, function: str) -> Interval:
    """Sect. 6 solved for the period: bits / (Mbit/s x rounds) is in microseconds."""
    return exactly(1000 * BLOCK_BITS[function] / ROUNDS) / mbit_s


def test_the_files_are_complete(checkout: Path, values: dict[str, str]) -> None:
    folder = checkout / "published/paper-c"
    assert {file.name for file in folder.iterdir()} == {"table-1.csv", "values.csv", "follow-up.csv"}
    table = read_table(folder / "table-1.csv")
    assert len(table) == 11
    for file in folder.iterdir():
        for row in read_table(file).values():
            assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) for name in row)
            assert list(row)[-2:] == ["source", "note"]
            assert row["source"]
    assert len(values) == 27


def test_the_throughputs_are_those_of_the_experiment(values: dict[str, str], page: str) -> None:
    """26 % and not 33 %, also if 530 and 670 are rounded to tens."""
    ratio = rounded_to_tens(values["sha-512 throughput"]) / rounded_to_tens(values["sha-1 throughput"])
    assert ratio.meets(percent_faster(values["sha-512 over sha-1 by experiment"]))
    assert not ratio.meets(percent_faster(values["sha-512 over sha-1 by static analysis"]))
    exact = float(values["sha-512 throughput"]) / float(values["sha-1 throughput"])
    assert f"670 / 530 is {exact:.3f}, which is {100 * (exact - 1):.0f} %" in page


def test_the_periods_follow_from_the_formula(values: dict[str, str], page: str) -> None:
    periods = {}
    for function, bits in BLOCK_BITS.items():
        mbit_s = values[f"{function.lower()} throughput"]
        period = periods[function] = period_ns(exactly(float(mbit_s)), function).middle
        row = f"| {function} | {mbit_s} | {bits} | {ROUNDS} | {period:.2f} | {1000 / period:.1f} |"
        assert row in page
        # the formula forwards
        assert bits / (period * ROUNDS) * 1000 == pytest.approx(float(mbit_s))
    assert f"{periods['SHA-512'] / periods['SHA-1']:.2f} times that of SHA-1 by experiment" in page


def test_the_static_values_are_bounded(values: dict[str, str], page: str) -> None:
    """What the percentages of the static critical path say about periods that the paper does not give."""
    static = percent_faster(values["sha-512 over sha-1 by static analysis"])
    most = rounded_to_tens(values["sha-512 throughput"]).high / static.low
    assert f"SHA-1 has at most {int(most)} Mbit/s by static analysis" in page
    assert math.isclose(most, 675 / 1.325)
    ratio = exactly(2) / percent_faster(values["sha-512 over sha-1 by static analysis"])
    assert f"2 / 1.33 = {2 / 1.33:.2f} times by static analysis" in page
    shares = {name: float(values[f"{name} interconnect share"]) / 100 for name in ("sha-1", "sha-512")}
    wires = 2 / 1.33 * shares["sha-512"] / shares["sha-1"]
    logic = 2 / 1.33 * (1 - shares["sha-512"]) / (1 - shares["sha-1"])
    assert ratio.meets(exactly(2 / 1.33))
    assert f"{wires:.2f} times that of SHA-1 (51 % of" in page
    assert f"the delay of logic {logic:.2f} times" in page


def test_the_consistent_values_agree(values: dict[str, str], page: str) -> None:
    constants = 80 * 64
    assert 4096 < constants <= int(values["sha-512 block RAMs"]) * 4096
    assert f"80 constants of 64 bits are {constants} bits" in page
    most = int(values["bus width"]) / 8 * int(values["bus clock"])
    rate = float(values["measured bus rate"])
    assert f"at most {most:.0f} MB/s" in page
    assert f"{rate:.0f} MB/s are {100 * rate / most:.1f} % of that" in page
    assert 8 * rate == 1000 * float(values["target throughput"])
    fastest = float(values["sha-512 throughput"])
    assert fastest < 8 * rate
    assert f"{fastest:.0f} Mbit/s are {100 * fastest / (8 * rate):.0f} %" in page
    assert 5 / float(values["unrolled delay at m = 5"]) == float(values["unrolled throughput at m = 5"])
    span = float(values["device maximum clock"]) - float(values["lowest clock of the board"])
    steps = math.ceil(math.log2(span / float(values["accuracy of the clock"])))
    data = steps * int(values["repeats at each clock"]) * int(values["test data"])
    assert f"takes {steps} steps: 30 repeats of 3 MB in each are {data} MB" in page


def test_the_contradictions_are_real(
    values: dict[str, str], follow_up: dict[str, dict[str, str]], page: str, checkout: Path
) -> None:
    cycles = ROUNDS // 8
    assert cycles < int(values["clock cycles to load a block"])
    assert f"80 / 8 = {cycles} cycles, and Sect. 4 loads a block in 16 cycles" in page
    sha_1, sha_512 = follow_up["SHA-1"], follow_up["SHA-512"]
    unrolled = published_interval(sha_1["unrolled_mbit_s"]) / published_interval(sha_1["basic_mbit_s"])
    assert unrolled.high < float(values["unrolled throughput at m = 5"])
    assert f"1000 / 544 = {unrolled.middle:.2f} times" in page
    basic = published_interval(sha_512["basic_mbit_s"]) / published_interval(sha_1["basic_mbit_s"])
    assert not basic.meets(percent_faster(values["sha-512 over sha-1 by static analysis"]))
    assert f"717 / 544 = {basic.middle:.2f} times, {100 * (basic.middle - 1):.0f} %" in page
    table = read_table(checkout / "published/paper-c/table-1.csv")
    same = [name for name, row in table.items() if row["sha_384"] == row["sha_512"]]
    assert set(table) - set(same) == {
        "Size of hash value",
        "Complexity of the best attack",
        "Equivalently secure secret-key cipher",
    }
