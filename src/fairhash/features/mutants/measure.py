# SPDX-License-Identifier: Apache-2.0
"""Runs the mutants of a core's netlist and reports them; the netlist is synthesised if it is not in the store.

A survivor is reported with the VHDL statement that its cell was made from. Yosys names a cell after the signal that it
drives or that it was mapped from, and GHDL's Verilog has a comment with the place in the VHDL before each statement
that assigns a signal.
"""

import re
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.jobs import SynthesisJob
from fairhash.bench.keys import declared_digest
from fairhash.bench.record import bench_commit, machine
from fairhash.bench.revisions import revision
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.features.mutants.campaign import MutantOutcome, Options, Progress, run_mutants
from fairhash.features.mutants.jump import find_counter
from fairhash.features.mutants.record import REQUIRED_SHARE, ModeKills, MutantReport, MutantsFolder, Survivor
from fairhash.netlist.netlist_engine import family_cells
from fairhash.targets.kinds import kind_of
from fairhash.testbench.answers import known_answers
from fairhash.testbench.engines import version
from fairhash.testbench.reference import models
from fairhash.toolchain import reaper
from fairhash.toolchain.elaborate import located_verilog

_COMMENT = re.compile(r"\s*/\*\s*(\S+?):(\d+):\d+\s*\*/")
_MODULE = re.compile(r"module (\w+)")
_ASSIGNMENT = re.compile(r"\s*(?:assign )?(\w+)(?:\[[^]]*\])? <?= ")
_INSTANCE = re.compile(r"\s+(\w+) (\w+) \(")
_BRANCH = re.compile(r"\s*(?:\S+: )?(\w+) <?= ")


@dataclass(frozen=True)
class SourcePlace:
    """A statement. `file` begins with ``rtl/``, for the folder of the core's sources."""

    signal: str = ""
    """Name in GHDL's Verilog, with its instances."""
    file: str = ""
    line: int = 0

    def text(self) -> str:
        """For tables: ``rtl/sha2/sha2_pkg.vhd:95``; empty if nothing is known."""
        return f"{self.file}:{self.line}" if self.file else ""


@dataclass
class _Module:
    assignments: dict[str, tuple[str, int]] = field(default_factory=dict)
    instances: dict[str, str] = field(default_factory=dict)


class SourcePlaces:
    """The places of all signals of a core."""

    def __init__(self, text: str, top: str) -> None:
        """Read GHDL's Verilog."""
        self._top = top
        self._modules: dict[str, _Module] = {}
        module, place = _Module(), ("", 0)
        for line in text.splitlines():
            if match := _COMMENT.match(line):
                place = (match[1], int(match[2]))
            elif match := _MODULE.match(line):
                module = self._modules.setdefault(match[1], _Module())
            elif match := _ASSIGNMENT.match(line) or _BRANCH.match(line):
                module.assignments.setdefault(match[1], place)
            elif match := _INSTANCE.match(line):
                module.instances.setdefault(match[2], match[1])

    def of_cell(self, cell: str) -> SourcePlace:
        """The statement that assigns the signal after which a cell is named; without a file if there is none."""
        *path, last = cell.split(".")
        module: _Module | None = self._modules.get(self._top)
        for instance in path:
            module = self._modules.get(module.instances.get(instance, "")) if module else None
        named = _longest_prefix(last, module.assignments) if module else ""
        if module is None or not named:
            return SourcePlace(cell)
        file, line = module.assignments[named]
        return SourcePlace(".".join([*path, named]), file, line)


def _longest_prefix(name: str, signals: Mapping[str, object]) -> str:
    """The longest signal that the name is, or that is followed by an underscore in it."""
    for end in range(len(name), 0, -1):
        if name[:end] in signals and (end == len(name) or name[end] == "_"):
            return name[:end]
    return ""


def source_places(core: Core, workdir: Path) -> SourcePlaces:
    """The places of all signals of one of our VHDL cores; GHDL's files are in `workdir`."""
    return SourcePlaces(located_verilog(core, workdir), core.entity)


def report_revisions(core: str) -> dict[str, int]:
    """The revision numbers of the parts of the bench's code that a report of a core depends on, by part."""
    return revision("testbench", "models", "mutants", *(["jumps"] if find_counter(core) else []))


def mutants_folder() -> MutantsFolder:
    """The folder of committed reports."""
    return MutantsFolder(paths.results() / "mutants")


