# SPDX-License-Identifier: Apache-2.0
"""The timed simulator as an engine of the testbench: its program, the parameters of a run, and what it observes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.netlist.timed.circuit import MemoryContents, Net, ReadPort, TimedCircuit, TruthTable, WritePort
from fairhash.netlist.timed.ordering import Ordered
from fairhash.testbench import compiled
from fairhash.testbench.compiled import compile_with_harness, harness_key
from fairhash.testbench.engines import Compiled, cached, digest

_CLOCKS = ("clk", "io_clk")


@dataclass(frozen=True)
class TimedRun:
    """Parameters of one simulation."""

    report: Path
    """File for what the simulator observed."""
    states: Path | None = None
    """File for a digest of all registers in each cycle."""
    period_ps: int | None = None
    """Period of io_clk; None: each period lasts until nothing changes any more."""
    unknown: bool = False
    """Whether a register captures X instead of the old value if its input changes too late."""


def write_program(ordered: Ordered, file: Path) -> None:
    """Write the program (engine/timed_netlist.h)."""
    number, circuit = ordered.number, ordered.circuit
    lines = [f"nets {len(number)}"]
    for port, bits in circuit.inputs.items():
        pairs = [(number[bit.q], bit.clock_to_q_ps) if bit and bit.q in number else (-1, 0) for bit in bits]
        lines.append(" ".join(["in", port, *(f"{net} {delay}" for net, delay in pairs)]))
    places = {register.q: place for place, register in enumerate(ordered.registers)}
    for port, registers in circuit.outputs.items():
        lines.append(" ".join(["out", port, *(str(places[register.q]) for register in registers)]))
    for table in ordered.tables:
        pins = " ".join(f"{number[pin.net]} {pin.delay_ps}" for pin in table.inputs)
        lines.append(f"table {number[table.out]} {table.table:x} {pins}")
    # with one clock in the frame, all registers are clocked by clk, which is also io_clk
    for register in ordered.registers:
        clock = _CLOCKS.index(circuit.clocks[register.clock])
        pins = " ".join(f"{number[pin.net]} {pin.delay_ps}" for pin in register.inputs)
        lines.append(f"register {clock} {number[register.q]} {register.clock_to_q_ps} {register.table:x} {pins}")
    tables = {table.out: place for place, table in enumerate(ordered.tables)}
    for place, contents in enumerate(circuit.contents):
        read = [(tables[table.out], table.locations) for table in _readers(ordered, contents)]
        lines += _memory_lines(place, contents, read, number, places, circuit)
    file.write_text("\n".join(lines) + "\n", encoding="ascii")


def _readers(ordered: Ordered, contents: MemoryContents) -> list[TruthTable]:
    """The tables that read a memory."""
    if contents.written is None:
        return []
    return [table for table in ordered.tables if table.locations and table.inputs[-1].net == contents.written.q]


def _memory_lines(  # noqa: PLR0917 - numbers of all that a memory is connected to
    place: int,
    contents: MemoryContents,
    tables: Sequence[tuple[int, Sequence[int]]],
    number: Mapping[Net, int],
    registers: Mapping[Net, int],
    circuit: TimedCircuit,
) -> list[str]:
    """The lines of memory number `place`; `tables` are the numbers and locations of the tables that read it."""
    written = number[contents.written.q] if contents.written else -1
    lines = [f"memory {contents.bits} {written}"]

    def port(name: str, one: WritePort | ReadPort) -> str:
        clock = _CLOCKS.index(circuit.clocks[one.clock])
        pins = " ".join([str(len(one.address)), *(f"{registers[net]} {weight}" for net, weight in one.address)])
        return f"{name} {place} {clock} {one.base} {pins}"

    for write in contents.writes:
        written_bits = [f"{bit.offset} {registers[bit.enable]} {registers[bit.data]}" for bit in write.bits]
        lines.append(" ".join([port("write", write), *written_bits]))
    for read in contents.reads:
        bits = []
        for bit in read.bits:
            through = " ".join(str(registers[net]) for net in bit.through) if bit.through else "-1 -1"
            bits.append(f"{bit.offset} {number[bit.output.q]} {bit.output.clock_to_q_ps} {through}")
        lines.append(" ".join([port("read", read), str(registers[read.enable]), str(registers[read.reset]), *bits]))
    for table, locations in tables:
        lines.append(" ".join([f"lookup {place} {table}", *(str(location) for location in locations)]))
    return lines


def write_run(run: TimedRun, program: Path, file: Path) -> None:
    """Write the parameters of a run."""
    values = {
        "program": program.resolve(),
        "period": run.period_ps or 0,
        "settled": int(run.period_ps is None),
        "unknown": int(run.unknown),
        "report": run.report.resolve(),
        **({"states": run.states.resolve()} if run.states else {}),
    }
    file.write_text("".join(f"{key} {value}\n" for key, value in values.items()), encoding="utf-8")


ENGINE = Path(__file__).parent / "engine"


def timed_engine(core: Core, program: Path, run: TimedRun, parameters: Path) -> Compiled:
    """Return the simulator of one run.

    Args:
        core: the core, for the width of its words and the ratio of its clocks.
        program: the program of its routed netlist.
        run: the parameters.
        parameters: the file to which they are written.
    """
    write_run(run, program, parameters)
    return Compiled("netlist", _simulator(), core.word_bits, core.io_ratio, str(parameters.resolve()))


def _simulator() -> Path:
    sources = sorted(ENGINE.iterdir())
    key = f"timed-{digest([*sources, harness_key(), Path(__file__), Path(compiled.__file__)])}"
    return cached(key, lambda folder: compile_with_harness(ENGINE / "timed_dut.cpp", folder, "sim")) / "sim"


_STATE_BYTES = 8
_CHUNK_STATES = 1 << 16


@dataclass
class Observed:
    """What a timed simulation observed; registers and nets by their number in the program."""

    cycles: int = 0
    """Cycles of io_clk after reset."""
    changes: int = 0
    """Changes of all nets in these cycles."""
    worst_ps: dict[int, int] = field(default_factory=dict)
    """Settled runs: the shortest period at which the register captures correctly, for registers whose input changed."""
    worst_cycle: dict[int, int] = field(default_factory=dict)
    path: list[tuple[int, int]] = field(default_factory=list)
    """Settled runs: nets that changed, and when, on the path with the largest of `worst_ps`, from the register back."""
    wrong: int = 0
    """Captures of values that the register's input lost afterwards."""
    wrong_cycle: int | None = None
    wrong_register: int | None = None
    unknown: int = 0
    """Bits of the core's outputs that were X."""


