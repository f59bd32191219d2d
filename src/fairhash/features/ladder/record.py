# SPDX-License-Identifier: Apache-2.0
"""Outcomes of the verification ladder (docs/verification.md), and the folder with one file of them for each core."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import AwareDatetime, Field

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import Count, NotNegative, Sha256

Kind = Literal["model", "answers", "modes", "vhdl", "netlist", "placed", "timed", "proofs", "mutants"]
ORDER: tuple[Kind, ...] = get_args(Kind)
"""The order of the ladder; a step runs only if the one before it passed."""
REQUESTED_KINDS: tuple[Kind, ...] = ("placed", "timed")
"""Kinds of steps that a core has only where they were requested: not every core can be placed in reasonable time."""
KINDS: tuple[Kind, ...] = tuple(kind for kind in ORDER if kind not in (*REQUESTED_KINDS, "mutants"))
"""The kinds that every core has, in this order; `mutants` only a core with a report in results/mutants/."""

Verdict = Literal["pass", "fail", "not run"]


class Outcome(StoredRecord):
    """The outcome of one step for one core; `netlist`, `placed`, `timed` and `mutants` are separate for each device."""

    kind: Kind
    device: str = ""
    """The device of a netlist or its mutants; empty for other steps, like `recipe`."""
    recipe: str = ""
    verdict: Verdict
    reason: str = ""
    """Why the step did not pass, in one line."""
    again: str = ""
    """The command that repeats a step that did not pass."""
    count: Count = 0
    """Number of answers checked against the model, of messages sent to the core, of proofs, or of mutants."""
    official: bool = False
    """Whether official answers, from vectors/official or ../shared/vectors, were among them."""
    note: str = ""
    seed: int | None = None
    """Seed of all random choices; None if there are none."""
    seconds: NotNegative | None = None
    """Elapsed time; None for a verdict taken from a result, which does not record it."""
    date: AwareDatetime
    key: Sha256
    """Digest of all that can change the outcome; the key of the result for a verdict taken from one."""
    verilog: Sha256
    """Digest of the Verilog that the sources elaborated to."""
    declared: Sha256
    """Digest of what cores.toml declared."""
    revisions: dict[str, int] = Field(default_factory=dict)
    """Revision numbers of the bench's code that the step uses; another number today makes it stale."""
    commit: str = ""
    """Commit of the bench that made the check."""
    tools: dict[str, str] = Field(default_factory=dict)
    """Versions of the tools that the step used, by tool."""

    @property
    def step(self) -> str:
        """Name of the step, e.g. ``modes`` or ``netlist ecp5-85k-8``."""
        return step_name(self.kind, self.device)


class Elaborated(StoredRecord):
    """Which Verilog a core's sources gave when the ladder was last run or shown, for readers without GHDL."""

    sources: Sha256
    """Digest of the names and contents of the sources, comments included."""
    verilog: Sha256
    """Digest of the Verilog."""


class _File(StoredRecord):
    core: str
    outcomes: tuple[Outcome, ...]
    elaborated: Elaborated | None = None


def step_name(kind: Kind, device: str = "") -> str:
    """Name of a step: its kind and, for a netlist or its mutants, the device."""
    return f"{kind} {device}".strip()


@dataclass(frozen=True)
class LadderFolder:
    """The folder of outcomes, a file for each core."""

    path: Path

    def read(self, core: str) -> dict[str, Outcome]:
        """A core's outcomes by step name, in the order of the ladder; a FairhashError if the file is not valid."""
        stored = self._files.read(core)
        return _ordered({outcome.step: outcome for outcome in stored.outcomes}) if stored else {}

    def elaborated(self, core: str) -> Elaborated | None:
        """Which Verilog a core's sources gave; None if it was never stored."""
        stored = self._files.read(core)
        return stored.elaborated if stored else None

    def store(self, core: str, outcome: Outcome) -> None:
        """Store an outcome, replacing an earlier one of the same step; the file is written atomically."""

        def added(old: _File | None) -> _File:
            stored = old or _File(core=core, outcomes=())
            outcomes = _ordered({each.step: each for each in (*stored.outcomes, outcome)})
            return stored.model_copy(update={"outcomes": tuple(outcomes.values())})

        self._files.update(core, added)

    def store_elaborated(self, core: str, elaborated: Elaborated) -> None:
        """Store which Verilog a core's sources gave, if the core has outcomes and it is not stored."""
        stored = self._files.read(core)
        if stored and stored.outcomes and stored.elaborated != elaborated:
            self._files.update(core, lambda old: (old or stored).model_copy(update={"elaborated": elaborated}))

    @property
    def _files(self) -> RecordFolder[_File]:
        hint = "restore it from the repository, or delete it and run the ladder again"
        return RecordFolder(self.path, _File, "a file of ladder outcomes", hint, omit_defaults=True)


def _ordered(outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    return dict(sorted(outcomes.items(), key=lambda item: (ORDER.index(item[1].kind), item[0])))
