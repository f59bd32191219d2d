# SPDX-License-Identifier: Apache-2.0
"""How far up its ladder each core stands, from the outcomes that were kept alone: nothing is run for it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, find_core
from fairhash.results.ladder import KINDS, Kind, LadderFolder, Outcome, step_name
from fairhash.runs.keys import declared_digest
from fairhash.runs.main_job import DEVICE
from fairhash.runs.revisions import revision
from fairhash.runs.workspace import Workspace
from fairhash.toolchain.builds import front_end_builds

ARCHITECTURE = "highspeed"
"""Of the cores that are climbed unasked."""

MAIN_STEPS = {step_name(kind, DEVICE if kind == "netlist" else ""): kind for kind in KINDS}
"""The steps every core has."""


@dataclass(frozen=True)
class Standing:
    """One step. `stale`: its outcome is of other sources or another declaration than the core's."""

    step: str
    state: Literal["pass", "fail", "not run", "stale"]
    outcome: Outcome | None
    """None where it was never run."""
    reason: str = ""

    @property
    def told(self) -> Outcome | None:
        """The outcome, where it is of the core as it is now."""
        return None if self.state == "stale" else self.outcome


@dataclass(frozen=True)
class Ladder:
    """All steps of one core, in order."""

    core: str
    steps: tuple[Standing, ...]

    @property
    def missed(self) -> list[Standing]:
        """Steps that were tried and did not pass."""
        return [step for step in self.steps if step.told and step.told.verdict != "pass"]

    @property
    def whole(self) -> bool:
        """Whether every step passed."""
        return all(step.state == "pass" for step in self.steps)


def chosen(names: Sequence[str]) -> list[Core]:
    """The cores called so; without a name all that are climbed unasked."""
    if names:
        return [find_core(name) for name in dict.fromkeys(names)]
    return [core for core in all_cores().values() if core.architecture == ARCHITECTURE]


def shown(folder: LadderFolder) -> list[Core]:
    """The cores of the page: those that are climbed unasked, and those that were climbed."""
    return [core for core in all_cores().values() if core.architecture == ARCHITECTURE or folder.read(core.name)]


def ladders(cores: Iterable[Core], folder: LadderFolder) -> list[Ladder]:
    """Where each stands."""
    return [Ladder(core.name, tuple(_standings(core, folder))) for core in cores]


def _standings(core: Core, folder: LadderFolder) -> Iterable[Standing]:
    outcomes = folder.read(core.name)
    workspace = Workspace()
    verilog = workspace.elaboration(core, front_end_builds()["ghdl"]).verilog
    missed: Kind | None = None
    for step, kind in {**MAIN_STEPS, **{step: outcome.kind for step, outcome in outcomes.items()}}.items():
        outcome = outcomes.get(step)
        if missed not in (None, kind):
            yield Standing(step, "not run", None, f"{missed} did not pass")
        elif outcome is None:
            yield Standing(step, "not run", None)
        elif _is_stale(outcome, verilog, declared_digest(core)):
            yield Standing(step, "stale", outcome)
        else:
            yield Standing(step, outcome.verdict, outcome, outcome.reason)
            missed = kind if outcome.verdict != "pass" else missed


def _is_stale(outcome: Outcome, verilog: str, declared: str) -> bool:
    """Whether the core or the bench's code that the outcome rests on has changed since."""
    changed = (outcome.verilog, outcome.declared) != (verilog, declared)
    return changed or outcome.revisions != revision(*outcome.revisions)
