# SPDX-License-Identifier: Apache-2.0
"""A routed core that is ready to be simulated with its delays."""

import gzip
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TextIO, cast

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.netlist.arcs import read_delays
from fairhash.netlist.timed import ecp5_memory, ice40
from fairhash.netlist.timed.circuit import RoutedNetlistError, TimedCell, TimedCircuit
from fairhash.netlist.timed.engine import Observed, TimedRun, read_report, timed_engine, write_program
from fairhash.netlist.timed.memory_ports import MemoryBuilder
from fairhash.netlist.timed.ordering import Ordered, order
from fairhash.netlist.timed.routed import complete_delays, read_circuit
from fairhash.netlist.timed.static import StaticTiming
from fairhash.testbench.judge import BrokenRule, judge
from fairhash.testbench.message import Case
from fairhash.testbench.reference import Reference
from fairhash.testbench.session import SimulationSession

_MODULE = "top"
"""Name of the module in the netlist that nextpnr writes."""
_SEED = 1
"""Seed of the registers' first values: all simulations of a design begin in the same state."""

_ADD_PORTS: dict[str, Callable[[TimedCell, MemoryBuilder], str]] = {
    "TRELLIS_DPR16X4": ecp5_memory.add_lut_ram_ports,
    "DP16KD": ecp5_memory.add_block_ram_ports,
    "SB_RAM40_4K": ice40.add_block_ram_ports,
}
"""Functions that replace a memory by ports of the timed simulator, by type of the memory before placement."""


@dataclass(frozen=True)
class Simulated:
    """One timed simulation of messages."""

    finding: BrokenRule | None
    """The first thing wrong with the core's answers, or None."""
    observed: Observed


@dataclass(frozen=True)
class TimedDesign:
    """A core in its frame, placed and routed."""

    core: Core
    ordered: Ordered
    """The core with its memories as cells."""
    family: str
    """The family of its cells."""
    program_file: Path
    """Where the program of the timed simulator is written."""

    @cached_property
    def timed(self) -> Ordered:
        """The core with the ports of its memories; its nets and registers have the numbers of the simulator's program.

        Raises:
            RoutedNetlistError: for a memory of which a delay or the model is missing.
        """
        circuit = self.ordered.circuit
        return order(with_timed_memories(circuit)) if circuit.memories else self.ordered

    @cached_property
    def static(self) -> StaticTiming:
        """Its static timing analysis."""
        return StaticTiming(self.timed)

    @cached_property
    def program(self) -> Path:
        """The program of the timed simulator."""
        write_program(self.timed, self.program_file)
        return self.program_file

    def simulate(
        self, cases: Sequence[Case], run: TimedRun, reference: Reference, folder: Path, name: str
    ) -> Simulated:
        """Simulate `cases` with the parameters of `run`; `name` is that of the run's files in `folder`."""
        engine = timed_engine(self.core, self.program, run, folder / f"{name}.run")
        work = folder / name
        work.mkdir(parents=True, exist_ok=True)
        session = SimulationSession(self.core, engine, reference, _SEED, work.resolve())
        findings = [judge(section, trace) for section, trace in session.simulate(cases)]
        finding = next((one for one in findings if one is not None), None)
        shutil.rmtree(work)
        return Simulated(finding, read_report(run.report))


def with_timed_memories(circuit: TimedCircuit) -> TimedCircuit:
    """The circuit with tables, registers and contents in place of its memories.

    Raises:
        RoutedNetlistError: for a memory of which a delay or the model is missing.
    """
    free = iter(range(1 + _last_net(circuit), 1 << 31))
    timed = replace(circuit, tables=[*circuit.tables], registers=[*circuit.registers], memories=[], contents=[])
    for memory in circuit.memories:
        builder = MemoryBuilder(memory.cell, lambda: next(free))
        bits = _ADD_PORTS[memory.kind](memory.placed, builder)
        timed.contents.append(builder.contents(bits))
        timed.tables += builder.tables
        timed.registers += builder.registers
    return timed


def _last_net(circuit: TimedCircuit) -> int:
    nets = [*circuit.clocks, *(table.out for table in circuit.tables), *(one.q for one in circuit.registers)]
    nets += [register.q for port in circuit.inputs.values() for register in port if register]
    nets += [net for memory in circuit.memories for net in memory.driven_nets]
    return max(nets)


def compress_routed(files: Sequence[Path]) -> None:
    """Replace each file by a compressed one, ``<name>.gz``."""
    for file in files:
        # no date and no name inside, so that equal contents make equal files
        with (
            file.open("rb") as plain,
            file.with_name(f"{file.name}.gz").open("wb") as packed,
            gzip.GzipFile("", "wb", 6, packed, mtime=0) as stream,
        ):
            shutil.copyfileobj(plain, stream)
        file.unlink()


def read_design(core: Core, device: Device, netlist: Path, delays: Path, program: Path) -> TimedDesign:
    """Read a routed core.

    Args:
        core: the core.
        device: the device it was placed on.
        netlist: nextpnr's netlist, Yosys JSON, compressed or not.
        delays: nextpnr's delays, SDF, compressed or not.
        program: file for the simulator's program.

    Raises:
        RoutedNetlistError: if it cannot be simulated.
    """
    if core.external and core.external.ports.kind != "fairhash":
        raise RoutedNetlistError(f"ports of kind {core.external.ports.kind} have no timed simulation", core.user_name)
    with _open_text(netlist) as stream:
        module = json.load(stream)["modules"][_MODULE]
    with _open_text(delays) as stream:
        cell_delays = read_delays(stream, device.place.inner_pins)
    complete_delays(module, cell_delays, device)
    ordered = order(read_circuit(module, cell_delays, device.cells, core.in_port_bits))
    return TimedDesign(core, ordered, device.cells, program)


def _open_text(file: Path) -> TextIO:
    packed = file.suffix == ".gz"
    return cast(TextIO, gzip.open(file, "rt", encoding="utf-8")) if packed else file.open(encoding="utf-8")
