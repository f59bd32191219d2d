# SPDX-License-Identifier: Apache-2.0
"""What the steps of a core's ladder came to (docs/ladder.md), and the folder this is kept in: a file for each core."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files
from fairhash.results.schema import Count, NotNegative, Sha256

Kind = Literal["model", "answers", "modes", "vhdl", "netlist"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""In the order in which a core climbs them; each is a gate for the next."""

Verdict = Literal["pass", "fail", "not run"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Outcome(_Record):
    """One step of one core; `netlist` is a step for each device."""

    kind: Kind
    device: str = ""
    """Of a netlist, like `recipe`; empty for the other steps."""
    recipe: str = ""
    verdict: Verdict
    reason: str = ""
    """Why it is no pass, in one line."""
    again: str = ""
    """The command that repeats what did not pass."""
    count: Count = 0
    """Rows the model was given, or messages the core was given."""
    official: bool = False
    """Whether rows of ../shared/vectors were among them."""
    note: str = ""
    seed: int | None = None
    """Of everything random; None where nothing is."""
    seconds: NotNegative | None = None
    """Elapsed; None for a verdict taken from a result, which does not tell."""
    date: AwareDatetime
    key: Sha256
    """Digest of all that can change the outcome; the key of the result for a verdict taken from one."""
    verilog: Sha256
    """Digest of the Verilog that the sources elaborated to."""
    declared: Sha256
    """Digest of what cores.toml declared."""
    revisions: dict[str, int] = {}
    """Revision numbers of the bench's own code that the step rests on; another number today makes it stale."""
    commit: str = ""
    """Commit of the bench that made the check."""
    tools: dict[str, str] = {}
    """Version of each tool the step used."""

    @property
    def step(self) -> str:
        """``modes``, ``netlist ecp5-85k-8``."""
        return step_name(self.kind, self.device)


class _File(_Record):
    core: str
    outcomes: tuple[Outcome, ...]


def step_name(kind: Kind, device: str = "") -> str:
    """How a step is called."""
    return f"{kind} {device}".strip()


@dataclass(frozen=True)
class Folder:
    """JSON, one field a line, and not *.jsonl: every such file below results/ holds results."""

    path: Path

    def read(self, core: str) -> dict[str, Outcome]:
        """A core's outcomes by step, in the order of the ladder; FairhashError if they cannot be read."""
        file = self._file(core)
        if not file.is_file():
            return {}
        try:
            held = _File.model_validate_json(files.read_text(file))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "the file"
            hint = "take it from the repository, or delete it to climb anew"
            raise FairhashError(f"no outcomes of a ladder: {place}: {first['msg']}", str(file), hint) from error
        return _ordered({outcome.step: outcome for outcome in held.outcomes})

    def keep(self, core: str, outcome: Outcome) -> None:
        """Put an outcome in place of the same step's earlier one; the file is replaced whole."""
        every = _ordered({**self.read(core), outcome.step: outcome})
        held = _File(core=core, outcomes=tuple(every.values()))
        files.write_text(self._file(core), held.model_dump_json(indent=1, exclude_defaults=True) + "\n")

    def _file(self, core: str) -> Path:
        return self.path / f"{core.replace('/', '-')}.json"


def _ordered(outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    return dict(sorted(outcomes.items(), key=lambda item: (KINDS.index(item[1].kind), item[0])))
