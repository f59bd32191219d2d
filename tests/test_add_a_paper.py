# SPDX-License-Identifier: Apache-2.0
"""docs/add-a-paper.md followed literally in a copy of the checkout, then its paper with results computed by hand."""

import csv
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fairhash.results import ResultsFolder
from tests.followed_page import FollowedPage, follow
from tests.results.samples import sample


@pytest.fixture(scope="module")
def followed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> FollowedPage:
    """The page from its first line to its last."""
    page = follow("add-a-paper.md", checkout, tmp_path_factory.mktemp("reader") / "fairhash")
    assert page.languages == {"csv", "python", "toml", "markdown", "sh"}
    return page


def _paper_t(folder: Path) -> str:
    """The command that reproduces the paper by the results in `folder` / results alone."""
    options = f"--stored --only yours --to {folder / 'out'}"
    return f"FAIRHASH_BUILD={folder} .venv/bin/fairhash paper T {options}"


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_only_the_files_of_the_paper_changed(followed: FollowedPage, checkout: Path) -> None:
    folder = "src/fairhash/studies/papers/t"
    assert followed.changed_files(checkout) == {
        "published/paper-t/table-1.csv",
        *(f"{folder}/{name}" for name in ("__init__.py", "reproduction.py", "reasons.toml", "claims.toml")),
        "docs/reproducing-paper-t.md",
    }


def test_the_links_of_its_pages_exist(followed: FollowedPage) -> None:
    """Of the page of method, and the pictures of the page of results."""
    for name in ("docs/reproducing-paper-t.md", "build/paper-t.md"):
        page = followed.copy / name
        for link in re.findall(r"\]\(([^)#]+)[#)]", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (name, link)


def test_other_papers_are_still_found(followed: FollowedPage) -> None:
    done = followed.bash(".venv/bin/fairhash paper X")
    assert done.returncode == 2
    assert "reproduced are A, B, C, D, E, T" in done.stdout


def test_the_page_has_the_hand_computed_values(followed: FollowedPage, tmp_path: Path) -> None:
    """576 bits x 150 MHz / 24 cycles on 4000 cells, over 1024 x 100 / 80 on 2000 cells; three seeds each."""
    on: dict[str, Any] = {"device": "gw2a-18c", "recipe": "best"}
    keccak = [sample("keccak-512/highspeed", clock, 4000, seed, **on) for seed, clock in ((1, 140), (2, 150), (3, 160))]
    sha = [sample("sha-512/highspeed", 100, 2000, seed, block_bits=1024, block_cycles=80, **on) for seed in (1, 2, 3)]
    ResultsFolder(tmp_path / "results").add([*keccak, *sha])
    done = followed.bash(_paper_t(tmp_path))
    assert done.returncode == 0, done.stdout
    rows = {row["algorithm"]: row for row in _rows(tmp_path / "out" / "table-1.csv")}
    assert float(rows["Keccak-512"]["published_area_slices"]) == 1200
    assert float(rows["Keccak-512"]["throughput_mbit_s"]) == pytest.approx(3600)
    assert float(rows["SHA-512"]["throughput_mbit_s"]) == pytest.approx(1280)
    # throughput: 3600 / 1280 = 2.81 is within 25 % of the paper's 4800 / 1920 = 2.5;
    # area: 4000 / 2000 = 2 differs from 1200 / 800 = 1.5; their quotient: 1.41 differs from 2.5
    differences = {row["quantity"]: row for row in _rows(tmp_path / "out" / "departures.csv")}
    assert set(differences) == {"Table 1: area", "text: throughput per area"}
    assert float(differences["Table 1: area"]["measured"]) == 2
    assert differences["Table 1: area"]["reason"].endswith("a reason was given when it was 1000.00")
    assert float(differences["text: throughput per area"]["measured"]) == pytest.approx(1.40625)
    assert differences["text: throughput per area"]["reason"] == "not yet explained"
    (claim,) = _rows(tmp_path / "out" / "headline-claims.csv")
    assert (claim["published"], claim["verdict"]) == ("2.50 ± 25 %", "not confirmed")
    assert claim["ours"].startswith("1.41 (")
    assert (tmp_path / "out" / "figure-1.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_page_reports_missing_results(followed: FollowedPage, tmp_path: Path) -> None:
    done = followed.bash(_paper_t(tmp_path))
    assert done.returncode == 1
    assert {row["note"] for row in _rows(tmp_path / "out" / "table-1.csv")} == {"not measured"}


@pytest.mark.parametrize("tool", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)])
def test_its_files_follow_the_conventions(followed: FollowedPage, tool: tuple[str, ...]) -> None:
    program = Path(sys.executable).with_name(tool[0])
    done: subprocess.CompletedProcess[str] = followed.bash(
        f'"{program}" {" ".join(tool[1:])} src/fairhash/studies/papers/t/reproduction.py'
    )
    assert done.returncode == 0, done.stdout
