# SPDX-License-Identifier: Apache-2.0
"""Outcomes of the verification ladder (docs/verification.md), and the folder with one file of them for each core."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import AwareDatetime, Field

from fairhash.results import files
from fairhash.results.schema import Count, NotNegative, Sha256
from fairhash.results.stored_record import StoredRecord, read_record

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
    """Whether official answers, from ../shared/vectors, were among them."""
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


class _File(StoredRecord):
    core: str
    outcomes: tuple[Outcome, ...]


def step_name(kind: Kind, device: str = "") -> str:
    """Name of a step: its kind and, for a netlist or its mutants, the device."""
    return f"{kind} {device}".strip()


@dataclass(frozen=True)
class LadderFolder:
    """The folder of outcomes. Its files are JSON, not *.jsonl, because every *.jsonl below results/ holds results."""

    path: Path

    def read(self, core: str) -> dict[str, Outcome]:
        """A core's outcomes by step name, in the order of the ladder; a FairhashError if the file is not valid."""
        file = self._file(core)
        if not file.is_file():
            return {}
        hint = "restore it from the repository, or delete it and run the ladder again"
        stored = read_record(file, _File, "not a file of ladder outcomes", hint)
        return _ordered({outcome.step: outcome for outcome in stored.outcomes})

    def store(self, core: str, outcome: Outcome) -> None:
        """Store an outcome, replacing an earlier one of the same step; the file is written atomically."""
        outcomes = _ordered({**self.read(core), outcome.step: outcome})
        updated = _File(core=core, outcomes=tuple(outcomes.values()))
        files.write_text(self._file(core), updated.model_dump_json(indent=1, exclude_defaults=True) + "\n")

    def _file(self, core: str) -> Path:
        return self.path / f"{core.replace('/', '-')}.json"


def _ordered(outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    return dict(sorted(outcomes.items(), key=lambda item: (ORDER.index(item[1].kind), item[0])))
