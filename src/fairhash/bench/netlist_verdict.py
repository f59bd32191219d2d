# SPDX-License-Identifier: Apache-2.0
"""Checks the synthesised netlist of one core against known answers, without placing it."""

from fairhash.bench.jobs import NetlistJob, SynthesisJob
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results.schema import NetlistGate
from fairhash.targets.kinds import kind_of


def netlist_verdict(core: Core, target: Target, recipe: Recipe) -> NetlistGate:
    """The verdict on the netlist of `core`; stored netlists and verdicts are reused.

    Raises:
        FairhashError: If the target does not support the core, a tool is missing, or the disk is full.
    """
    kind_of(target).require_support(core, target)
    workspace = Workspace()
    store, keys = workspace.store, workspace.keys(core, target, recipe)
    job = SynthesisJob(keys)
    record, _ = store.get_or_make(job.stage, job.key, job.outcome_type, job.work, workspace.stop)
    if record.outcome.status != "ok":
        return NetlistGate(detail=f"no netlist: {record.outcome.reason}")
    check = NetlistJob(keys, record)
    gate, _ = store.get_or_make(check.stage, check.key, check.outcome_type, check.work, workspace.stop)
    return gate