def read_report(file: Path) -> Observed:
    """Return what the simulator wrote."""
    seen = Observed()
    for line in file.read_text(encoding="ascii").splitlines():
        name, *words = line.split()
        values = [int(word) for word in words]
        match name:
            case "cycles":
                seen.cycles, seen.changes = values
            case "worst":
                seen.worst_ps[values[0]], seen.worst_cycle[values[0]] = values[1:]
            case "path":
                seen.path = list(zip(values[::2], values[1::2], strict=True))
            case "wrong":
                seen.wrong, seen.wrong_cycle, seen.wrong_register = values
            case "unknown":
                seen.unknown = values[0]
    return seen


def first_difference(first: Path, second: Path) -> int | None:
    """The first cycle after which the registers of two simulations differ, or the shorter one's length; else None."""
    with first.open("rb") as one, second.open("rb") as other:
        cycle = 0
        while True:
            left, right = one.read(_CHUNK_STATES * _STATE_BYTES), other.read(_CHUNK_STATES * _STATE_BYTES)
            if left != right:
                common = min(len(left), len(right)) // _STATE_BYTES
                states = (
                    (left[i : i + _STATE_BYTES], right[i : i + _STATE_BYTES])
                    for i in range(0, common * _STATE_BYTES, _STATE_BYTES)
                )
                return cycle + next((number for number, (a, b) in enumerate(states) if a != b), common)
            if not left:
                return None
            cycle += len(left) // _STATE_BYTES
