# SPDX-License-Identifier: Apache-2.0
"""Switching activity: how often each net of a netlist changes while the core hashes long messages, or one short one."""

import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.netlist.netlist_engine import Cells, flatten, interpreted
from fairhash.testbench.engines import Trace
from fairhash.testbench.judge import judge
from fairhash.testbench.message import Case, Message
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.program import Counting, write_program
from fairhash.testbench.reference import Reference, capacity_bits, models
from fairhash.testbench.session import SimulationSession
from fairhash.toolchain import reaper

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


@dataclass(frozen=True)
class Workloads:
    """The activity of the two kinds of message whose energy is measured."""

    long: Activity
    """Whole blocks in the middle of long messages, as many messages as the core has in flight."""
    short: Activity
    """One message of the fewest blocks, from its first word to the last word of its digest; the core is idle before."""
    short_blocks: int
    """Blocks of the short message after padding."""


def count_changes(  # noqa: PLR0917 - a netlist and its simulation's inputs
    core: Core, verilog: Path, cells: Cells, prefix: str, workdir: Path, reference: Reference | None = None
) -> Workloads:
    """Simulate a netlist on random messages and count the changes of its nets.

    The simulation has no delays: a net changes at most once in a cycle of io_clk, so glitches are not counted. Of long
    messages one is sent for each message in flight, all of one length, so that the core is never idle.

    Args:
        core: the core that the netlist implements.
        verilog: the netlist.
        cells: models of its cells.
        prefix: nets named `prefix` and a number are counted.
        workdir: folder for the files of the simulation.
        reference: the models that compute the expected digests; default: the compiled C models.

    Raises:
        FairhashError: if a digest is wrong, or the core needs more cycles than its formula declares: the counts would
            not be those of hashing at full speed.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    module = flatten(core, verilog, cells, workdir, keep_names=True)
    simulation = _Simulation(core, module, prefix, workdir, reference or models())
    return Workloads(simulation.long(), *simulation.short())


@dataclass(frozen=True)
class _Simulation:
    """A flat netlist and what its simulations have in common."""

    core: Core
    module: Mapping[str, Any]
    prefix: str
    workdir: Path
    reference: Reference

    @property
    def first(self) -> int:
        """The cycle of io_clk after reset in which the first word of a message moves."""
        return power_up_cycles(self.core) * self.core.io_ratio

    def long(self) -> Activity:
        """BLOCKS whole blocks in the middle of long messages."""
        core, formula = self.core, self.core.formula
        blocks = _BLOCKS_BEFORE + BLOCKS + _BLOCKS_AFTER
        bits = capacity_bits(self.reference, core.algorithm, core.block_bits, blocks)
        # the first counted cycle: after loading of the first block, and the uncounted blocks
        lead_in = -(-formula.load // core.io_ratio) + formula.setup
        first = self.first + (lead_in + _BLOCKS_BEFORE * formula.block) * core.io_ratio
        last = first + BLOCKS * formula.block * core.io_ratio
        changes, trace = self._simulate(self._messages(core.messages_in_flight, bits), first, last)
        words_taken = sum(first <= cycle < last for cycle, _ in trace.taken)
        hashed_bits = BLOCKS * core.block_bits * core.messages_in_flight
        if words_taken * core.word_bits < hashed_bits:
            raise FairhashError(
                f"it took {words_taken} words of {hashed_bits} bits in the cycles of {BLOCKS} blocks", core.name
            )
        return Activity(changes, BLOCKS * formula.block, hashed_bits)

    def short(self) -> tuple[Activity, int]:
        """One message of the fewest blocks that can hold a bit of message, and the number of its blocks."""
        core = self.core
        capacities = ((n, capacity_bits(self.reference, core.algorithm, core.block_bits, n)) for n in count(1))
        blocks, bits = next((n, bits) for n, bits in capacities if bits > 0)
        cycles = core.formula.cycles(blocks, core.io_ratio)
        last = self.first + cycles * core.io_ratio
        changes, trace = self._simulate(self._messages(1, bits), self.first, last)
        moved = [cycle for cycle, _ in (*trace.taken, *trace.given)]
        if not all(self.first <= cycle < last for cycle in moved):
            raise FairhashError(
                f"a message of {blocks} blocks moved words outside its {cycles} declared cycles", core.name
            )
        return Activity(changes, cycles, bits), blocks

    def _messages(self, number: int, bits: int) -> Sequence[Message]:
        rng = random.Random(_SEED)
        return tuple(Message(self.core.algorithm, rng.randbytes((bits + 7) // 8), bits) for _ in range(number))

    def _simulate(self, messages: Sequence[Message], first: int, last: int) -> tuple[dict[int, int], Trace]:
        """Changes by net number from edge `first` to edge `last` of io_clk, and when words moved."""
        core = self.core
        program, changes_file = self.workdir / "program.txt", self.workdir / "changes.txt"
        write_program(self.module, program, Counting(self.prefix, first, last, changes_file))
        with tempfile.TemporaryDirectory(prefix=".run.", dir=reaper.temporary_folder()) as folder:
            session = SimulationSession(core, interpreted(core, program), self.reference, _SEED, Path(folder))
            ((section, trace),) = session.simulate([Case(tuple(messages), reset=power_up_cycles(core))])
        finding = judge(section, trace, bounded=False)
        if finding is not None or trace is None:
            raise FairhashError("the netlist hashes wrongly while its activity is measured", core.name)
        rows = (line.split() for line in changes_file.read_text(encoding="ascii").splitlines())
        return {int(number): int(changes) for number, changes in rows}, trace
