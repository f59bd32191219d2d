# SPDX-License-Identifier: Apache-2.0
"""The quick proofs are made; all proofs are complete and their stored outcomes passed."""

from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores
from fairhash.features.proofs.measure import proof_folder
from fairhash.features.proofs.proof import Proof
from fairhash.features.proofs.registry import all_proofs, find_proof, proofs_of
from tests.first_of_each import first_of_each

QUICK = sorted(name for name, proof in all_proofs().items() if proof.quick)


@pytest.mark.parametrize("name", first_of_each((name, name.split("/")[0]) for name in QUICK))
def test_quick_proof(name: str, tmp_path: Path) -> None:
    """The claim is proven, and every injected bug is found."""
    proof = find_proof(name)
    (tmp_path / "proof").mkdir()
    run = proof.check(tmp_path / "proof", 300)
    assert run.answer == "proven", run.detail
    for number, twin in enumerate(proof.twins):
        (tmp_path / str(number)).mkdir()
        run = twin.check(tmp_path / str(number), 300)
        assert run.answer == "failed", f"{twin.bug}: {run.detail}"


def test_every_shell_entity_has_a_proof() -> None:
    entities = {file.stem for file in (paths.rtl() / "shell").glob("*.vhd")} - {"shell_pkg"}
    assert entities <= {name.split("/")[1] for name in all_proofs() if name.startswith("shell/")}


def test_four_shapes_of_core_have_a_proof() -> None:
    whole = {all_cores()[proof.cores[0]].entity for name, proof in all_proofs().items() if name.startswith("core/")}
    assert whole >= {"sha2_highspeed", "keccak_highspeed", "bmw_highspeed", "keccak_ring"}


def test_proofs_of_a_core() -> None:
    """Those of its parts, by its file list in cores.toml, and its own."""
    names = {proof.name for proof in proofs_of("keccak-512/highspeed")}
    parts = {"segment_reader", "segment_reader/narrow", "block_gatherer", "injector", "state_unloader"}
    assert {f"shell/{part}" for part in parts} | {"core/keccak-512/highspeed"} <= names
    assert "shell/block_reader" not in names


def test_stored_outcomes_passed() -> None:
    """Those of proofs that exist. A new proof need not be stored; `fairhash prove` makes stale ones again."""
    stored = {name: outcome for name in all_proofs() if (outcome := proof_folder().read(name))}
    assert len(stored) == len(list(proof_folder().path.glob("*.json")))
    assert {name: outcome.reason for name, outcome in stored.items() if not outcome.passed} == {}
    for name, outcome in stored.items():
        assert len(outcome.twins) == len(find_proof(name).twins)


def test_a_proof_without_a_twin_is_refused() -> None:
    proof = find_proof("shell/word_pairs")
    with pytest.raises(ValueError, match="no twin"):
        Proof("a/b", "", "", (), proof.check, (), ())


def test_unknown_proof() -> None:
    with pytest.raises(FairhashError, match="no proof has the name shell/nothing"):
        find_proof("shell/nothing")
