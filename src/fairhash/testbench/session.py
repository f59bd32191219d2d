# SPDX-License-Identifier: Apache-2.0
"""One core on one engine: runs cases and finds small failing ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.testbench import engines, stimulus
from fairhash.testbench.engines import Engine
from fairhash.testbench.judge import BrokenRule, judge
from fairhash.testbench.message import Case
from fairhash.testbench.reference import Reference

Candidate = tuple[Case, ...]
"""Cases to run one after the other, the first from reset or, without a reset, from power-up."""
SimulatedCases = list[tuple[stimulus.StimulusSection, engines.Trace | None]]
"""What was sent and what was seen; a section that was not reached has no trace."""


@dataclass
class SimulationSession:
    """Simulations of one core, their files numbered in `folder`."""

    core: Core
    engine: Engine
    reference: Reference
    seed: int
    folder: Path
    runs: int = field(default=0)

    def simulate(self, cases: Sequence[Case], wave: Path | None = None) -> SimulatedCases:
        """Run the cases in one simulation, or in several without a reset; each ends at the first broken rule."""
        return [outcome for group in self._simulations(cases) for outcome in self._simulate(group, wave)]

    def _simulations(self, cases: Sequence[Case]) -> list[list[Case]]:
        """The cases of each simulation: without a reset, no case can follow one whose message is never completed."""
        groups: list[list[Case]] = [[]]
        for case in cases:
            groups[-1].append(case)
            if case.announced and not self.core.has_reset:
                groups.append([])
        return [group for group in groups if group]

    def _simulate(self, cases: Sequence[Case], wave: Path | None) -> SimulatedCases:
        self.runs += 1
        sections = [stimulus.make_section(self.core, self.reference, case) for case in cases]
        sent, seen = self.folder / f"{self.runs}.stimulus", self.folder / f"{self.runs}.observation"
        stimulus.write(sent, self.core, sections)
        self.engine.run(sent, seen, self.seed, wave)
        traces = engines.read(seen)
        return [(section, traces[i] if i < len(traces) else None) for i, section in enumerate(sections)]

    def fails(self, candidate: Candidate, wave: Path | None = None) -> BrokenRule | None:
        """The first thing wrong with a candidate by itself."""
        findings = (judge(section, trace) for section, trace in self.simulate(candidate, wave))
        return next((finding for finding in findings if finding is not None), None)

    def first_failing(self, candidates: Sequence[Candidate]) -> Candidate | None:
        """The first candidate that fails, also by itself; all run in one simulation, each from reset."""
        if not candidates:
            return None
        outcomes = self.simulate([case for candidate in candidates for case in candidate])
        owners = [candidate for candidate in candidates for _ in candidate]
        for owner, (section, trace) in zip(owners, outcomes, strict=True):
            if judge(section, trace) is not None:
                return owner if self.fails(owner) is not None else None
        return None
