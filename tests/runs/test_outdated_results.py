# SPDX-License-Identifier: Apache-2.0
"""Results of other Verilog are marked stale, and only those; the mark goes when the Verilog is back."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.results.export import read_folder
from fairhash.results.results_folder import STALE, ResultsFolder
from fairhash.results.schema import Result
from fairhash.runs.outdated_results import OTHER_VERILOG, mark_outdated, remarked
from tests.results.samples import sample, sha256

OLD, TODAY = sha256("old"), sha256("today")
CORE = "sha-512/highspeed"


def verilog(core: Core) -> str:
    """What the sources of today give."""
    assert core.name == CORE
    return TODAY


def result(seed: int, digest: str | None, stale: str = "", core: str = CORE) -> Result:
    return sample(core, seed=seed).model_copy(
        update={"verilog_digest": digest, "stale": stale, "key": sha256(f"{core} {seed} {digest}")}
    )


def test_only_wrong_marks_are_changed() -> None:
    cores = {CORE: all_cores()[CORE]}
    results = [
        result(1, TODAY),
        result(2, OLD),
        result(3, OLD, OTHER_VERILOG),
        result(4, TODAY, OTHER_VERILOG),
        result(5, OLD, STALE),
        result(6, None),
        result(7, OLD, core="not-in/the-catalogue"),
    ]
    assert [(each.seed, each.stale) for each in remarked(results, cores, verilog)] == [(2, OTHER_VERILOG), (4, "")]


def test_the_folder_is_corrected_once(tmp_path: Path) -> None:
    ResultsFolder(tmp_path).add([result(1, TODAY), result(2, OLD)])
    ResultsFolder(tmp_path / "explore").add([result(3, OLD)])
    cores = {CORE: all_cores()[CORE]}
    assert [each.seed for each in mark_outdated(tmp_path, cores, verilog)] == [2]
    assert mark_outdated(tmp_path, cores, verilog) == []
    assert {each.seed: each.stale for each in read_folder(tmp_path)} == {1: "", 2: OTHER_VERILOG, 3: ""}
    assert len(read_folder(tmp_path)) == 3
