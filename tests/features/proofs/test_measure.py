# SPDX-License-Identifier: Apache-2.0
"""The key of a proof: changed by the code of its sources, not by comments, layout or names of files."""

from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.features.proofs.measure import proof_key
from fairhash.features.proofs.proof import Proof, ProofRun, Twin
from fairhash.features.proofs.registry import find_proof

VHDL = "-- Adds.\ny <= a xor b;\n"
RULES = "// The sum.\nassert (y == (a ^ b));\n"
DESCRIPTION = '"""Doc."""\n\n\ndef total(a, b):\n    """Adds."""\n    return a ^ b\n'


def _unused_check(_: Path, __: float) -> ProofRun:
    raise AssertionError("the key must not need the check")


@pytest.fixture
def proof(tmp_path: Path) -> Proof:
    """A proof about one VHDL file, with rules in SystemVerilog and a description in Python."""
    files = {"sum.vhd": VHDL, "sum.sv": RULES, "sum.py": DESCRIPTION}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    twin = Twin("xor -> or", _unused_check)
    paths = tuple(tmp_path / name for name in files)
    return Proof("toy/sum", "adds", "cec", (), _unused_check, (twin,), paths, {"generics": {"WIDTH": 8}})


def _key_with(proof: Proof, name: str, old: str, new: str) -> str:
    """The key after a replacement in the file with this name."""
    (file,) = (file for file in proof.files if file.name == name)
    before = file.read_text()
    assert old in before
    file.write_text(before.replace(old, new))
    key = proof_key(proof)
    file.write_text(before)
    return key


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("sum.vhd", "Adds.", "Adds two words."),
        ("sum.vhd", ";\n", ";  -- why\n\n"),
        ("sum.vhd", "a xor b", "a  xor\n  b"),
        ("sum.sv", "The sum.", "What an adder gives."),
        ("sum.py", "Adds.", "Returns the sum."),
    ],
)
def test_a_comment_does_not_change_the_key(proof: Proof, name: str, old: str, new: str) -> None:
    assert _key_with(proof, name, old, new) == proof_key(proof)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("sum.vhd", "xor", "or"), ("sum.sv", "^", "|"), ("sum.py", "a ^ b", "a | b")],
)
def test_an_operator_changes_the_key(proof: Proof, name: str, old: str, new: str) -> None:
    assert _key_with(proof, name, old, new) != proof_key(proof)


def test_a_moved_file_does_not_change_the_key(proof: Proof, tmp_path: Path) -> None:
    key = proof_key(proof)
    (tmp_path / "folder").mkdir()
    moved = proof.files[0].rename(tmp_path / "folder" / "total.vhd")
    assert proof_key(replace(proof, files=(moved, *proof.files[1:]))) == key


def test_options_method_twins_and_tools_are_in_the_key(proof: Proof) -> None:
    changes: list[Proof] = [
        replace(proof, options={"generics": {"WIDTH": 9}}),
        replace(proof, method="k-induction"),
        replace(proof, twins=(Twin("xor -> and", _unused_check),)),
        replace(proof, tools=("ghdl",)),
        replace(proof, files=proof.files[:2]),
    ]
    assert len({proof_key(proof), *map(proof_key, changes)}) == 1 + len(changes)


def test_a_proof_of_the_shell_holds_its_own_table_alone() -> None:
    """A change of another entity's table in shell.toml does not make the proof again."""
    proof = find_proof("shell/word_pairs")
    assert [file.suffix for file in proof.files if file.suffix == ".toml"] == []
    assert proof.options["table"]["claim"] == proof.claim
