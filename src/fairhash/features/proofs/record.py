# SPDX-License-Identifier: Apache-2.0
"""Outcomes of proofs (docs/proofs.md), and the folder that stores them, one file for each proof."""

from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import NotNegative, Sha256

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


def outcome_folder(path: Path) -> RecordFolder[ProofOutcome]:
    """The folder of outcomes, a file for each proof."""
    hint = "restore it from the repository, or delete it and run fairhash prove again"
    return RecordFolder(path, ProofOutcome, "the outcome of a proof", hint, omit_defaults=True)
