# SPDX-License-Identifier: Apache-2.0
"""Known answers on a core's synthesised netlist, by itself."""

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results.schema import NetlistGate
from fairhash.runs.stages import netlist_job, synthesis_job
from fairhash.runs.workspace import Workspace
from fairhash.targets.kinds import kind_of


def netlist_verdict(core: Core, target: Target, recipe: Recipe) -> NetlistGate:
    """The check of the synthesised netlist of `core`; netlist and verdict come from the store where they are there."""
    kind_of(target).require_support(core, target)
    workspace = Workspace()
    store, keys = workspace.store, workspace.keys(core, target, recipe)
    job = synthesis_job(keys, workspace.flow)
    record, _ = store.make(job.stage, job.key, job.kind, job.work, workspace.stop)
    if record.outcome.status != "ok":
        return NetlistGate(detail=f"no netlist: {record.outcome.reason}")
    check = netlist_job(keys, workspace.flow, record)
    gate, _ = store.make(check.stage, check.key, check.kind, check.work, workspace.stop)
    return gate
