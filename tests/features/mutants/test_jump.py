# SPDX-License-Identifier: Apache-2.0
"""The mode `jump` on a toy whose counter of blocks, of 24 bits, is XORed into the state after each block.

No other mode sends 2^20 blocks. What the jumps must show is worked out by hand.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.features.mutants import campaign
from fairhash.features.mutants.campaign import LONG, MutantOutcome, Options, run_mutants
from fairhash.features.mutants.exact_lengths import EXACT
from fairhash.features.mutants.jump import JUMP, find_counter, jump_targets
from fairhash.features.mutants.listing import Listing, Mutation
from fairhash.features.mutants.measure import report_revisions
from fairhash.netlist.netlist_engine import family_cells
from fairhash.testbench.message import Message
from fairhash.testbench.modes import MODES
from fairhash.testbench.wide_counters import COUNTERS, WideCounter
from fairhash.toolchain import yosys
from tests.features.mutants.toy_netlist import toy_netlist
from tests.testbench.toy.model import BLOCK_BYTES, FINAL_ROUNDS, IV, ROUNDS, Toy, advance, to_words
from tests.testbench.toys import edited_toy, toy_core

BITS = 24
BIT = 20
"""The mutants are in this bit of the counter."""
EDITS = (
    (
        "  signal finished    : std_ulogic;\n",
        f"  signal finished    : std_ulogic;\n  signal blocks      : unsigned({BITS - 1} downto 0);\n",
    ),
    ("        emptied <= not emptied;\n", "        emptied <= not emptied;\n        blocks  <= blocks + 1;\n"),
    (
        "          finishing <= last;\n",
        "          finishing <= last;\n          state <= advanced xor resize(blocks, 128);\n",
    ),
    ("        written  <= not written;\n", "        written  <= not written;\n        blocks   <= (others => '0');\n"),
    ("        emptied   <= '0';\n", "        emptied   <= '0';\n        blocks    <= (others => '0');\n"),
)


class CountingToy(Toy):
    """The toy with the counter, which is `jump` after the first block of a message."""

    def __init__(self, jump: int = 1) -> None:
        self.jump = jump

    def hash_bits(self, algorithm: str, data: bytes, bits: int | None = None, digest_bits: int | None = None) -> bytes:
        padded = self.pad(algorithm, data, bits)
        state: tuple[int, ...] = IV
        for number, start in enumerate(range(0, len(padded), BLOCK_BYTES)):
            block = to_words(padded[start : start + BLOCK_BYTES])
            state = advance(tuple(s ^ w for s, w in zip(state, block, strict=True)), ROUNDS)
            state = (*state[:3], state[3] ^ (self.jump + number if number else 1))
        return b"".join(word.to_bytes(4, "big") for word in advance(state, FINAL_ROUNDS))


@dataclass(frozen=True)
class Counting:
    """The toy with the counter, its netlist, and mutants of it."""

    core: Core
    netlist: Path
    mutations: tuple[Mutation, ...]


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Counting:
    """In four mutants bit BIT of the counter stays 0, by its output, data, enable and reset; in one it is inverted."""
    folder = tmp_path_factory.mktemp("jump")
    core = edited_toy(folder / "source", EDITS)
    netlist = toy_netlist(core, folder, named=True)
    commands = [f"read_verilog {netlist}", "write_json named.json"]
    assert yosys.run_script(commands, folder, "named", 100).ok
    module = yosys.netlist(folder / "named.json")["modules"][core.entity]
    driven = [module["netnames"]["blocks"]["bits"][BIT]]
    (cell,) = (name for name, cell in module["cells"].items() if cell["connections"].get("Q") == driven)
    pins = {"Q": "const0", "DI": "const0", "CE": "const0", "LSR": "const1"}
    mutations = [*(Mutation(mode, cell, pin, 0) for pin, mode in pins.items()), Mutation("inv", cell, "Q", 0)]
    return Counting(core, netlist, tuple(mutations))


@pytest.fixture
def run(counting: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., MutantOutcome]:
    """Run the first mutants with a counter that jumps, or none."""

    def run_some(count: int, counter: WideCounter | None) -> MutantOutcome:
        mutations = counting.mutations[:count]
        monkeypatch.setattr(campaign, "list_mutations", lambda *_args, **_options: Listing(mutations, 0))
        message = Message(counting.core.algorithm, b"abc", 24)
        return run_mutants(
            counting.core,
            counting.netlist,
            family_cells("ecp5"),
            tmp_path,
            Options(budget_s=1, long_blocks=1 << 10),
            reference=CountingToy(),
            answers=[replace(message, digest=message.expected(CountingToy()))],
            counter=counter,
            jump_models=CountingToy,
        )

    return run_some


def test_only_the_jump_reaches_an_upper_bit(run: Callable[..., MutantOutcome]) -> None:
    """The counter jumps to 2^k - 1 for k = 2, 3, ... 20 in the cases 0, 1, ... 18; the next block sets bit 20."""
    outcome = run(5, WideCounter("blocks"))
    assert set(outcome.kills) == {*MODES, EXACT.name, JUMP}
    # the inverted bit is right after one block and wrong after two
    assert set().union(*(outcome.killed_by(mode) for mode in MODES)) == {5}
    kills = {number: (kill.rule, kill.case) for number, kill in outcome.kills[JUMP].items() if kill}
    assert kills == dict.fromkeys((1, 2, 3, 4), ("wrong word", BIT - 2))
    assert outcome.only_by(JUMP) == {1, 2, 3, 4}
    assert outcome.survivors() == []


@pytest.mark.parametrize("counter", [None, WideCounter("no_such_net"), WideCounter("advanced")])
def test_without_a_register_there_is_no_jump(run: Callable[..., MutantOutcome], counter: WideCounter | None) -> None:
    """Without an entry, without the net in the netlist, and with a net that tables drive."""
    outcome = run(1, counter)
    assert set(outcome.kills) == {*MODES, EXACT.name, LONG}
    assert outcome.survivors() == [1]


def test_a_jump_that_the_netlist_fails(run: Callable[..., MutantOutcome]) -> None:
    """The declared units are wrong: the register jumps when it holds 4, not 2."""
    with pytest.raises(FairhashError, match="the netlist without a mutation fails jump"):
        run(1, WideCounter("blocks", 2))


def test_targets() -> None:
    """All ones below each bit, alternating bits, and the largest value from which five blocks do not overflow."""
    targets = jump_targets(toy_core(), 1, BITS)
    assert targets == sorted([(1 << bit) - 1 for bit in range(2, 24)] + [0x555555, 0x2AAAAA, 0xFFFFFA])
    # a third of 2^4 - 1, 2^5 - 1, 2^6 - 1 and 2^7 - 1, of 42 and 85, which alternate, and 255 // 3 - 5
    assert jump_targets(toy_core(), 3, 8) == [5, 10, 14, 21, 28, 42, 80]


def test_reports_of_other_cores_stay_up_to_date() -> None:
    named = [core for core, counter in COUNTERS.items() if counter.net]
    assert all(find_counter(core) == COUNTERS[core] and "jumps" in report_revisions(core) for core in named)
    assert find_counter("sha-256/highspeed") is None
    assert set(report_revisions("sha-256/highspeed")) == {"testbench", "models", "mutants"}
