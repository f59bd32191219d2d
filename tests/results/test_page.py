# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/results.md, run in a copy of the checkout."""

from pathlib import Path

import pytest

from tests.followed_page import FollowedPage, follow


@pytest.fixture(scope="module")
def followed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> FollowedPage:
    """The page from its first line to its last."""
    return follow("results.md", checkout, tmp_path_factory.mktemp("reader") / "fairhash")


def _output(followed: FollowedPage, part: str) -> list[list[str]]:
    """The cells of the output of the only command line that contains `part`."""
    (text,) = [output for line, output in followed.outputs.items() if part in line]
    return [line.split() for line in text.splitlines()]


def test_queries_answer(followed: FollowedPage) -> None:
    head, *rows = _output(followed, "hx8k' AND status")
    assert head == ["core", "mhz"]
    clocks = [float(mhz) for _, mhz in rows]
    assert clocks == sorted(clocks, reverse=True)
    assert _output(followed, "AS hours")[0] == ["device", "runs", "hours"]
    assert len(_output(followed, "AS wires")) == 6


def test_exports_are_written_and_imported(followed: FollowedPage) -> None:
    build = followed.copy / "build"
    assert {"good.csv", "good.jsonl", "ecp5.parquet", "ecp5.sqlite"} <= {file.name for file in build.iterdir()}
    good = (build / "good.jsonl").read_text(encoding="utf-8").splitlines()
    imported = [line for file in (build / "results").glob("*.jsonl") for line in file.read_text().splitlines()]
    assert len(imported) == len(good)
    assert _output(followed, "good.py")[0][0].startswith("([")
