# SPDX-License-Identifier: Apache-2.0
"""The step `proofs` of a core's verification ladder: all formal proofs about the core and its parts."""

from collections.abc import Sequence

from fairhash.base.records import RecordFolder
from fairhash.bench.keys import digest
from fairhash.bench.revisions import revision
from fairhash.catalog.core import Core
from fairhash.features.ladder.measure import Step, StepResult
from fairhash.features.ladder.record import Verdict
from fairhash.features.proofs.measure import make_proof, proof_folder, proof_key, stored_pass
from fairhash.features.proofs.proof import Proof
from fairhash.features.proofs.record import ProofOutcome
from fairhash.features.proofs.registry import proofs_of, tool_versions


def proofs_step(core: Core, verilog: str) -> Step:
    """The step; its key is made of the keys of all proofs of the core.

    Args:
        core: The core.
        verilog: Digest of the Verilog that its sources elaborate to.
    """
    proofs, folder = proofs_of(core.name), proof_folder()
    tools = {tool: version for proof in proofs for tool, version in tool_versions(proof).items()}
    return Step(
        core,
        "proofs",
        digest(["proofs", verilog, *map(proof_key, proofs)]),
        lambda: _check(core, proofs, folder),
        tools=tools,
        verilog=verilog,
        revisions=revision("proofs"),
    )


def _check(core: Core, proofs: Sequence[Proof], folder: RecordFolder[ProofOutcome]) -> StepResult:
    """Make each proof that has no stored pass; the first one that does not pass decides the verdict."""
    repeat = f"fairhash prove {core.name}"
    if not proofs:
        return StepResult("not run", reason="there is no proof about this core", repeat_command=repeat)
    for proof in proofs:
        outcome = stored_pass(proof, folder)
        if outcome is None:
            outcome = make_proof(proof)
            folder.store(proof.name, outcome)
        if not outcome.passed:
            verdict: Verdict = "not run" if outcome.check.answer == "unknown" else "fail"
            return StepResult(verdict, len(proofs), reason=f"{proof.name}: {outcome.reason}", repeat_command=repeat)
    whole = ", and about the whole core" if any(proof.name.startswith("core/") for proof in proofs) else ""
    return StepResult("pass", len(proofs), note=f"proofs about parts{whole}")
