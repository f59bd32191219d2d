# SPDX-License-Identifier: Apache-2.0
"""Switching activity: how often each net of a netlist changes while the core hashes long messages at full speed."""

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.netlist.netlist_engine import Cells, netlist_engine
from fairhash.testbench.judge import judge
from fairhash.testbench.lengths import capacity_bits
from fairhash.testbench.message import Case, Message
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.program import Counting
from fairhash.testbench.reference import Reference, models
from fairhash.testbench.session import SimulationSession

BLOCKS = 16
"""Blocks of each message in flight during which changes are counted."""
_BLOCKS_BEFORE, _BLOCKS_AFTER = 3, 3
"""Blocks hashed before and after the counted ones, so that the core is busy throughout."""
_SEED = 1


@dataclass(frozen=True)
class Activity:
    """Changes of nets during a number of clock cycles."""

    changes: dict[int, int]
    """Number of changes by net number."""
    cycles: int
    """Counted cycles of clk."""
    bits: int
    """Message bits hashed in these cycles."""


def count_changes(  # noqa: PLR0917 - a netlist and its simulation's inputs
    core: Core, verilog: Path, cells: Cells, prefix: str, workdir: Path, reference: Reference | None = None
) -> Activity:
    """Simulate a netlist on random messages and count the changes of its nets.

    The simulation has no delays: a net changes at most once in a cycle of io_clk, so glitches are not counted. One
    message is sent for each message in flight, all of one length, so that the core is never idle.

    Args:
        verilog: the netlist.
        cells: models of its cells.
        prefix: nets named `prefix` and a number are counted.
        workdir: folder for the files of the simulation.
        reference: the models that compute the expected digests; default: the compiled C models.

    Raises:
        FairhashError: if a digest is wrong, or the core waited for input: the counts would not be those of hashing at
            full speed.
    """
    expected = reference or models()
    blocks = _BLOCKS_BEFORE + BLOCKS + _BLOCKS_AFTER
    bits = capacity_bits(expected, core.algorithm, core.block_bits, blocks)
    rng = random.Random(_SEED)
    messages = tuple(
        Message(core.algorithm, rng.randbytes((bits + 7) // 8), bits) for _ in range(core.messages_in_flight)
    )
    # the first counted cycle: after reset, loading of the first block, and the uncounted blocks
    lead_in = -(-core.formula.load // core.io_ratio) + core.formula.setup
    first = (power_up_cycles(core) + lead_in + _BLOCKS_BEFORE * core.formula.block) * core.io_ratio
    last = first + BLOCKS * core.formula.block * core.io_ratio
    changes_file = workdir / "changes.txt"
    engine = netlist_engine(core, verilog, cells, workdir, Counting(prefix, first, last, changes_file))
    work = paths.build() / "verify"
    work.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".run.", dir=work) as folder:
        session = SimulationSession(core, engine, expected, _SEED, Path(folder))
        ((section, trace),) = session.simulate([Case(messages, reset=power_up_cycles(core))])
    finding = judge(section, trace, bounded=False)
    if finding is not None or trace is None:
        raise FairhashError("the netlist hashes wrongly while its activity is measured", core.name)
    words_taken = sum(first <= cycle < last for cycle, _ in trace.taken)
    hashed_bits = BLOCKS * core.block_bits * core.messages_in_flight
    if words_taken * core.word_bits < hashed_bits:
        raise FairhashError(
            f"it took {words_taken} words of {hashed_bits} bits in the cycles of {BLOCKS} blocks", core.name
        )
    rows = (line.split() for line in changes_file.read_text(encoding="ascii").splitlines())
    return Activity({int(number): int(count) for number, count in rows}, BLOCKS * core.formula.block, hashed_bits)
