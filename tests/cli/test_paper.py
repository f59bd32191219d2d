# SPDX-License-Identifier: Apache-2.0
"""`fairhash paper`: from a folder of results, from what is stored, and wrong use."""

from pathlib import Path
from typing import Any

from fairhash.results import Database, export
from tests.cli.helpers import fairhash
from tests.papers.d.runs import several

ON_GOWIN: dict[str, Any] = {"device": "gw2a-18c", "recipe": "best"}
"""A family for which the rule has one recipe, so that three seeds make a known figure."""
CASE_5 = several("case-5", (250, 251, 252), 8000, **ON_GOWIN)


def test_from_a_folder(tmp_path: Path) -> None:
    """Nothing is run: the build folder is not even there."""
    export.write_json_lines(
        [*CASE_5, *several("case-1", (150, 150, 150), 4000, **ON_GOWIN)], tmp_path / "results" / "a.jsonl"
    )
    outcome = fairhash("paper", "d", "--from", tmp_path / "results", "--out", tmp_path / "out")
    assert outcome.status == 0, outcome
    (best,) = [line for line in outcome.out.splitlines() if line.startswith("keccak-512 ")]
    # 4 x 576 x 251 / 48 / 8000 over 3600 / 4000; fewer registers than LUTs
    assert best.split()[1:6] == ["gw2a-18c", "case-5", "1.506", "cell", "1.67"]
    assert f"Written: {tmp_path / 'out'}\n" in outcome.out
    assert "papers/d.html" in outcome.out
    assert {file.suffix for file in (tmp_path / "out").iterdir()} == {".csv", ".tex", ".svg"}


def test_only_what_is_stored(tmp_path: Path) -> None:
    Database(tmp_path / "results.sqlite").add(CASE_5)
    env = {"FAIRHASH_BUILD": str(tmp_path)}
    outcome = fairhash("paper", "D", "--only-stored", env=env)
    assert outcome.status == 0
    assert outcome.err == ""
    assert (tmp_path / "paper-D" / "summary.csv").is_file()
    # nothing is stored for another device: this is reported and is no success
    outcome = fairhash("paper", "D", "--only-stored", "--device", "ice40-hx8k", env=env)
    assert outcome.status == 1
    assert "There are no results of our cores yet." in outcome.out


def test_page_for_the_documentation(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "paper-d.md"
    outcome = fairhash("paper", "D", "--from", tmp_path / "none", "--page", page)
    assert outcome.status == 1
    assert page.read_text().startswith("<!-- SPDX-License-Identifier: Apache-2.0 -->\n# Paper D: ")
    assert {file.name for file in (tmp_path / "docs").iterdir()} == {"paper-d.md"}


def test_unknown_paper_and_device() -> None:
    assert "reproduced are A, B, C, D" in fairhash("paper", "X").refusal()
    assert "ecp5-85k-8" in fairhash("paper", "D", "--device", "ecp6").refusal()
