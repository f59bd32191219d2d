# SPDX-License-Identifier: Apache-2.0
"""The timed simulator against Icarus Verilog on one placed core, in one run, on one thread each.

    PYTHONPATH=src:. .venv/bin/python benchmarks/timed_simulation.py [CORE DEVICE]

By default the core is the toy of tests/testbench, a 32-bit add-rotate-xor function. Needs iverilog and vvp on PATH.
Icarus ignores the interconnect delays of an SDF file, so it gets Verilog in which each input of each table has its own
delay. Both simulate messages of one kind at the reported clock, and must give right digests. Times are CPU time.
"""

import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fairhash.bench.routed import routed_core
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.features.clock.highest_clock import period_of
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.engine import TimedRun, read_report, timed_engine
from fairhash.netlist.timed.ordering import Ordered
from fairhash.testbench import engines, stimulus
from fairhash.testbench.message import Case, Message
from fairhash.testbench.reference import Reference, models
from fairhash.toolchain import tools
from tests.testbench.toys import TOY, toy_core

LIMIT = 20_000
"""Cycles after which Icarus ends if the digest has not come."""
BLOCKS = {"toy": (20, 2000), "core": (3, 200)}
"""Blocks that Icarus and the timed simulator hash, of the toy and of a core of the catalogue."""