def report_mutants(
    core: Core, device: Device, options: Options, recipe: Recipe | None = None, progress: Progress = lambda _text: None
) -> MutantReport:
    """Run the mutants of a core's netlist for an FPGA.

    Args:
        core: a core of the catalogue, written in VHDL.
        device: the FPGA.
        options: how many mutants, and the limits.
        recipe: by default the recipe of the committed results, or the default recipe where that has no options.
        progress: is called with a short text when a part begins.

    Raises:
        FairhashError: if there is no netlist, or it cannot be simulated.
    """
    if core.external:
        raise FairhashError("mutants need a core of the catalogue", core.name, "see fairhash list")
    main = find_recipe(MAIN_RECIPE)
    chosen = recipe or (main if device.cells in main.family else find_recipe(DEFAULT_RECIPE))
    kind_of(device).require_support(core, device)
    workspace = Workspace()
    keys = workspace.keys(core, device, chosen)
    progress("synthesise")
    record = SynthesisJob(keys).stored_outcome(workspace)
    if record.outcome.status != "ok":
        raise FairhashError(f"no netlist: {record.outcome.reason}", f"{core.name} on {device.id}")
    with tempfile.TemporaryDirectory(prefix=".run.", dir=reaper.temporary_folder()) as folder:
        verilog: Path = record.outcome.verilog_netlist
        outcome = run_mutants(
            core,
            verilog,
            family_cells(device.cells, core.allows_memories),
            Path(folder),
            options,
            reference=models(),
            answers=known_answers(core, None),
            counter=find_counter(core.name),
            progress=progress,
        )
        places = source_places(core, Path(folder) / "source")
    proofs = Counter[str](proof.proof for proof in outcome.proofs.values() if proof.proof != "none")
    return MutantReport(
        core=core.name,
        device=device.id,
        recipe=chosen.name,
        seed=options.seed,
        mutants=len(outcome.mutations),
        clock_pins=outcome.clock_pins,
        modes=tuple(_mode_kills(outcome, mode) for mode in outcome.kills),
        killed=len(outcome.killed()),
        equivalent=dict(proofs),
        survivors=tuple(_survivor(outcome, number, places) for number in outcome.survivors()),
        budget_s=options.budget_s,
        simulation_s=round(outcome.simulation_s, 1),
        proof_s=round(outcome.proof_s, 1),
        date=datetime.now(UTC).replace(microsecond=0),
        netlist=record.netlist,
        verilog=keys.elaboration.verilog,
        declared=declared_digest(core),
        revisions=report_revisions(core.name),
        commit=bench_commit(),
        machine=machine(),
        tools={**{tool: keys.design.builds[tool] for tool in ("ghdl", "pyosys")}, "g++": version("g++")},
    )


def _mode_kills(outcome: MutantOutcome, mode: str) -> ModeKills:
    killed, only = outcome.killed_by(mode), outcome.only_by(mode)
    return ModeKills(mode=mode, tried=len(outcome.kills[mode]), killed=len(killed), only=len(only))


def _survivor(outcome: MutantOutcome, number: int, places: SourcePlaces) -> Survivor:
    mutation = outcome.mutations[number - 1]
    place = places.of_cell(mutation.cell)
    return Survivor(
        mutation=mutation.text(),
        signal=place.signal,
        source=place.text(),
        counterexample_cycles=outcome.proofs[number].cycles,
    )


def is_stale(report: MutantReport, verilog: str, declared: str) -> bool:
    """Whether the core or the bench's code has changed since the report."""
    return (report.verilog, report.declared, report.revisions) != (verilog, declared, report_revisions(report.core))


def verdict(report: MutantReport, folder: MutantsFolder) -> tuple[Literal["pass", "fail"], str]:
    """Whether a report meets the requirement, and why not: REQUIRED_SHARE killed, and every survivor explained."""
    judged = folder.judged(report)
    if judged.share < REQUIRED_SHARE:
        killed = f"{report.killed} of {judged.not_equivalent} mutants killed"
        return "fail", f"{killed}, less than {REQUIRED_SHARE:.0%}"
    unread = [one.mutation for one in report.survivors if one.mutation not in judged.explanations]
    if unread:
        return "fail", f"{len(unread)} survivors are not explained, the first is {unread[0]}"
    return "pass", ""
