# SPDX-License-Identifier: Apache-2.0
"""A small league of toy cores: checkouts, what is stored, and the tables beside ours."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.bench.store import Interrupted
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_device
from fairhash.cli.main import run
from fairhash.figures.figures import figures
from fairhash.results import Result
from fairhash.results.reader import read_results
from fairhash.studies.external.bench_core import BenchReport
from fairhash.studies.league.entries import League, LeagueEntry, read_league
from fairhash.studies.league.measure import Attempt, measure_league
from fairhash.studies.league.record import LeagueRow, league_folder
from fairhash.studies.league.table import groups
from fairhash.testbench.report import Failure, ModeResult, VerifyReport
from tests.results.samples import sample

COMMIT = "0123456789abcdef0123456789abcdef01234567"
_CORE = "sha-256/toy"
_DESCRIPTION = f"""\
algorithm = "sha-256"
architecture = "toy"
files = ["sha256_block.v"]
top = "sha256_block"

[origin]
address = "https://git.example/someone/toy"
commit = "{COMMIT}"
folder = "rtl"
licence = "MIT"
digest = "DIGEST"

[ports]
kind = "block"
"""
_UNDESCRIBED = f"""\
[[undescribed]]
name = "other"
algorithm = "sha-256"
interface = "memories"
reason = "It reads a memory."
cure = "a wrapper"
[undescribed.origin]
address = "https://git.example/someone/other"
commit = "{COMMIT}"

[cures]
toy = "another toy"
"""


@pytest.fixture(name="public")
def public_folder(checkout: Path, tmp_path: Path) -> Path:
    """A folder of checkouts with that of the toy, whose description is beside it."""
    sources = tmp_path / "public" / "someone" / "toy" / "rtl"
    sources.mkdir(parents=True)
    shutil.copy(checkout / "examples" / "shapes" / "sha256_block.v", sources)
    (tmp_path / "league").mkdir()
    _describe(tmp_path, "")
    _describe(tmp_path, _entry(tmp_path).found_digest(tmp_path / "public"))
    (tmp_path / "league" / "league.toml").write_text(_UNDESCRIBED, encoding="utf-8")
    return tmp_path / "public"


def _describe(folder: Path, digest: str) -> None:
    (folder / "league" / "toy.toml").write_text(_DESCRIPTION.replace("DIGEST", digest), encoding="utf-8")


def _entry(folder: Path) -> LeagueEntry:
    return read_league(folder / "league").entries["toy"]


def _league(folder: Path, *arguments: str | Path) -> int:
    """Run the command with the toys' folders."""
    own = ("--descriptions", folder / "league", "--to", folder / "rows")
    return run(["league", *map(str, (*own, *arguments))])


def _measure(public: Path) -> Attempt:
    home = public.parent
    device, recipe = find_device("ecp5-85k-8"), find_recipe("best")
    (done,) = measure_league([_entry(home)], public, device, recipe, (1,), league_folder(home / "rows"))
    return done


def _outcome(monkeypatch: pytest.MonkeyPatch, report: VerifyReport, results: Sequence[Result]) -> None:
    """Replace verification and measurement of a core."""
    bench = BenchReport(report, tuple(results), ()) if report.ok else None
    monkeypatch.setattr("fairhash.studies.league.measure.bench_described", lambda *_arguments: (report, bench))


def _report(failure: Failure | None = None) -> VerifyReport:
    modes = [ModeResult(mode="answers", verdict="pass", messages=71, seconds=1.0)]
    stalls = ModeResult(
        mode="stalls", verdict="fail" if failure else "pass", messages=400, seconds=1.0, failure=failure
    )
    modes.append(stalls)
    return VerifyReport(core=_CORE, engine="fast", seed=0, seconds=2.0, modes=tuple(modes))


_FAILURE = Failure(
    kind="hang",
    what="no digest",
    messages=("x",),
    circumstances="one message",
    seed=0,
    cycle=9,
    word=0,
    expected="1",
    found="",
    detail="",
)