def verilog(ordered: Ordered, words: Sequence[int], digest_words: int, width: int, period_ps: int) -> str:
    """A testbench with the circuit in it; it prints the digest."""
    lines = ["`timescale 1ps/1ps", "module bench;", "reg clk = 0, running = 0;"]

    def table(name: str, contents: int, size: int, inputs: list[str]) -> str:
        values = f"{1 << size}'h{contents:x}"
        chosen = f"t{name}[{{{', '.join(reversed(inputs))}}}]"
        return f"wire [{(1 << size) - 1}:0] t{name} = {values};\nwire {name} = {chosen};"

    def delayed(net: str, delay_ps: int, number: list[int]) -> str:
        number[0] += 1
        lines.append(f"reg w{number[0]}; always begin w{number[0]} <= #{delay_ps} {net}; @({net}); end")
        return f"w{number[0]}"

    count, circuit = [0], ordered.circuit
    declared = [f"reg n{register.q} = 0;" for register in ordered.registers]
    for port, bits in circuit.inputs.items():
        declared += [
            f"reg n{bit.q} = 0; always begin n{bit.q} <= #{bit.clock_to_q_ps} {port}[{k}]; @({port}[{k}]); end"
            for k, bit in enumerate(bits)
            if bit
        ]
    lines += [f"reg [{width - 1}:0] in_data = 0;", "reg [0:0] rst = 1, in_valid = 0, out_ready = 0;", *declared]
    for one in ordered.tables:
        inputs = [delayed(f"n{pin.net}", pin.delay_ps, count) for pin in one.inputs]
        lines.append(table(f"n{one.out}", one.table, len(inputs), inputs))
    captured = {}
    for register in ordered.registers:
        inputs = [delayed(f"n{pin.net}", pin.delay_ps, count) for pin in register.inputs]
        captured[register.q] = f"d{register.q}"
        lines.append(table(captured[register.q], register.table, len(inputs) + 1, [*inputs, f"n{register.q}"]))
        lines.append(f"always @(posedge clk) n{register.q} <= #{register.clock_to_q_ps} d{register.q};")
    shown = ", ".join(captured[register.q] for register in reversed(circuit.outputs["out_data"]))
    ready, valid = (captured[circuit.outputs[name][0].q] for name in ("in_ready", "out_valid"))
    lines += [
        f"reg [{width - 1}:0] words [0:{len(words) - 1}];",
        "integer place = 0, given = 0, cycles = 0;",
        "initial begin",
        *(f"words[{number}] = {width}'h{word:x};" for number, word in enumerate(words)),
        "repeat (4) begin #100000 clk = 1; #100000 clk = 0; end",
        "#100000 clk = 1; rst = 0; in_valid = 1; out_ready = 1; in_data = words[0];",
        f"#{period_ps // 2} clk = 0; running = 1;",
        f"repeat ({LIMIT}) begin #{period_ps - period_ps // 2} clk = 1; #{period_ps // 2} clk = 0; end",
        "end",
        "always @(posedge clk) if (running) begin",
        "cycles = cycles + 1;",
        f'if ({valid}) begin $display("%h", {{{shown}}}); given = given + 1; end',
        f'if (given == {digest_words}) begin $display("cycles %0d", cycles); $finish; end',
        f"if (in_valid && {ready}) begin place = place + 1; in_data <= words[place];",
        f"in_valid <= place < {len(words) - 1}; end",
        "end",
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


def icarus(
    design: TimedDesign, section: stimulus.StimulusSection, period_ps: int, folder: Path
) -> tuple[list[int], int, float]:
    """The digest words, cycles and CPU seconds."""
    source, binary = folder / "bench.v", folder / "bench.vvp"
    # one word more: what in_data shows after the message
    words = [*(word for _, _, word in section.inputs), 0]
    text = verilog(design.ordered, words, len(section.expected), design.core.word_bits, period_ps)
    source.write_text(text, encoding="ascii")
    compiled = tools.run([tools.require_tool("iverilog"), "-g2005-sv", "-o", binary, source], folder)
    if not compiled.ok:
        sys.exit(compiled.tail())
    ran = tools.run([tools.require_tool("vvp"), "-n", binary], folder, 3600)
    *shown, cycles = [line for line in ran.output.splitlines() if line and "finish" not in line]
    return [int(line, 16) for line in shown], int(cycles.split()[1]), ran.cpu_s


def ours(
    design: TimedDesign, section: stimulus.StimulusSection, period_ps: int, folder: Path
) -> tuple[list[int], int, float]:
    """The digest words, cycles and CPU seconds."""
    run = TimedRun(folder / "report", period_ps=period_ps)
    engine = timed_engine(design.core, design.program, run, folder / "run")
    sent, seen = folder / "stimulus", folder / "observation"
    stimulus.write(sent, design.core, [section])
    command = [engine.binary, sent, seen, str(engine.word_bits), str(engine.io_ratio), "1", engine.model]
    ran = tools.run(command, folder)
    (trace,) = engines.read(seen)
    return [word for _, word in trace.given], read_report(run.report).cycles, ran.cpu_s


def measure(core: Core, device: str, reference: Reference, blocks: tuple[int, int]) -> None:
    """Measure both simulators on one placed core and print a line for each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        routed = routed_core(core, find_device(device), find_recipe("default"), 1, Workspace())
        design, mhz = routed.design(folder), routed.placement.effective_mhz or 0.0
        period_ps = period_of(0.999 * mhz)
        tables, registers = len(design.ordered.tables), len(design.ordered.registers)
        print(f"{core.name} on {device}: {tables} tables, {registers} registers, {1e6 / period_ps:.1f} MHz")
        sections = []
        for count in blocks:
            data = random.Random(1).randbytes(count * core.block_bits // 8)
            case = Case((Message(core.algorithm, data, 8 * len(data)),), reset=4)
            sections.append(stimulus.make_section(core, reference, case))
        few, many = sections
        digest, cycles, cpu_s = icarus(design, few, period_ps, folder)
        print(f"Icarus Verilog: {cycles} cycles in {cpu_s:.2f} s, {cycles / cpu_s:.0f} cycles/s")
        assert digest == list(few.expected) == ours(design, few, period_ps, folder)[0]
        digest, own_cycles, own_s = ours(design, many, period_ps, folder)
        assert digest == list(many.expected)
        print(f"timed simulator: {own_cycles} cycles in {own_s:.2f} s, {own_cycles / own_s:.0f} cycles/s")
        print(f"{own_cycles / own_s / (cycles / cpu_s):.0f} times as fast")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(find_core(sys.argv[1]), sys.argv[2], models(), BLOCKS["core"])
    else:
        measure(toy_core(), "ecp5-25k-6", TOY, BLOCKS["toy"])
