# SPDX-License-Identifier: Apache-2.0
"""How often each net of a netlist changes while the core hashes long messages at full speed."""

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.netlist.netlist_engine import Cells, netlist_engine
from fairhash.testbench.judge import judge
from fairhash.testbench.lengths import capacity_bits
from fairhash.testbench.message import Case, Message
from fairhash.testbench.plans import RESET_CYCLES
from fairhash.testbench.program import Counting
from fairhash.testbench.reference import Reference, models
from fairhash.testbench.session import Session

BLOCKS = 16
"""Whole blocks that are counted, of each message in flight; a few more are hashed before and after them."""
_BEFORE, _AFTER = 3, 3
_SEED = 1


@dataclass(frozen=True)
class Activity:
    """Changes of nets by their numbers over `cycles` cycles of clk, in which `bits` bits of messages were hashed."""

    changes: dict[int, int]
    cycles: int
    bits: int


def count_changes(  # noqa: PLR0917 - a netlist and what it needs
    core: Core, verilog: Path, cells: Cells, prefix: str, workdir: Path, reference: Reference | None = None
) -> Activity:
    """Simulate the netlist in `verilog` on random messages and count changes of its nets called `prefix` and a number.

    No delays are simulated: a net changes once in a cycle of io_clk or not at all, so glitches are not in it. As many
    messages are sent at once as the core works on, each of the same length, so that it is never idle. FairhashError if
    the digests are wrong or the core waited: then the counts are those of something else.
    """
    known = reference or models()
    blocks = _BEFORE + BLOCKS + _AFTER
    bits = capacity_bits(known, core.algorithm, core.block_bits, blocks)
    draw = random.Random(_SEED)
    messages = tuple(
        Message(core.algorithm, draw.randbytes((bits + 7) // 8), bits) for _ in range(core.messages_in_flight)
    )
    # from the first counted block on: reset, the first block's words, the blocks before
    into = -(-core.formula.load // core.io_ratio) + core.formula.setup
    first = (RESET_CYCLES + into + _BEFORE * core.formula.block) * core.io_ratio
    last = first + BLOCKS * core.formula.block * core.io_ratio
    changes = workdir / "changes.txt"
    engine = netlist_engine(core, verilog, cells, workdir, Counting(prefix, first, last, changes))
    work = paths.build() / "verify"
    work.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".run.", dir=work) as folder:
        session = Session(core, engine, known, _SEED, Path(folder))
        ((section, trace),) = session.simulate([Case(messages, reset=RESET_CYCLES)])
    finding = judge(section, trace, bounded=False)
    if finding is not None or trace is None:
        raise FairhashError("the netlist hashes wrongly while its activity is measured", core.name)
    moved = sum(first <= cycle < last for cycle, _ in trace.taken)
    hashed = BLOCKS * core.block_bits * core.messages_in_flight
    if moved * core.word_bits < hashed:
        raise FairhashError(f"it took {moved} words of {hashed} bits in the cycles of {BLOCKS} blocks", core.name)
    counted = (line.split() for line in changes.read_text(encoding="ascii").splitlines())
    return Activity({int(number): int(count) for number, count in counted}, BLOCKS * core.formula.block, hashed)
