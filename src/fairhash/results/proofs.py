# SPDX-License-Identifier: Apache-2.0
"""Outcomes of proofs (docs/proofs.md), and the folder that stores them, one file for each proof."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime, Field, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files
from fairhash.results.schema import NotNegative, Sha256
from fairhash.results.stored_record import StoredRecord

Answer = Literal["proven", "failed", "unknown"]


class CheckOutcome(StoredRecord):
    """The outcome of one check: of the proof, or of a twin with an injected bug."""

    answer: Answer
    bug: str = ""
    """The injected bug; empty for the proof itself."""
    detail: str = ""
    seconds: NotNegative
    """CPU time of the solvers and similar tools."""


class ProofOutcome(StoredRecord):
    """The outcome of one proof and its twins."""

    proof: str
    claim: str
    method: str
    check: CheckOutcome
    twins: tuple[CheckOutcome, ...]
    date: AwareDatetime
    key: Sha256
    """Digest of the sources, properties, options and tools."""
    commit: str = ""
    """Commit of the bench that made the check."""
    tools: dict[str, str] = Field(default_factory=dict)
    """Versions of the tools, by tool."""

    @property
    def passed(self) -> bool:
        """Whether the claim is proven and the bug of every twin was found."""
        return not self.reason

    @property
    def reason(self) -> str:
        """Why the proof did not pass, in one line; empty if it did."""
        if self.check.answer != "proven":
            return f"{self.check.answer}: {self.check.detail}"
        missed = [twin for twin in self.twins if twin.answer != "failed"]
        return f"an injected bug was not found: {missed[0].bug}: {missed[0].detail}" if missed else ""


@dataclass(frozen=True)
class ProofFolder:
    """The folder of outcomes. Its files are JSON, not *.jsonl, because every *.jsonl below results/ holds results."""

    path: Path

    def read(self, proof: str) -> ProofOutcome | None:
        """The stored outcome of the proof; None if there is none, a FairhashError if its file is not valid."""
        file = self._file(proof)
        if not file.is_file():
            return None
        try:
            return ProofOutcome.model_validate_json(files.read_text(file))
        except ValidationError as error:
            hint = "restore it from the repository, or delete it and run fairhash prove again"
            message = error.errors()[0]["msg"]
            raise FairhashError(f"not the outcome of a proof: {message}", str(file), hint) from error

    def store(self, outcome: ProofOutcome) -> None:
        """Store an outcome, replacing an earlier one of the same proof; the file is written atomically."""
        text = outcome.model_dump_json(indent=1, exclude_defaults=True)
        files.write_text(self._file(outcome.proof), f"{text}\n")

    def _file(self, proof: str) -> Path:
        return self.path / f"{proof.replace('/', '-')}.json"
