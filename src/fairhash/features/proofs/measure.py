# SPDX-License-Identifier: Apache-2.0
"""Makes proofs and stores their outcomes. A proof that passed is made again only if its key has changed."""

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from fairhash.base import paths
from fairhash.base.records import RecordFolder
from fairhash.bench.jobs import Progress
from fairhash.bench.keys import bare_code, digest, text_digest
from fairhash.bench.record import bench_commit
from fairhash.bench.revisions import revision
from fairhash.bench.store import Interrupted
from fairhash.bench.workers import default_worker_count, workers
from fairhash.features.proofs.proof import Check, Proof
from fairhash.features.proofs.record import CheckOutcome, ProofOutcome, outcome_folder
from fairhash.features.proofs.registry import tool_versions
from fairhash.toolchain import reaper

LIMIT_S = 1800.0
"""Default limit of each tool's CPU time, in seconds; the longest run so far took less than a tenth."""


def proof_folder() -> RecordFolder[ProofOutcome]:
    """The folder of committed outcomes, results/proofs/."""
    return outcome_folder(paths.results() / "proofs")


def proof_key(proof: Proof) -> str:
    """Digest of all that can change the outcome of a proof: comments, layout and names of files are not in it."""
    sources = [text_digest(bare_code(file)) for file in proof.files]
    twins = [twin.bug for twin in proof.twins]
    return digest(
        [proof.name, proof.method, sources, twins, dict(proof.options), tool_versions(proof), revision("proofs")]
    )


def stored_pass(proof: Proof, folder: RecordFolder[ProofOutcome]) -> ProofOutcome | None:
    """The stored outcome if the proof passed and nothing has changed since, else None."""
    outcome = folder.read(proof.name)
    return outcome if outcome and outcome.passed and outcome.key == proof_key(proof) else None


def make_proof(proof: Proof) -> ProofOutcome:
    """Make the proof and all its twins; no tool may use more than LIMIT_S of CPU time.

    Raises:
        FairhashError: The sources or the proof are wrong, or a tool is missing or was killed.
    """
    return ProofOutcome(
        proof=proof.name,
        claim=proof.claim,
        method=proof.method,
        check=_checked(proof.check),
        twins=tuple(_checked(twin.check, twin.bug) for twin in proof.twins),
        date=datetime.now(UTC).replace(microsecond=0),
        key=proof_key(proof),
        commit=bench_commit(),
        tools=tool_versions(proof),
    )


def _checked(check: Check, bug: str = "") -> CheckOutcome:
    with tempfile.TemporaryDirectory(prefix="proof-", dir=reaper.temporary_folder()) as folder:
        run = check(Path(folder), LIMIT_S)
    return CheckOutcome(answer=run.answer, bug=bug, detail=run.detail, seconds=round(run.seconds, 2))


def make_proofs(
    proofs: Sequence[Proof],
    folder: RecordFolder[ProofOutcome],
    progress: Progress,
    *,
    again: bool = False,
    jobs: int | None = None,
) -> dict[str, ProofOutcome]:
    """Make the proofs that have no stored pass, store every outcome at once, and return all outcomes by name.

    Args:
        proofs: The proofs.
        folder: Where outcomes are stored.
        progress: Is informed of every proof.
        again: Make also the proofs that have a stored pass.
        jobs: Number of proofs made in parallel; by default the number of processors.
    """
    progress.planned(len(proofs))
    with workers(jobs or default_worker_count()) as crew:

        def prove(proof: Proof) -> ProofOutcome:
            outcome = None if again else stored_pass(proof, folder)
            fresh = outcome is None
            if outcome is None:
                progress.started(proof.name)
                outcome = make_proof(proof)
                # a tool that was killed because the user interrupted the run proves nothing
                if crew.stop.is_set():
                    raise Interrupted
                folder.store(proof.name, outcome)
            progress.finished(proof.name, outcome.reason or "proven", fresh)
            return outcome

        return {outcome.proof: outcome for outcome in crew.map(prove, proofs)}
