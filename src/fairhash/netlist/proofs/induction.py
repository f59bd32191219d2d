# SPDX-License-Identifier: Apache-2.0
"""Proves the assertions of a property module by k-induction, and finds the bug of a twin by bounded model checking."""

from pathlib import Path

from fairhash.netlist.proofs.model import Design, Edit, write_model
from fairhash.netlist.proofs.proof import ProofRun
from fairhash.toolchain import smtbmc


def prove(design: Design, steps: int, workdir: Path, limit_s: float) -> ProofRun:
    """Prove that no assertion can be violated, in any number of cycles from any initial state of the registers.

    Base case: the assertions hold in the first `steps` cycles. Induction step: if they hold in `steps` consecutive
    cycles, they hold in the next one.
    """
    model = write_model(design, workdir, limit_s)
    base = smtbmc.check_steps(model, steps, limit_s)
    if base.status == "failed":
        return ProofRun("failed", base.cpu_s, f"violated: {base.detail}")
    if base.status != "passed":
        return ProofRun("unknown", base.cpu_s, f"base case: {base.detail}")
    step = smtbmc.check_induction(model, steps, limit_s)
    seconds = base.cpu_s + step.cpu_s
    if step.status == "passed":
        return ProofRun("proven", seconds)
    return ProofRun("unknown", seconds, f"induction step: {step.detail or step.status}")


def refute(design: Design, edit: Edit, steps: int, workdir: Path, limit_s: float) -> ProofRun:
    """Look for a violated assertion within `steps` cycles in the design with an injected bug.

    The answer is `failed` only for a counterexample that starts like the real design does, in reset.
    """
    model = write_model(design, workdir, limit_s, edit)
    run = smtbmc.check_steps(model, steps, limit_s, check_assumptions=False)
    if run.status == "failed":
        return ProofRun("failed", run.cpu_s, f"violated: {run.detail}")
    reason = f"no violation within {steps} cycles" if run.status == "passed" else run.detail
    return ProofRun("unknown", run.cpu_s, reason)
