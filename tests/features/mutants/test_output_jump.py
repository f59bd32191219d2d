# SPDX-License-Identifier: Apache-2.0
"""The mode `jump` of a counter of output bytes: its sections by hand, and mutants that only it kills."""

import hashlib
from pathlib import Path

import pytest

from fairhash.catalog.cores import find_core
from fairhash.features.mutants import campaign
from fairhash.features.mutants.campaign import Options, run_mutants
from fairhash.features.mutants.jump import JUMP, find_counter
from fairhash.features.mutants.listing import Listing, Mutation
from fairhash.features.mutants.output_jump import OUTPUT_COUNTERS, output_sections
from fairhash.netlist.netlist_engine import family_cells
from fairhash.testbench.answers import known_answers
from fairhash.testbench.modes import MODES
from fairhash.testbench.reference import models
from fairhash.toolchain import yosys
from tests.features.mutants.toy_netlist import toy_netlist

CORE = "shake128/lightweight"
BIT = 20
"""Outputs of the testbench end far below 2^20 bytes."""


def test_sections() -> None:
    """With 5 bits: to 8, 9, 16 and 17 bytes, and 4 or 5 + 6 + 4 bytes in all, which the jumps leave of the request."""
    sections = output_sections(find_core(CORE), 5)
    first, second = 0x5555_5555 - 4, 0x2AAA_AAAA - 4
    assert [section.changes for section in sections] == [
        ((first, 8), (6, 4)),
        ((second, 9), (6, 4)),
        ((first, 16), (14, 4)),
        ((second, 17), (14, 4)),
    ]
    for number, section in enumerate(sections):
        words = [word for _, _, word in section.stimulus.inputs]
        requested = 0x2AAA_AAAA if number % 2 else 0x5555_5555
        # the length and the bytes of output, two words each
        assert words[2:4] == [requested >> 16, requested & 0xFFFF]
        sent = 11 if number % 2 else 10
        output = hashlib.shake_128(number.to_bytes(2)).digest(sent + sent % 2)
        assert b"".join(word.to_bytes(2) for word in section.stimulus.expected) == output


def test_each_counter_is_that_of_a_core_with_extendable_output() -> None:
    assert all(find_core(core).extendable_output for core in OUTPUT_COUNTERS)
    assert all(find_counter(core) == counter for core, counter in OUTPUT_COUNTERS.items())


@pytest.mark.long
def test_upper_bits_of_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bit inverted wherever it is read, and inverted when it is loaded and counted.

    An output ends after an even number of bytes, so the inversions cancel out, but not where a bit borrows.
    """
    core = find_core(CORE)
    netlist = toy_netlist(core, tmp_path, named=True)
    assert yosys.run_script([f"read_verilog {netlist}", "write_json named.json"], tmp_path, "named", 100).ok
    module = yosys.netlist(tmp_path / "named.json")["modules"][core.entity]
    driven = [module["netnames"]["control.left"]["bits"][BIT]]
    (cell,) = (name for name, cell in module["cells"].items() if cell["connections"].get("Q") == driven)
    # the other modes take minutes
    monkeypatch.setattr(campaign, "MODES", {"counters": MODES["counters"]})
    mutations = tuple(Mutation("inv", cell, pin, 0) for pin in ("Q", "DI"))
    monkeypatch.setattr(campaign, "list_mutations", lambda *_args, **_options: Listing(mutations, 0))
    outcome = run_mutants(
        core,
        netlist,
        family_cells("ecp5", core.allows_memories),
        tmp_path,
        Options(budget_s=1, long_blocks=0),
        reference=models(),
        answers=known_answers(core, None),
        counter=find_counter(CORE),
    )
    assert outcome.killed_by(JUMP) == outcome.only_by(JUMP) == {1, 2}
