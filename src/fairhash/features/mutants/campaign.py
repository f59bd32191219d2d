# SPDX-License-Identifier: Apache-2.0
"""Runs mutants of one netlist: chooses and simulates them, and tries to prove that the survivors are equivalent."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.features.mutants.equivalence import Equivalence, prove_combinational, prove_sequential
from fairhash.features.mutants.exact_lengths import EXACT, has_exact_lengths
from fairhash.features.mutants.jump import JUMP, JumpModels, find_jump
from fairhash.features.mutants.listing import SELECT, Listing, Mutation, list_mutations, select_width
from fairhash.features.mutants.output_jump import OutputCounter
from fairhash.features.mutants.simulation import Kill, Simulation
from fairhash.netlist.netlist_engine import Cells, flatten
from fairhash.testbench.message import Message
from fairhash.testbench.modes import MODES
from fairhash.testbench.plans import CYCLES_PER_RANDOM
from fairhash.testbench.program import Order, read_circuit, write_program
from fairhash.testbench.reference import Reference
from fairhash.testbench.verification import RANDOM
from fairhash.testbench.wide_counters import JumpingModels, WideCounter

LONG = "long"
"""The mode `counters` with a message of LONG_BLOCKS blocks, for mutants that nothing else decided."""
LONG_BLOCKS = 1 << 14
LONG_CYCLES = 3_000_000
"""A message of LONG ends sooner if it would take more than so many cycles, about 250 CPU seconds."""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """What to run. `seed` is that of the choice of mutants, of the stimulus and of the power-up values."""

    count: int = 400
    seed: int = 1
    budget_s: float = 60.0
    """CPU seconds for each sequential proof."""
    long_blocks: int = LONG_BLOCKS


@dataclass(frozen=True)
class MutantOutcome:
    """What became of each mutant; its number is its place among the mutations, from 1."""

    mutations: tuple[Mutation, ...]
    clock_pins: int
    """Mutations of clock pins that were passed over."""
    kills: Mapping[str, Mapping[int, Kill | None]]
    """By mode, for each mutant that it was tried on."""
    proofs: Mapping[int, Equivalence]
    """For each mutant that no mode but LONG killed."""
    simulation_s: float
    proof_s: float

    def killed_by(self, mode: str) -> set[int]:
        """The mutants that a mode kills."""
        return {number for number, kill in self.kills[mode].items() if kill}

    def killed(self) -> set[int]:
        """The mutants that any mode kills."""
        return set().union(*(self.killed_by(mode) for mode in self.kills))

    def only_by(self, mode: str) -> set[int]:
        """The mutants that a mode kills and no other one."""
        others = [self.killed_by(other) for other in self.kills if other != mode]
        return self.killed_by(mode).difference(*others)

    def equivalent(self) -> set[int]:
        """The mutants with a proof."""
        return {number for number, proof in self.proofs.items() if proof.proof != "none"}

    def survivors(self) -> list[int]:
        """The mutants that are neither killed nor proven equivalent."""
        return sorted(set(range(1, len(self.mutations) + 1)) - self.killed() - self.equivalent())


def run_mutants(
    core: Core,
    verilog: Path,
    cells: Cells,
    workdir: Path,
    options: Options,
    *,
    reference: Reference,
    answers: Sequence[Message],
    counter: WideCounter | OutputCounter | None = None,
    jump_models: JumpModels = JumpingModels,
    progress: Progress = lambda _text: None,
) -> MutantOutcome:
    """Run mutants of a netlist.

    Args:
        core: the core that the netlist implements; not an external one.
        verilog: the netlist.
        cells: models of its cells.
        workdir: folder for the files of the tools.
        options: how many mutants, and the limits.
        reference: models for the expected digests.
        answers: messages with known digests, for the mode `answers`.
        counter: the counter that jumps in the mode `jump`; without one the mode is left out.
        jump_models: models for the expected digests of that mode.
        progress: is called with a short text when a part begins.

    Raises:
        FairhashError: if the netlist cannot be simulated or fails by itself, or the core is an external one.
    """
    if core.external:
        raise FairhashError("mutants need a core of the catalogue", core.name, "see fairhash list")
    progress("choose")
    listing = list_mutations(verilog, core.entity, cells, workdir, count=options.count, seed=options.seed)
    if not listing.mutations:
        raise FairhashError("the netlist has no pin to change", str(verilog))
    numbers = list(range(1, len(listing.mutations) + 1))
    module = flatten(core, verilog, cells, workdir, keep_names=counter is not None, edits=_edits(core, listing))
    circuit = read_circuit(module, SELECT)
    jump = find_jump(core, counter, module, circuit, jump_models) if counter else None
    program = workdir / "program.txt"
    write_program(module, program, constant_input=SELECT)
    simulation = Simulation(core, program.resolve(), reference, answers, options.seed)
    clock = _Clock()
    kills: dict[str, Mapping[int, Kill | None]] = {}
    for mode in MODES.values():
        progress(mode.name)
        kills[mode.name] = simulation.run(mode, numbers)
    simulation_s = clock.lap()
    order, proof_folder = Order(circuit), workdir / "proofs"
    open_ = [number for number in numbers if not any(killed[number] for killed in kills.values())]
    progress("combinational proofs")
    proofs = dict.fromkeys(prove_combinational(order, open_, proof_folder), Equivalence("combinational"))
    proof_s = clock.lap()
    # these modes run all mutants at once; the sequential proof of one that they kill takes up to the whole budget
    open_ = [number for number in open_ if number not in proofs]
    if open_ and has_exact_lengths(core):
        progress(EXACT.name)
        kills[EXACT.name] = simulation.run(EXACT, open_)
        open_ = [number for number in open_ if not kills[EXACT.name][number]]
    if open_ and jump:
        progress(JUMP)
        kills[JUMP] = simulation.run_jump(jump, open_)
        open_ = [number for number in open_ if not kills[JUMP][number]]
    simulation_s += clock.lap()
    for number in open_:
        progress(f"prove {number}")
        proofs[number] = prove_sequential(core, order, number, proof_folder, options.budget_s)
    proof_s += clock.lap()
    open_ = [number for number in open_ if proofs[number].proof == "none"]
    if open_ and options.long_blocks:
        progress(LONG)
        kills[LONG] = simulation.run(MODES["counters"], open_, long_count(core, options.long_blocks))
        simulation_s += clock.lap()
    return MutantOutcome(listing.mutations, listing.clock_pins, kills, proofs, simulation_s, proof_s)


class _Clock:
    """Measures elapsed time."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def lap(self) -> float:
        """Seconds since the last lap."""
        start, self._start = self._start, time.monotonic()
        return self._start - start


def _edits(core: Core, listing: Listing) -> list[str]:
    width = select_width(len(listing.mutations))
    return [mutation.command(core.entity, number, width) for number, mutation in enumerate(listing.mutations, start=1)]


def long_count(core: Core, blocks: int) -> int:
    """The number of random messages for which the mode `counters` sends a message of so many blocks, or LONG_CYCLES."""
    cycles = min((blocks + 1) * core.formula.block * core.io_ratio, LONG_CYCLES)
    return max(RANDOM["netlist"], -(-cycles // CYCLES_PER_RANDOM["netlist"]))
