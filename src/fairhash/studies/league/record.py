# SPDX-License-Identifier: Apache-2.0
"""What is stored of a public core: verification steps and results, one file a core in results/league/.

No other reader finds these results: those of our cores are in files of JSON Lines. So they are in no rank, ratio, mean,
coverage or count of ours.
"""

from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime

from fairhash.base import paths
from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.catalog.core import Formula
from fairhash.results.schema import Count, NotNegative, Result, Sha256, Text


class Step(StoredRecord):
    """The outcome of one mode of the testbench."""

    mode: Text
    verdict: Literal["pass", "fail", "empty"]
    messages: Count


class LeagueRow(StoredRecord):
    """What is known of one public core; `foreign` marks that it is none of ours."""

    foreign: Literal[True] = True
    name: Text
    """Of its description in examples/league/."""
    core: Text
    algorithm: Text
    address: Text
    commit: Text
    licence: str
    interface: Text
    digest: Sha256
    """Of the sources at the commit, which were verified."""
    description: Sha256
    """Of the description's text at the time."""
    steps: tuple[Step, ...] = ()
    untested: tuple[str, ...] = ()
    """Modes that the description excludes."""
    cycles: Formula | None = None
    reason: str = ""
    """Why it was not measured; empty if it was."""
    seconds: NotNegative
    """Elapsed time from the description to the last figure, including stored stages."""
    date: AwareDatetime
    results: tuple[Result, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether it passed every mode that its description does not exclude."""
        return bool(self.steps) and all(step.verdict == "pass" for step in self.steps)

    @property
    def verified(self) -> str:
        """How many modes passed, e.g. ``9 of 9 modes``, and which failed or were not tested."""
        passed = sum(step.verdict == "pass" for step in self.steps)
        failed = [step.mode for step in self.steps if step.verdict != "pass"]
        parts = [f"{passed} of {len(self.steps) + len(self.untested)} modes"] if self.steps else ["none"]
        parts += [f"fails {', '.join(failed)}"] if failed else []
        parts += [f"not tested: {', '.join(self.untested)}"] if self.untested else []
        return "; ".join(parts)


def league_folder(path: Path | None = None) -> RecordFolder[LeagueRow]:
    """The folder of the stored rows, by default results/league/."""
    return RecordFolder(path or paths.results() / "league", LeagueRow, "a row of the league", rows="results")
