# SPDX-License-Identifier: Apache-2.0
"""Single waits: which there are, by hand for the toy, and how many cycles they may take."""

import random
import shutil
from dataclasses import replace
from pathlib import Path

from fairhash.catalog.external_core import ExternalCore
from fairhash.external.resolve_core import read_described_core
from fairhash.testbench import plans
from fairhash.testbench.message import ALWAYS_READY, Idle
from fairhash.testbench.modes import IDLE_CYCLES, single_waits, stalls
from fairhash.testbench.plans import CYCLES_PER_RANDOM, Setup
from fairhash.testbench.stimulus import make_section
from fairhash.testbench.verification import VerifyOptions, verify
from tests.testbench.toys import SEED, TOY, toy_core


def _setup(count: int, architecture: str = "plain") -> Setup:
    return Setup(toy_core(architecture), TOY, random.Random(SEED), count, "fast")


def test_gaps_and_ready_patterns_of_one_wait() -> None:
    assert Idle(3, 1).gaps(3) == [0, 3, 0]
    assert Idle(3, None).gaps(3) == [0, 3, 3]
    assert Idle(3, 1).readies(2) == [ALWAYS_READY] * 2
    # low while the word is offered for the first time, and for two cycles more
    assert Idle(3, 1, output=True).readies(3) == [ALWAYS_READY, (0, 2), ALWAYS_READY]
    assert Idle(3, 1, output=True).gaps(3) == [0, 0, 0]


def test_every_small_wait_at_every_word_and_boundary() -> None:
    """Messages of 64 and 256 bits: a header and one block, a header and three blocks of four words; two digests."""
    waits = [case.stalls for case in single_waits(_setup(10_000))]
    assert all(isinstance(wait, Idle) for wait in waits)
    small = range(1, IDLE_CYCLES + 1)
    inputs, outputs = (1 + 4) + (1 + 12), 4 + 4
    assert {Idle(cycles, word) for cycles in small for word in range(1, inputs)} <= set(waits)
    assert {Idle(cycles, word, output=True) for cycles in small for word in range(outputs)} <= set(waits)
    assert {Idle(cycles, None) for cycles in small} <= set(waits)
    # 8 cycles a block: its second block's first word is number 5 + 1 + 4, and the second message begins with number 5
    assert {Idle(cycles, 10) for cycles in range(8 + IDLE_CYCLES + 1)} <= set(waits)
    assert {Idle(cycles, 5) for cycles in range(2 + 5 + 8 + 4 + 4 + IDLE_CYCLES + 1)} <= set(waits)


def test_the_cycles_of_single_waits_are_limited() -> None:
    setup = _setup(30)
    sections = [make_section(setup.core, TOY, case) for case in single_waits(setup)]
    assert sections
    assert sum(section.allowed + section.watch for section in sections) <= CYCLES_PER_RANDOM["fast"] * 30


def test_waits_between_blocks_come_first() -> None:
    """So that a slow engine tries some of them."""
    few = [case.stalls for case in single_waits(_setup(2))]
    assert few
    assert {wait.word for wait in few if isinstance(wait, Idle)} <= {10, 13}


def test_random_stalls_are_the_same_as_before() -> None:
    both, alone = list(stalls(_setup(20))), list(plans.stalls(_setup(20)))
    assert both[: len(alone)] == alone
    assert len(both) > len(alone)


def test_a_core_that_takes_no_stalls_gets_none() -> None:
    setup = _setup(20)
    facts = ExternalCore(top="x", home=setup.core.home, description=setup.core.source, stalls=False)
    core = setup.core.model_copy(update={"external": facts})
    assert all(case.stalls is None for case in stalls(replace(setup, core=core)))


def test_a_core_fed_through_a_queue_is_idle_between_blocks_too(checkout: Path, tmp_path: Path) -> None:
    """SHA-256 with a stream of whole blocks, which starts anew if the sender waits four cycles within a message.

    The queue of the adapter holds two blocks, so the core is idle only after a wait of more than two blocks' cycles.
    """
    for name in ("sha256_block.v", "sha256_wide.v", "wide.toml"):
        shutil.copy(checkout / "examples" / "shapes" / name, tmp_path)
    source = tmp_path / "sha256_wide.v"
    text = source.read_text(encoding="utf-8")
    for old, new in (
        ("  wire ready, valid;\n", "  wire ready, valid;\n  reg [1:0] idle;\n"),
        ("    end else if (moves) begin\n", "    end else if (moves) begin\n      idle <= 0;\n"),
        (
            "digest_ready) is_last <= 0;\n",
            "digest_ready) is_last <= 0;\n    else if (block_ready && !is_first) {is_first, idle} <= idle + 3'd1;\n",
        ),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    right = VerifyOptions(modes=("stalls",), seed=SEED)
    assert verify(read_described_core(tmp_path / "wide.toml"), right).ok
    source.write_text(text, encoding="utf-8")
    report = verify(read_described_core(tmp_path / "wide.toml"), right)
    assert [mode.verdict for mode in report.modes] == ["fail"]
