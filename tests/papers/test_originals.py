# SPDX-License-Identifier: Apache-2.0
"""A paper's original cores beside ours: folders, the table, and what it says is better."""

from pathlib import Path

import pytest

from fairhash.catalog.targets import find_device
from fairhash.errors import FairhashError
from fairhash.external.bench_core import BenchReport
from fairhash.papers import originals
from fairhash.papers.originals import Original, descriptions, measure_originals, page, source_folder, table
from fairhash.results.schema import Resources, Result
from fairhash.testbench.report import VerifyReport
from tests.results.samples import sample


def test_each_description_names_its_folder(checkout: Path) -> None:
    """Below the user's copy of the repository."""
    files = {file.stem: source_folder(file, Path("/copy")) for file in descriptions("A")}
    assert files["jh-256"] == Path("/copy/athena/jh_basic_r2/sources")
    assert all((checkout / "examples" / "athena" / f"{name}.toml").is_file() for name in files)
    with pytest.raises(FairhashError, match="no original cores of paper D"):
        descriptions("D")


def test_missing_sources_are_a_reason(tmp_path: Path) -> None:
    """No core stops the others."""
    done = measure_originals("A", tmp_path, find_device("ice40-hx8k"), (1,))
    assert len(done) == len(descriptions("A"))
    assert all("there is no" in one.reason and one.bench is None for one in done)
    assert all(row[1] == "-" for row in table(done))


def _result(core: str, clock: float, cells: int, registers: int, seed: int) -> Result:
    resources = Resources(area_cells=cells, luts=cells, flip_flops=registers)
    return sample(core, clock, cells, seed, resources=resources, digest_bits=256)


def test_table_says_where_the_original_is_better() -> None:
    """4000 LUTs against 5000, 100 MHz against 150: LUTs and cells are better, by a ratio of 0.8."""
    theirs = tuple(_result("jh-256/athena", 100.0, 4000, 2000, seed) for seed in (1, 2, 3))
    ours = tuple(_result("jh-256/highspeed", 150.0, 5000, 1500, seed) for seed in (1, 2, 3))
    report = VerifyReport(core="jh-256/athena", engine="fast", seed=0, seconds=0.0, modes=())
    original = Original(Path("jh-256.toml"), "jh-256/athena", BenchReport(report, theirs, ours), "")
    first, second = table([original])
    assert first[:1] == ("jh-256/athena",)
    assert first[2:5] == ("4000", "2000", "4000")
    assert first[-1] == "LUTs (0.80 of ours), cells (0.80 of ours)"
    assert (second[0], second[2]) == ("jh-256/highspeed", "5000")
    text = page([original], "a", "ecp5-85k-8")
    assert text.startswith("# The original cores of paper A on ecp5-85k-8")
    assert text.count("\n| ") == len((originals.HEADER, "rule", first, second))


def test_a_core_that_fails_is_shown_with_its_reason() -> None:
    """It is a row, not a gap."""
    (row,) = table([Original(Path("x.toml"), "x", None, "GHDL cannot elaborate x")])
    assert (row[0], row[-1]) == ("x", "GHDL cannot elaborate x")
