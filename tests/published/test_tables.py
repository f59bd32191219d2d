# SPDX-License-Identifier: Apache-2.0
"""The reader of published tables and its intervals, against values worked by hand."""

from pathlib import Path

import pytest

from tests.published.tables import Interval, exactly, geometric_mean, published_interval, read_table


def test_a_rounded_value_is_exact_to_half_a_unit() -> None:
    assert published_interval("2.16") == Interval(2.16 - 0.005, 2.16 + 0.005)
    assert published_interval("429") == Interval(428.5, 429.5)
    assert published_interval("98", 2) == Interval(98 - 0.005, 98 + 0.005)


def test_rounding_errors_are_propagated() -> None:
    assert exactly(4) * Interval(1, 2) == Interval(4, 8)
    assert Interval(1, 2) / Interval(4, 5) == Interval(0.2, 0.5)
    assert geometric_mean([Interval(1, 4), Interval(4, 9)]) == Interval(2, 6)
    assert Interval(1, 4).middle == 2.5


def test_intervals_overlap_at_their_ends() -> None:
    assert Interval(1, 2).meets(Interval(2, 3))
    assert Interval(2, 3).meets(Interval(1, 2))
    assert not Interval(1, 2).meets(Interval(2.001, 3))
    assert not Interval(2.001, 3).meets(Interval(1, 2))


@pytest.mark.parametrize("text", ["a,b\nx,1\nx,2\n", "a,a\nx,1\n", "a,b\nx,1,2\n", "a,b\nx\n"])
def test_an_incorrect_table_is_rejected(tmp_path: Path, text: str) -> None:
    """A row or a column twice, a cell too many, one too few."""
    file = tmp_path / "table.csv"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"twice|argument"):
        read_table(file)


def test_a_table_is_parsed(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("name,x_mhz,note\nA,1.50,\nB,,N/A in the paper\n")
    assert read_table(file) == {
        "A": {"name": "A", "x_mhz": "1.50", "note": ""},
        "B": {"name": "B", "x_mhz": "", "note": "N/A in the paper"},
    }
