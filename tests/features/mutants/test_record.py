# SPDX-License-Identifier: Apache-2.0
"""Reports of mutants: stored, read, judged, and shown on a page of the site."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.keys import declared_digest
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.features.ladder.steps import mutant_steps
from fairhash.features.mutants.measure import mutants_folder, report_revisions, verdict
from fairhash.features.mutants.record import ModeKills, MutantReport, MutantsFolder, Survivor
from fairhash.results.schema import Machine
from fairhash.site.verification_pages import mutants_text

VERILOG = "a" * 64
ALIVE = Survivor(mutation="inv b_LUT4_Z.A", signal="b", source="rtl/toy/toy.vhd:3")


@pytest.fixture
def core() -> Core:
    """Any core of the catalogue."""
    return find_core("sha-256/highspeed")


@pytest.fixture
def folder(tmp_path: Path) -> MutantsFolder:
    """An empty folder."""
    return MutantsFolder(tmp_path)


def _report(core: Core, killed: int, survivors: tuple[Survivor, ...] = (), verilog: str = VERILOG) -> MutantReport:
    """A report in which all other mutants are equivalent or killed."""
    return MutantReport(
        core=core.name,
        device="ecp5-85k-8",
        recipe="best",
        seed=1,
        mutants=killed + len(survivors) + 20,
        clock_pins=3,
        modes=(ModeKills(mode="random", tried=killed, killed=killed, only=2),),
        killed=killed,
        equivalent={"combinational": 15, "sequential": 5},
        survivors=survivors,
        budget_s=60,
        simulation_s=1,
        proof_s=2,
        date=datetime(2026, 1, 2, tzinfo=UTC),
        netlist="b" * 64,
        verilog=verilog,
        declared=declared_digest(core),
        revisions=report_revisions(core.name),
        machine=Machine(cpu_model="one", cores=1, os="two"),
    )


def _explain(folder: MutantsFolder, core: Core, why: str, *, equivalent: bool = False) -> None:
    entry = f'core = "{core.name}"\ndevice = "ecp5-85k-8"\nmutation = "{ALIVE.mutation}"\nwhy = "{why}"\n'
    entry += "equivalent = true\n" if equivalent else ""
    (folder.path / "explanations.toml").write_text(f"[[survivor]]\n{entry}")


def test_a_stored_report_is_read_again(core: Core, folder: MutantsFolder) -> None:
    report = _report(core, 99, (ALIVE,))
    folder.store(report)
    assert folder.read() == folder.of_core(core.name) == [report]
    assert folder.of_core("sha-512/highspeed") == []


def test_a_core_whose_name_begins_with_that_of_another_has_its_own_reports(folder: MutantsFolder) -> None:
    for name in ("sha-1/counters", "sha-1/counters-lut-ram"):
        folder.store(_report(find_core(name), 99, (ALIVE,)))
    assert [report.core for report in folder.of_core("sha-1/counters")] == ["sha-1/counters"]


@pytest.mark.parametrize(
    ("killed", "survivors", "explained", "reason"),
    [
        (98, 0, False, ""),
        (99, 1, True, ""),
        (99, 1, False, "1 survivors are not explained, the first is inv b_LUT4_Z.A"),
        (98, 1, True, "98 of 99 mutants killed, less than 99%"),
    ],
)
def test_verdict(
    core: Core, folder: MutantsFolder, *, killed: int, survivors: int, explained: bool, reason: str
) -> None:
    """99 of 100 are enough, 98 of 99 are not; every survivor needs an explanation."""
    if explained:
        _explain(folder, core, "It is in a comment.")
    found = verdict(_report(core, killed, (ALIVE,) * survivors), folder)
    assert found == ("fail" if reason else "pass", reason)


def test_equivalent_by_argument(core: Core, folder: MutantsFolder) -> None:
    """98 of 98 that are left. An argument about a mutant that is no survivor of the report changes nothing."""
    report = _report(core, 98, (ALIVE,))
    _explain(folder, core, "Only the place in a memory changes.", equivalent=True)
    assert verdict(report, folder) == ("pass", "")
    folder.store(report)
    text = mutants_text(folder)
    assert "| 119 | 21 (1 by argument, 15 combinational, 5 sequential) | 98 | 100.00% | 0 |\n" in text
    assert "| `rtl/toy/toy.vhd:3` |  | Equivalent: Only the place in a memory changes. |\n" in text
    (step,) = mutant_steps(core, VERILOG, folder)
    assert step.run().note == "98 killed, 21 equivalent, 0 survive"
    judged = folder.judged(_report(core, 98))
    assert (judged.share, judged.not_equivalent) == (1.0, 98)


def test_step_of_the_ladder(core: Core, folder: MutantsFolder) -> None:
    assert mutant_steps(core, VERILOG, folder) == []
    folder.store(_report(core, 99, (ALIVE,)))
    (unread,) = mutant_steps(core, VERILOG, folder)
    _explain(folder, core, "It is in a comment.")
    (step,) = mutant_steps(core, VERILOG, folder)
    assert unread.key != step.key
    outcome = step.run()
    assert (step.name, outcome.verdict, outcome.count) == ("mutants ecp5-85k-8", "pass", 120)
    assert outcome.note == "99 killed, 20 equivalent, 1 survive"
    assert outcome.date == datetime(2026, 1, 2, tzinfo=UTC)
    (changed,) = mutant_steps(core, "c" * 64, folder)
    assert (changed.run().verdict, changed.run().reason) == ("not run", "the report of mutants is stale")
    assert unread.run().verdict == "pass"


def test_page(core: Core, folder: MutantsFolder) -> None:
    folder.store(_report(core, 99, (ALIVE,)))
    device = "ecp5-85k-8"
    text = mutants_text(folder)
    assert f"| {core.name} | {device} | 120 | 20 (15 combinational, 5 sequential) | 99 | 99.00% | 1 |\n" in text
    assert f"| {core.name} | {device} |  | 99 (2) |  |  |  |  |  |  |  |  |  |  |\n" in text
    assert f"| {core.name} | {device} | `inv b_LUT4_Z.A` | `rtl/toy/toy.vhd:3` |  | not read |\n" in text
    _explain(folder, core, "It is in a comment.")
    assert "| `rtl/toy/toy.vhd:3` |  | It is in a comment. |\n" in mutants_text(folder)


def test_damaged_files(core: Core, folder: MutantsFolder) -> None:
    file = folder.store(_report(core, 99))
    file.write_text('{"core": 3}')
    with pytest.raises(FairhashError, match="not a report of mutants: core"):
        folder.read()
    (folder.path / "explanations.toml").write_text("[[survivor]]\nwhy = 3\n")
    with pytest.raises(FairhashError, match="not a file of explanations"):
        folder.explanations()


def test_explanations_are_those_of_survivors_of_today() -> None:
    folder = mutants_folder()
    survivors = {(*report.key, survivor.mutation) for report in folder.read() for survivor in report.survivors}
    assert {(entry.core, entry.device, entry.mutation) for entry in folder.explanations()} <= survivors


def test_committed_reports_meet_the_requirement() -> None:
    folder = mutants_folder()
    reports = {report.core: report for report in folder.read() if report.device == "ecp5-85k-8"}
    assert {"sha-256/highspeed", "keccak-512/highspeed", "shavite3-512/highspeed", "groestl0-512/highspeed"} <= set(
        reports
    )
    for report in reports.values():
        assert report.mutants >= 300
        assert verdict(report, folder) == ("pass", ""), report.core
