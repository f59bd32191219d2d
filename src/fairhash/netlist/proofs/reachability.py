# SPDX-License-Identifier: Apache-2.0
"""Proofs by property-directed reachability: ABC finds the invariants."""

from pathlib import Path

from fairhash.netlist.proofs.model import Design, Edit, write_model
from fairhash.netlist.proofs.proof import ProofRun
from fairhash.toolchain import abc


def prove(design: Design, workdir: Path, limit_s: float) -> ProofRun:
    """Search for an invariant that excludes every state in which a property does not hold.

    Args:
        design: The design and its properties.
        workdir: Folder for the tools' files.
        limit_s: Limit of CPU time of each tool, in seconds.
    """
    run = abc.prove_unreachable(write_model(design, workdir, limit_s, form="aig"), limit_s)
    return ProofRun(run.status, run.cpu_s, run.detail)


def refute(design: Design, edit: Edit, cycles: int, workdir: Path, limit_s: float) -> ProofRun:
    """Search for a violation in the design with an injected bug.

    Args:
        design: The design and its properties.
        edit: The bug.
        cycles: Cycles within which the violation must show.
        workdir: Folder for the tools' files.
        limit_s: Limit of CPU time of each tool, in seconds.
    """
    run = abc.find_bad_state(write_model(design, workdir, limit_s, edit, form="aig"), cycles, limit_s)
    return ProofRun(run.status, run.cpu_s, run.detail)
