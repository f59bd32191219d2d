# SPDX-License-Identifier: Apache-2.0
"""The timed simulator as an engine of the testbench, with its program and the parameters of one run."""

from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.netlist.timed.order import Ordered
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
    file.write_text("\n".join(lines) + "\n", encoding="ascii")


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
