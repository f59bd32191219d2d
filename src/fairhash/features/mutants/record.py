# SPDX-License-Identifier: Apache-2.0
"""Stored outcomes of mutants (docs/mutants.md), and the folder of their files, one for each core and device."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import Count, Machine, NotNegative, Sha256

REQUIRED_SHARE = 0.99
"""Share of the mutants that are not equivalent that the testbench must kill."""
BY_ARGUMENT = "by argument"
"""The kind of equivalence that a person has shown, beside the proofs."""
_EXPLANATIONS = "explanations.toml"


class ModeKills(StoredRecord):
    """What one mode of the testbench killed."""

    mode: str
    tried: Count
    killed: Count
    only: Count
    """Mutants that no other mode killed."""


class Survivor(StoredRecord):
    """A mutant that was neither killed nor proven equivalent."""

    mutation: str
    """E.g. ``const0 counter.counter.n8465_o_CCU2C_S1_1.CIN``."""
    signal: str = ""
    """The signal in GHDL's Verilog after which the cell is named."""
    source: str = ""
    """File and line of the VHDL statement that assigns it."""
    counterexample_cycles: int | None = None
    """io_clk cycles until some inputs distinguish the mutant; None if none were found. They are any inputs in reports
    without the mode `exact-lengths`, and otherwise those of a sender (sender.py)."""


class MutantReport(StoredRecord):
    """The mutants of one core's netlist for one device."""

    core: str
    device: str
    recipe: str
    seed: int
    mutants: Count
    clock_pins: Count
    """Mutations of clock pins that were passed over."""
    modes: tuple[ModeKills, ...]
    killed: Count
    equivalent: dict[str, Count]
    """Mutants proven equivalent, by kind of proof (equivalence.py). `permitted messages` is the weakest kind."""
    survivors: tuple[Survivor, ...] = ()
    budget_s: NotNegative
    """CPU seconds for each sequential proof."""
    simulation_s: NotNegative
    proof_s: NotNegative
    date: AwareDatetime
    netlist: Sha256
    """Digest of the netlist."""
    verilog: Sha256
    """Digest of the Verilog that the sources elaborated to."""
    declared: Sha256
    """Digest of what cores.toml declared."""
    revisions: dict[str, int] = Field(default_factory=dict)
    """Revision numbers of the bench's own code; another number today makes the report stale."""
    commit: str = ""
    machine: Machine
    tools: dict[str, str] = Field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        """Core and device."""
        return self.core, self.device


class SurvivorExplanation(StoredRecord):
    """Why a survivor survives, written by a person who has read it."""

    core: str
    device: str
    mutation: str
    why: str
    equivalent: bool = False
    """Whether `why` shows that no message distinguishes the mutant. It then counts as equivalent."""

    def text(self) -> str:
        """For a table."""
        return f"Equivalent: {self.why}" if self.equivalent else self.why


@dataclass(frozen=True)
class MutantsFolder:
    """The folder of reports and of explanations.toml."""

    path: Path

    def read(self) -> list[MutantReport]:
        """All reports, by core and device; a FairhashError for a file that is not valid."""
        return sorted(self.reports.read_all(), key=lambda report: report.key)

    def of_core(self, core: str) -> list[MutantReport]:
        """The reports of one core."""
        # the names of further cores may begin with that of this one
        reports = self.reports.read_all(f"{core.replace('/', '-')}-*")
        return [report for report in reports if report.core == core]

    def store(self, report: MutantReport) -> Path:
        """Store a report, replacing an earlier one of the same core and device; the file is written atomically."""
        name = f"{report.core}-{report.device}"
        self.reports.store(name, report)
        return self.reports.file(name)

    def explanations(self) -> list[SurvivorExplanation]:
        """The explanations; a FairhashError if the file is not valid."""
        file = self.path / _EXPLANATIONS
        if not file.is_file():
            return []
        try:
            entries = tomllib.loads(files.read_text(file)).get("survivor", [])
            return TypeAdapter(list[SurvivorExplanation]).validate_python(entries)
        except (tomllib.TOMLDecodeError, ValidationError) as error:
            raise FairhashError(f"not a file of explanations: {error}", str(file), "correct it there") from error

    def judged(self, report: MutantReport) -> "JudgedReport":
        """A report with the explanations of its survivors."""
        survivors = {survivor.mutation for survivor in report.survivors}
        return JudgedReport(
            report,
            {
                entry.mutation: entry
                for entry in self.explanations()
                if (entry.core, entry.device) == report.key and entry.mutation in survivors
            },
        )

    @property
    def reports(self) -> RecordFolder[MutantReport]:
        """The files of the reports."""
        hint = "restore it from the repository, or delete it and run fairhash mutants again"
        return RecordFolder(self.path, MutantReport, "a report of mutants", hint, omit_defaults=True)


@dataclass(frozen=True)
class JudgedReport:
    """A report, and by mutation the explanations of its survivors."""

    report: MutantReport
    explanations: Mapping[str, SurvivorExplanation]

    @property
    def why(self) -> dict[str, str]:
        """Why each explained survivor survives, by mutation."""
        return {mutation: entry.text() for mutation, entry in self.explanations.items()}

    @property
    def equivalent(self) -> dict[str, int]:
        """Mutants that are equivalent, by kind of proof or by argument."""
        argued = sum(entry.equivalent for entry in self.explanations.values())
        return {**self.report.equivalent, **({BY_ARGUMENT: argued} if argued else {})}

    @property
    def not_equivalent(self) -> int:
        """The other mutants."""
        return self.report.mutants - sum(self.equivalent.values())

    @property
    def alive(self) -> int:
        """Those of them that were not killed."""
        return self.not_equivalent - self.report.killed

    @property
    def share(self) -> float:
        """Share of them that were killed; 1 if there are none."""
        return self.report.killed / self.not_equivalent if self.not_equivalent else 1.0
