# SPDX-License-Identifier: Apache-2.0
"""Batches of a campaign: which runs of a plan are made before another plan, and which ones fill idle jobs meanwhile."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from fairhash.bench.campaign_run import CampaignRun

_UNKNOWN_S = 30.0
"""CPU time of a filler of unknown cost; that of a small run, so that there are rather too many fillers."""


@dataclass(frozen=True)
class Batch:
    """What is run by one plan."""

    runs: Sequence[CampaignRun]
    """The next due runs, all of one stage."""
    fillers: Sequence[CampaignRun] = ()
    """Later runs that need no outcome of `runs`: they start when a job would idle while the last of `runs` are made."""


def next_batch(plan: Sequence[CampaignRun], attempted: Container[str], most: int, jobs: int) -> Batch | None:
    """The first due runs of a plan, up to one whose need may change by an earlier one; None if nothing is due.

    Args:
        plan: All runs in order of priority.
        attempted: Keys of runs that were started or refused before.
        most: The most runs of the batch, if they have results. Syntheses are cheap, and made all.
        jobs: Number of parallel jobs. There are fillers for all of them until the time limit would end any of the runs.
    """
    due = [run for run in plan if run.is_due and not run.waits and run.key not in attempted]
    if not due:
        return None
    first = [*next(batch for _, batch in groupby(due, key=_part))]
    if first[0].stage != "result":
        return Batch(first)
    runs = first[:most]
    # what a core needs changes only by outcomes of the same core
    parts: dict[str, tuple[int, str]] = {}
    for run in due:
        parts.setdefault(run.core.name, _part(run))
    fillers = [run for run in due[len(runs) :] if run.stage == "result" and _part(run) == parts[run.core.name]]
    limits = (run.recipe.timeouts for run in runs)
    longest_s = max(limit.synthesis_s + limit.place_s for limit in limits)
    before_s = accumulate((run.cpu_s or _UNKNOWN_S for run in fillers), initial=0.0)
    return Batch(runs, [run for run, spent_s in zip(fillers, before_s, strict=False) if spent_s < jobs * longest_s])


def _part(run: CampaignRun) -> tuple[int, str]:
    """What runs have in common whose outcomes do not change whether the others are needed."""
    return run.selection, run.stage
