# SPDX-License-Identifier: Apache-2.0
"""A paper's original cores beside ours: folders, the table, and what it says is better."""

import shutil
import tomllib
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.store import Interrupted, StoreError
from fairhash.catalog.targets import find_device
from fairhash.cli.main import run
from fairhash.figures.figures import OWN_BEST
from fairhash.figures.selection import rule_recipes
from fairhash.results.export import read_folder
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Resources, Result
from fairhash.results.synthesis_counts import SynthesisCount, add_counts
from fairhash.studies.papers.originals import (
    Original,
    descriptions,
    measure_originals,
    original_table,
    page,
    read_failures,
    remove_failure,
    source_folder,
    stored_originals,
    stored_results,
)
from fairhash.studies.papers.paper import find_paper
from fairhash.testbench import verification
from fairhash.testbench.modes import Mode
from fairhash.testbench.session import SimulationSession
from tests.results.samples import sample
from tests.studies.external.fold.model import write_answers


@pytest.fixture(autouse=True)
def recipes_are_chosen() -> None:
    """Replaces the fixture of the same name: these tests apply the rule."""


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
    assert all("there is no" in one.reason and one.figures == () for one in done)
    shown = original_table(done, "A", "ice40-hx8k")
    assert all(row[1:-1] == ("-",) * 7 for row in map(tuple, shown.display_rows()))


JH = "jh-256/athena"


def _result(core: str, clock: float, cells: int, registers: int, seed: int, **changes: Any) -> Result:
    resources = Resources(area_cells=cells, luts=cells, flip_flops=registers)
    return sample(core, clock, cells, seed, resources=resources, digest_bits=256, **changes)


def _store(folder: Path) -> None:
    """Results of the original by two recipes: 4000 and 3500 cells."""
    theirs = [_result(JH, 100.0, 4000, 2000, seed, untested=("stalls",)) for seed in (1, 2, 3)]
    theirs += [_result(JH, 90.0, 3500, 2000, seed, untested=("stalls",), recipe="share") for seed in (1, 2, 3)]
    ResultsFolder(folder).add(theirs)


def test_table_says_where_the_original_is_better(tmp_path: Path) -> None:
    """4000 LUTs against 5000, 100 MHz against 150: LUTs and cells are better, by a ratio of 0.8."""
    _store(tmp_path)
    ours = [_result("jh-256/highspeed", 150.0, 5000, 1500, seed) for seed in (1, 2, 3)]
    (original,) = [one for one in stored_originals("A", ours, tmp_path) if one.figures]
    shown = original_table([original], "a", "ecp5-85k-8")
    first, second, third, fourth = shown.display_rows()
    assert first[:5] == [JH, "default (default)", "(4000)", "(2000)", "(4000)"]
    better = "LUTs (0.80 of ours), cells (0.80 of ours)"
    assert first[-1] == f"{better}; preliminary: not tested by its description: stalls"
    assert (second[0], second[2], second[-1]) == ("jh-256/highspeed", "5000", "-")
    assert (third[0], third[1].split()[0], fourth[0]) == (JH, "own-best", "jh-256/highspeed")
    text = page(shown)
    assert text.startswith("# The original cores of paper A on ecp5-85k-8")
    assert text.count("\n| ") >= len((first, second, third, fourth))
    assert better in text


@pytest.mark.parametrize(
    ("seeds", "changes", "words"),
    [
        ((1, 2), {}, "not compared: ours is preliminary"),
        ((1, 2, 3), {"stale": "changed"}, "not compared; preliminary: not tested by its description: stalls"),
    ],
    ids=["two seeds of ours", "stale"],
)
def test_nothing_is_compared_with_a_preliminary_core(
    tmp_path: Path, seeds: tuple[int, ...], changes: dict[str, str], words: str
) -> None:
    theirs = [_result(JH, 100.0, 4000, 2000, seed, untested=("stalls",), **changes) for seed in (1, 2, 3)]
    ResultsFolder(tmp_path).add(theirs)
    ours = [_result("jh-256/highspeed", 150.0, 5000, 1500, seed) for seed in seeds]
    (original,) = [one for one in stored_originals("A", ours, tmp_path) if one.figures]
    first = original_table([original], "a", "ecp5-85k-8").display_rows()[0]
    assert first[-1].startswith(words)


