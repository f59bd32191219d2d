# SPDX-License-Identifier: Apache-2.0
"""`fairhash paper` from stored results, and wrong use."""

from pathlib import Path
from typing import Any

from fairhash.results import ResultsFolder
from tests.cli.helpers import Outcome, fairhash
from tests.studies.papers.d.runs import several

ON_GOWIN: dict[str, Any] = {"device": "gw2a-18c", "recipe": "best"}
"""A family for which the rule has one recipe, so that three seeds make a known figure."""
CASE_5 = several("case-5", (250, 251, 252), 8000, **ON_GOWIN)


def _paper_d(folder: Path, *options: str | Path) -> Outcome:
    """Paper D by the results in `folder` / results alone; nothing is run."""
    return fairhash("paper", "d", "--stored", "--only", "yours", *options, env={"FAIRHASH_BUILD": str(folder)})


def test_from_own_results(tmp_path: Path) -> None:
    ResultsFolder(tmp_path / "results").add([*CASE_5, *several("case-1", (150, 150, 150), 4000, **ON_GOWIN)])
    outcome = _paper_d(tmp_path, "--to", tmp_path / "out")
    assert outcome.status == 0, outcome
    (best,) = [line for line in outcome.out.splitlines() if line.startswith("keccak-512 ")]
    # 4 x 576 x 251 / 48 / 8000 over 3600 / 4000; fewer registers than LUTs
    assert best.split()[1:6] == ["gw2a-18c", "case-5", "1.506", "cell", "1.67"]
    assert f"Written: {tmp_path / 'out'}\n" in outcome.out
    assert "papers/d.html" in outcome.out
    assert {file.suffix for file in (tmp_path / "out").iterdir()} == {".csv", ".tex", ".svg"}


def test_only_what_is_stored(tmp_path: Path) -> None:
    ResultsFolder(tmp_path / "results").add(CASE_5)
    outcome = _paper_d(tmp_path)
    assert outcome.status == 0
    assert outcome.err == ""
    assert (tmp_path / "paper-D" / "summary.csv").is_file()
    # nothing is stored for another device: this is reported and is no success
    outcome = _paper_d(tmp_path, "--device", "ice40-hx8k")
    assert outcome.status == 1
    assert "There are no results of our cores yet." in outcome.out


def test_page_for_the_documentation(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "paper-d.md"
    outcome = _paper_d(tmp_path, "--page", page)
    assert outcome.status == 1
    assert page.read_text().startswith("<!-- SPDX-License-Identifier: Apache-2.0 -->\n# Paper D: ")
    assert {file.name for file in (tmp_path / "docs").iterdir()} == {"images", "paper-d.md"}


def test_unknown_paper_and_device() -> None:
    assert "reproduced are A, B, C, D" in fairhash("paper", "X").refusal()
    assert "ecp5-85k-8" in fairhash("paper", "D", "--device", "ecp6").refusal()
