# SPDX-License-Identifier: Apache-2.0
"""Reasons: only for what is compared, resting on something that is there, and never repeated for another value."""

from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.studies.papers.a.reproduction import QUANTITIES, comparisons
from fairhash.studies.papers.b.comparisons import CYCLES
from fairhash.studies.papers.b.published import CANDIDATES
from fairhash.studies.papers.differences import differences_table, read_reasons
from fairhash.studies.papers.paper import find_paper
from tests.studies.papers.a.runs import BY_NAME, several, values

TEXT = """
[[reason]]
algorithm = "Keccak"
text = "Because."
source = "results/x.jsonl"
[reason.values]
"Table 8: throughput" = 4.0
"""


@pytest.mark.parametrize(
    ("letter", "algorithms", "quantities"),
    [("A", tuple(BY_NAME), QUANTITIES), ("B", tuple(each.name for each in CANDIDATES), CYCLES)],
)
def test_the_reasons_files_are_valid(letter: str, algorithms: tuple[str, ...], quantities: tuple[str, ...]) -> None:
    """Each file that a source names is there."""
    reasons = read_reasons(find_paper(letter).claims_file.with_name("reasons.toml"))
    assert reasons
    for (algorithm, quantity), reason in reasons.items():
        assert algorithm in algorithms
        assert quantity in quantities
        named = [part.partition(":")[0] for part in reason.source.split("; ")]
        files = [name for name in named if name.startswith(("results/", "rtl/"))]
        assert files, reason.source
        assert all((paths.root() / file).is_file() for file in files), reason.source


def test_a_reason_is_shown_only_while_its_condition_holds(tmp_path: Path) -> None:
    """The paper has 2.22; 4 and 4.1 are the value that was explained, 4.4 is another value."""
    file = tmp_path / "reasons.toml"
    file.write_text(TEXT)
    read = read_reasons(file)
    for clock, expected in ((400, "Because."), (410, "Because."), (440, "not yet explained: a reason was given when")):
        made = values(several("sha-512", (100,) * 3, 1000), several("keccak-512", (clock,) * 3, 2000))
        table = differences_table(comparisons(made), read)
        row = next(row for row in table.rows if row[:2] == ("Keccak", "Table 8: throughput"))
        assert row[2:6] == (2.22, *[pytest.approx(clock / 100)] * 3)
        assert str(row[7]).startswith(expected)
        assert row[8] == ("results/x.jsonl" if expected == "Because." else "")


def test_differences_of_more_than_a_quarter_are_listed() -> None:
    """The published value is 1.90: 2.37 and 1.53 are within a quarter either way, 2.38 and 1.51 are not."""
    for area, there in ((2370, False), (2380, True), (1530, False), (1510, True)):
        made = values(several("sha-512", (100,) * 3, 1000), several("keccak-512", (222,) * 3, area))
        found = {row[:2] for row in differences_table(comparisons(made), {}).rows}
        assert (("Keccak", "Table 9: area") in found) == there


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[reason]", "unreadable data file"),
        (TEXT.replace('text = "Because."', ""), "reason.0.text: is missing"),
        (TEXT.replace("4.0", "-1"), "greater than 0"),
        (TEXT + TEXT, "Keccak, Table 8: throughput: two reasons"),
    ],
)
def test_an_incorrect_reasons_file_is_reported(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "reasons.toml"
    file.write_text(text)
    with pytest.raises(FairhashError, match=message):
        read_reasons(file)