def test_own_best_recipe_follows_the_rule_without_stalls(tmp_path: Path) -> None:
    """A core that is not ranked is shown by the recipe of the higher throughput per area too, not by the smaller one.

    4000 cells at 100 MHz against 3500 at 60 MHz.
    """
    theirs = [_result(JH, 100.0, 4000, 2000, 1, untested=("stalls",), recipe="best")]
    theirs += [_result(JH, 60.0, 3500, 2000, 1, untested=("stalls",), recipe="share")]
    ResultsFolder(tmp_path).add(theirs)
    device = find_device("ecp5-85k-8")
    facts = {"core": JH, "device": device.id, "verilog_digest": theirs[0].verilog_digest, "yosys": "x"}
    others = [name for name in rule_recipes(device) if name not in ("best", "share")]
    cells = {"luts": 9000, "carry": 0, "flip_flops": 2000}
    counts = [SynthesisCount.model_validate({**facts, **cells, "recipe": name}) for name in others]
    add_counts(tmp_path / "synthesis", counts)
    (original,) = [one for one in stored_originals("A", [], tmp_path) if one.figures]
    best = [figure for figure in original.figures if figure.comparison == OWN_BEST]
    assert [figure.first.recipe for figure in best] == ["best"]


def test_a_core_that_fails_is_shown_with_its_reason() -> None:
    """It is a row, not a gap."""
    (row,) = original_table([Original(Path("x.toml"), "x", (), "GHDL cannot elaborate x")], "A", "ecp5-85k-8").rows
    assert (row[0], row[-1]) == ("x", "GHDL cannot elaborate x")