def _result(core: str, cells: int, seed: int = 1) -> Result:
    return sample(core, 100.0, cells, seed, recipe="best", digest_bits=256, block_bits=512, block_cycles=64)


def test_a_missing_checkout_is_named_with_the_commands_that_make_it(
    tmp_path: Path, public: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is stored."""
    shutil.rmtree(public / "someone" / "toy")
    assert _league(tmp_path, "--from", public) == 1
    shown = capsys.readouterr().out
    assert f"toy: no checkout in {public}/someone/toy" in shown
    assert f"git clone https://git.example/someone/toy {public}/someone/toy\n" in shown
    assert f"git -C {public}/someone/toy checkout --quiet {COMMIT}\n" in shown
    assert not (tmp_path / "rows").exists()


def test_sources_of_another_commit_are_refused(
    tmp_path: Path, public: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One changed byte; a missing file; and a description without a digest, which the message gives."""
    source = public / "someone" / "toy" / "rtl" / "sha256_block.v"
    text = source.read_text(encoding="utf-8")
    source.write_text(text + "\n", encoding="utf-8")
    assert _league(tmp_path, "--from", public) == 1
    assert f"rtl are not those of commit {COMMIT}: run `git -C" in capsys.readouterr().out
    source.unlink()
    assert _league(tmp_path, "--from", public) == 1
    assert "toy: there is no sha256_block.v in" in capsys.readouterr().out
    source.write_text(text, encoding="utf-8")
    digest = _entry(tmp_path).origin.digest
    _describe(tmp_path, "")
    assert _league(tmp_path, "--from", public) == 1
    assert f'[origin] has no `digest`: at that commit it is digest = "{digest}"' in capsys.readouterr().out
    assert not (tmp_path / "rows").exists()


def test_a_measured_core_is_stored_as_foreign_and_is_no_result_of_ours(
    tmp_path: Path, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row can be read again and holds the results; no reader of results finds them."""
    monkeypatch.setattr(paths, "results", lambda: tmp_path / "results")
    monkeypatch.setattr(paths, "own_results", lambda: tmp_path / "own")
    _outcome(monkeypatch, _report(), [_result(_CORE, 2000)])
    done = _measure(public)
    shutil.copytree(tmp_path / "rows", tmp_path / "results" / "league")
    (row,) = league_folder().read_all()
    assert done.ok
    assert row == done.row
    assert (row.foreign, row.licence, row.commit, row.verified) == (True, "MIT", COMMIT, "2 of 2 modes")
    assert [result.core for result in row.results] == [_CORE]
    assert '"foreign": true' in (tmp_path / "rows" / "toy.json").read_text(encoding="utf-8")
    assert read_results() == []


def test_a_core_that_fails_is_stored_with_the_mode_and_shown_with_its_cure(
    tmp_path: Path, public: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status says so, also if the bench itself fails; an interruption ends the command."""
    _outcome(monkeypatch, _report(_FAILURE), ())
    assert _league(tmp_path, "--from", public) == 1
    shown = capsys.readouterr().out
    assert "toy: 1 of 2 modes; fails stalls" in shown
    assert "mode stalls: no digest. Cure: another toy" in shown
    (row,) = league_folder(tmp_path / "rows").read_all()
    assert (row.reason, row.passed, row.results) == ("mode stalls: no digest", False, ())

    def fail(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("fairhash.studies.league.measure.bench_described", fail)
    error: BaseException = FairhashError("GHDL cannot elaborate toy", "", "rename x")
    assert _measure(public).row.reason == "GHDL cannot elaborate toy: rename x"  # type: ignore[union-attr]
    error = RecursionError("too deep")
    assert "too deep" in _measure(public).row.reason  # type: ignore[union-attr]
    error = Interrupted()
    with pytest.raises(Interrupted):
        _measure(public)


def test_verification_alone_is_stored_but_removes_no_figure(
    tmp_path: Path, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A core that passes is not placed yet; a measured one keeps its figures, until it fails."""
    monkeypatch.setattr("fairhash.studies.league.measure.bench_described", lambda *_arguments: (_report(), None))
    assert _league(tmp_path, "--from", public, "--verify-only") == 0
    stored = league_folder(tmp_path / "rows")
    assert [(row.reason, row.passed) for row in stored.read_all()] == [("not placed yet", True)]
    _outcome(monkeypatch, _report(), [_result(_CORE, 2000)])
    _measure(public)
    for report, kept in ((_report(), 1), (_report(_FAILURE), 0)):
        monkeypatch.setattr(
            "fairhash.studies.league.measure.bench_described", lambda *_arguments, report=report: (report, None)
        )
        _league(tmp_path, "--from", public, "--verify-only")
        assert [len(row.results) for row in stored.read_all()] == [kept]


def _row(league: League, results: Sequence[Result]) -> LeagueRow:
    entry = league.entries["toy"]
    fields = {"name": "toy", "core": _CORE, "algorithm": "sha-256", "address": entry.origin.address, "commit": COMMIT}
    digests = {"digest": entry.origin.digest, "description": entry.origin.digest}
    others = {"licence": "MIT", "interface": "x", "seconds": 1.0, "date": results[0].date, "results": tuple(results)}
    return LeagueRow.model_validate(fields | digests | others)


def test_a_refused_core_keeps_its_verified_steps(tmp_path: Path, public: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused after its verification; then before it, with the steps of the same sources that are stored."""

    def refuse_later(*arguments: object) -> None:
        on_report = arguments[-1]
        assert callable(on_report)
        on_report(_report())
        raise FairhashError("the netlist has a gated clock", "", "")

    def refuse_at_once(*_arguments: object) -> None:
        raise FairhashError("a tool is missing", "", "")

    monkeypatch.setattr("fairhash.studies.league.measure.bench_described", refuse_later)
    first = _measure(public)
    assert not first.ok
    assert first.row is not None
    assert [(step.mode, step.verdict) for step in first.row.steps] == [("answers", "pass"), ("stalls", "pass")]
    monkeypatch.setattr("fairhash.studies.league.measure.bench_described", refuse_at_once)
    again = _measure(public)
    stored = league_folder(tmp_path / "rows").read("toy")
    assert stored is not None
    assert stored == again.row
    assert (stored.steps, stored.reason) == (first.row.steps, "a tool is missing")
    _describe(tmp_path, f'{_entry(tmp_path).origin.digest}"  # another description\n#')
    assert _measure(public).row is not None
    other = league_folder(tmp_path / "rows").read("toy")
    assert other is not None
    assert other.steps == ()


def test_public_cores_and_ours_are_side_by_side(tmp_path: Path, public: Path) -> None:
    """By Mbit/s per cell: 800 Mbit/s in 2000 cells before ours in 2500 and 4000; then a core without a figure."""
    assert public.is_dir()
    league = read_league(tmp_path / "league")
    ours = figures([_result("sha-256/highspeed", 2500), _result("sha-256/lightweight", 4000)])
    (group,) = groups(league, [_row(league, [_result(_CORE, 2000)])], ours)
    assert [line.core for line in group.lines] == [_CORE, "sha-256/highspeed", "sha-256/lightweight", "other"]
    assert [line.is_ours for line in group.lines] == [False, True, True, False]
    assert group.sentence() == (
        f"Ahead of ours per cell: {_CORE} with 1.25 of sha-256/highspeed. Preliminary: 3 of the 3 figures compared."
    )
    rows = [tuple(map(str, row)) for row in group.table().rows]
    assert rows[0][1:9] == (
        "git.example/someone/toy",
        "a block a command",
        "2,000",
        "100.0",
        "800",
        "0.400",
        "1.25",
        "820",
    )
    assert rows[0][-3:-1] == ("MIT", COMMIT[:8])
    assert rows[3][-1] == "It reads a memory. Cure: a wrapper"
    (slower,) = groups(league, [_row(league, [_result(_CORE, 3000)])], ours)
    assert slower.sentence().startswith("Ours are ahead: sha-256/highspeed has the most Mbit/s per cell. Preliminary")
    assert slower.ahead == []


def test_a_row_of_other_sources_is_not_shown(tmp_path: Path, public: Path) -> None:
    """A description of another commit makes the stored row old."""
    assert public.is_dir()
    league = read_league(tmp_path / "league")
    row = _row(league, [_result(_CORE, 2000)]).model_copy(update={"digest": "0" * 64})
    (group,) = groups(league, [row], [])
    assert {line.core: line.reason for line in group.lines}[_CORE] == "not measured yet"


def test_a_toy_is_verified_in_its_checkout(tmp_path: Path, public: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All modes of the testbench, with the cycles counted by hand (tests/studies/external/test_shapes.py)."""
    monkeypatch.setattr("fairhash.studies.external.bench_core.stored_catalogue_results", lambda *_arguments: [])
    placed: list[Core] = []

    def implement(
        cores: Sequence[Core], _device: Target, _recipe: Recipe, *_others: object, jobs: object
    ) -> list[Result]:
        assert jobs is None
        placed.extend(cores)
        return [_result(cores[0].name, 2000)]

    monkeypatch.setattr("fairhash.studies.external.bench_core.implement", implement)
    row = _measure(public).row
    assert row is not None
    assert (row.reason, row.passed) == ("", True)
    assert [(core.formula.setup, core.formula.block) for core in placed] == [(1, 66)]


def test_the_league_has_descriptions_whose_sources_are_elsewhere() -> None:
    """Fifteen at least, each with repository, commit, licence and digest; no Verilog or VHDL of theirs is here."""
    league = read_league()
    assert len(league.entries) >= 15
    for entry in league.entries.values():
        assert entry.origin.digest
        assert entry.origin.licence
        assert set(entry.description.files).isdisjoint(path.name for path in entry.file.parent.iterdir())
    assert len({entry.core for entry in league.entries.values()}) == len(league.entries)
    assert league.entries["secworks-sha1-core"].checkout_commands(Path("/p"))[0].endswith(" /p/secworks/sha1")


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("toy.toml", _DESCRIPTION.split("[origin]", maxsplit=1)[0] + "[ports]\nkind = 'block'\n", "no [origin]"),
        ("toy.toml", _DESCRIPTION.replace("git.example/someone/toy", "git.example/../toy"), "owner and name"),
        ("league.toml", "[cures]\nx = 'y'\n", "a cure of x, which has no description"),
        ("league.toml", "[[undescribed]]\nname = 'x'\n", "algorithm"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path: Path, public: Path, file: str, text: str, message: str) -> None:
    """It is named."""
    assert public.is_dir()
    (tmp_path / "league" / file).write_text(text.replace("DIGEST", "0" * 64), encoding="utf-8")
    with pytest.raises(FairhashError) as caught:
        read_league(tmp_path / "league")
    assert message in caught.value.what
    assert file in caught.value.where
    with pytest.raises(FairhashError, match="no core nothing in the league"):
        read_league().find(("nothing",))


def test_a_folder_without_descriptions_is_refused(tmp_path: Path) -> None:
    """An empty league would look like one without results."""
    with pytest.raises(FairhashError, match=r"no descriptions of cores"):
        read_league(tmp_path)


def test_a_fault_of_the_machine_is_no_outcome_of_a_core(public: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_arguments: object) -> None:
        raise NotInstalled("the model library is not built")

    monkeypatch.setattr("fairhash.studies.league.measure.bench_described", missing)
    with pytest.raises(NotInstalled):
        _measure(public)
    assert league_folder(public.parent / "rows").read_all() == []