@pytest.mark.usefixtures("no_diagnosis")
def test_a_failed_verification_is_stored(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A core with a wrong rotation is a row with the mode and the reason, also without its sources."""
    source = checkout / "examples" / "sha256-verilog" / "sha256_axis.v"
    text = source.read_text(encoding="utf-8")
    assert "rotr(e, 6)" in text
    (tmp_path / source.name).write_text(text.replace("rotr(e, 6)", "rotr(e, 5)"), encoding="utf-8")
    description = tmp_path / "bench.toml"
    shutil.copy(source.parent / "bench.toml", description)
    monkeypatch.setattr("fairhash.studies.papers.originals.descriptions", lambda letter: [description])
    folder = tmp_path / "results"
    (now,) = measure_originals("A", tmp_path, find_device("ice40-hx8k"), (1,), folder=folder)
    assert now.reason.startswith("mode answers: wrong digest word")
    (stored,) = stored_originals("A", [], folder)
    assert (stored.name, stored.reason, stored.figures) == ("sha-256/verilog-example", now.reason, ())
    (row,) = original_table([stored], "a", "ecp5-85k-8").rows
    assert row[-1] == now.reason
    remove_failure(folder, stored.name)
    assert read_failures(folder) == {}


def test_an_error_of_the_bench_is_the_reason_of_one_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its traceback in a file; the other cores are measured."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))

    def fail(*_arguments: object, **_options: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("fairhash.studies.papers.originals.read_described_core", fail)
    done = measure_originals("A", tmp_path, find_device("ice40-hx8k"), (1,))
    assert len(done) == len(descriptions("A"))
    trace = tmp_path / "originals" / f"{done[0].description.stem}.txt"
    assert done[0].reason == f"unparsable tool output: RecursionError: too deep (see {trace})"
    assert "Traceback" in trace.read_text()


@pytest.mark.parametrize("error", [Interrupted(), StoreError("the disk is full")])
def test_what_no_core_causes_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """An interrupted command, and a store that cannot be written."""
    monkeypatch.setattr("fairhash.studies.papers.originals.bench_described", Mock(side_effect=error))
    monkeypatch.setattr("fairhash.studies.papers.originals.read_described_core", Mock())
    with pytest.raises(type(error)):
        measure_originals("A", tmp_path, find_device("ice40-hx8k"), (1,))


_FOLD = Path(__file__).parents[1] / "external" / "fold"
_ORIGIN = """
[origin]
address = "https://example.org/cores"
commit = "0123456789012345678901234567890123456789"
folder = "FOLDER"
"""


def _described(folder: Path, copy: Path, name: str, old: str = "", new: str = "") -> Path:
    """A description of the small core of studies/external/fold, whose sources are in a folder of the user's copy."""
    shutil.copytree(_FOLD, copy / name, ignore=shutil.ignore_patterns("*.py"), dirs_exist_ok=True)
    source = copy / name / "fold.v"
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    folder.mkdir(exist_ok=True)
    text = (_FOLD / "fold.toml").read_text(encoding="utf-8").replace('"toy"', f'"{name}"')
    (folder / f"{name}.toml").write_text(text + _ORIGIN.replace("FOLDER", name), encoding="utf-8")
    write_answers(folder / "fold.csv", range(0, 420, 13))
    return folder / f"{name}.toml"


def _noted_modes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """A list that receives the core and the name of each mode that is run on its simulated source."""
    noted: list[tuple[str, str]] = []
    really = verification._run

    def run_mode(session: SimulationSession, mode: Mode, *rest: Any) -> Any:
        if session.engine.name == "fast":
            noted.append((session.core.name, mode.name))
        return really(session, mode, *rest)

    monkeypatch.setattr(verification, "_run", run_mode)
    return noted


@pytest.mark.usefixtures("no_diagnosis")
def test_the_command_from_end_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A core that is right, one that is wrong and one without sources: figures, a stored failure and a reason."""
    build, folder, copy = tmp_path / "build", tmp_path / "examples", tmp_path / "copy"
    build.mkdir()
    for kept in ("models", "sim", "cache"):
        (paths.build() / kept).mkdir(exist_ok=True)
        (build / kept).symlink_to(paths.build() / kept)
    files = [_described(folder, copy, "right"), _described(folder, copy, "gone")]
    files.append(_described(folder, copy, "wrong", "d ^ state[31:0]", "d & state[31:0]"))
    shutil.rmtree(copy / "gone")
    monkeypatch.setenv("FAIRHASH_BUILD", str(build))
    monkeypatch.setattr("fairhash.studies.papers.originals.descriptions", lambda letter: files)
    monkeypatch.setattr("fairhash.studies.papers.originals.stored_results", lambda letter: folder / "results")
    verified = _noted_modes(monkeypatch)
    page_file = tmp_path / "page.md"
    call = ["paper", "A", "--original", str(copy), "--seeds", "1", "--device", "ice40-hx8k", "--page", str(page_file)]
    assert run(call) == 0
    out = capsys.readouterr().out
    assert f"Written: {page_file}" in out
    rows = {line.split()[0]: line for line in out.splitlines() if line.startswith(("fold/", "gone"))}
    assert rows["fold/right"].endswith("no result of ours; preliminary: 1 of the 3 seeds needed")
    assert "mode answers: wrong digest word" in rows["fold/wrong"]
    assert "there is no fold.vh" in rows["gone"]
    text = page_file.read_text(encoding="utf-8")
    assert text.startswith("# The original cores of paper A on ice40-hx8k")
    assert text.count("| fold/right |") == 2
    # each core once; the cycles are measured before, and no mode runs after the first that fails
    assert [name for core, name in verified if core == "fold/wrong"] == ["cycles", "answers"]
    right = [name for core, name in verified if core == "fold/right"]
    # the cycles again with all modes, and for the result
    assert (right.count("answers"), right.count("cycles"), right.count("stalls")) == (1, 3, 1)
    # what was stored gives the same rows without running anything
    stored = {one.name: one for one in stored_originals("A", [])}
    shown = [
        " ".join(map(str, row)) for row in original_table([stored["fold/right"]], "a", "ice40-hx8k").display_rows()
    ]
    assert [line.split() for line in shown] == [line.split() for line in out.splitlines() if "fold/right" in line]
    assert stored["fold/wrong"].reason in rows["fold/wrong"]
    assert (stored["fold/gone"].figures, stored["fold/gone"].reason) == ((), "not measured yet")
    # the wrong core alone is no success, and is measured when its source is right
    files[:] = [files[2]]
    assert run(call) == 1
    shutil.copyfile(_FOLD / "fold.v", copy / "wrong" / "fold.v")
    assert run(call) == 0
    assert read_failures(folder / "results") == {}


def test_a_damaged_file_of_failures_is_named(tmp_path: Path) -> None:
    """In one line."""
    (tmp_path / "failures.json").write_text('{"failures": [{"core": "x"}]}', encoding="utf-8")
    with pytest.raises(FairhashError, match=r"not a file of failures: failures\.0\.mode: Field required"):
        read_failures(tmp_path)


def test_every_original_is_on_the_page_of_the_paper() -> None:
    """With figures or with the reason why it has none; a failure that is stored has the digest of its sources."""
    (section,) = [
        one for one in find_paper("A").sections(find_paper("A").our_results([])) if one.title == "Original cores"
    ]
    shown = {row[0]: row for table in section.tables for row in table.rows if str(row[0]).endswith("/athena")}
    described = [tomllib.loads(file.read_text(encoding="utf-8")) for file in descriptions("A")]
    assert set(shown) == {f"{one['algorithm']}/{one['architecture']}" for one in described}
    failures = read_failures(stored_results("A"))
    assert {name: shown[name][-1] for name in failures} == {name: one.reason for name, one in failures.items()}


def test_committed_originals_are_on_the_page_of_the_paper() -> None:
    """Each original core with committed results is on paper A's page, by default and by its own best recipe."""
    stored = {result.core for result in read_folder(stored_results("A")) if result.core.endswith("/athena")}
    ours = find_paper("A").our_results(read_folder(paths.results()))
    (section,) = [one for one in find_paper("A").sections(ours) if one.title == "Original cores"]
    rows = [row for shown in section.tables for row in shown.rows]
    assert stored
    for name in stored:
        recipes = [str(row[1]).split()[0] for row in rows if row[0] == name]
        assert recipes == ["default", "own-best"], name
