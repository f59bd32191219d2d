# SPDX-License-Identifier: Apache-2.0
"""Proves that a mutant is equivalent to the netlist: no message could ever distinguish them.

ABC gets circuits in the Berkeley Logic Interchange Format (University of California, 1992).

Two proofs, the cheap one first:

- combinational: from every state of the registers and every input, both have the same next state, the same handshake,
  and the same data where a word is offered;
- sequential: both begin in the same state, whatever it is, and are reset; from then on the ports of both are the same
  for all inputs and further resets. The registers may differ where that is never seen.

Memories are outside both: what they read is arbitrary, the same for both, and what reaches their ports must be the same
in every cycle. Then they hold the same in both, by induction over the cycles.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.features.mutants.listing import SELECT
from fairhash.testbench.memories import ReadPort
from fairhash.testbench.program import CONSTANTS, INPUTS, Lut, Net, Order
from fairhash.toolchain import abc, tools

Name = Callable[[Net], str]
"""From a net to its name in the file."""
FREE_INPUTS = ("rst", "in_valid", "out_ready", "in_data")
"""Inputs that are not clocks."""
_UNKNOWN = CONSTANTS["x"]


def _blif_model(name: str, inputs: Sequence[str], outputs: Sequence[str], body: Iterable[str]) -> str:
    """Return a whole file with one model."""
    head = [f".model {name}", f".inputs {' '.join(inputs)}", f".outputs {' '.join(outputs)}"]
    return "\n".join([*head, *body, ".end", ""])


def _table(inputs: Sequence[str], output: str, ones: Iterable[str]) -> str:
    """Return one table: `ones` are the input values, first input first, for which the output is 1."""
    rows = [f"{row} 1".strip() for row in ones]
    # ABC refuses a table of inputs without a row
    return "\n".join([f".names {' '.join([*(inputs if rows else ()), output])}", *rows])


def _or_table(inputs: Sequence[str], output: str) -> str:
    """Return the table of an output that is 1 if any input is."""
    last = len(inputs) - 1
    return _table(inputs, output, ["-" * place + "1" + "-" * (last - place) for place in range(len(inputs))])


def _latch(source: str, state: str) -> str:
    """Return a register that begins with 0."""
    return f".latch {source} {state} 0"


def _lut_tables(luts: Iterable[Lut], name: Name) -> Iterator[str]:
    """Return the tables of a circuit."""
    for lut in luts:
        size = len(lut.inputs)
        ones = (
            "".join(str(index >> place & 1) for place in range(size))
            for index in range(1 << size)
            if lut.table >> index & 1
        )
        yield _table([name(net) for net in lut.inputs], name(lut.out), ones)


def _circuit_tables(order: Order, mutant: int, name: Name) -> Iterator[str]:
    """Return the tables of one mutant, 0 for the netlist: constants, the number of the mutant, and look-up tables.

    The unknown constant is an input.
    """
    yield _table([], name(CONSTANTS["0"]), [])
    yield _table([], name(CONSTANTS["1"]), [""])
    for place, net in enumerate(order.circuit.ports[SELECT]):
        yield _table([], name(net), [""] if mutant >> place & 1 else [])
    yield from _lut_tables(order.luts, name)


def _free_nets(order: Order) -> list[Net]:
    """Return the nets of all inputs but the clocks and the further input, and the unknown constant."""
    assert set(FREE_INPUTS) < set(INPUTS)
    return [_UNKNOWN, *(net for port in FREE_INPUTS for net in order.circuit.ports[port])]


def _port_nets(order: Order, port: str) -> list[Net]:
    """Return the nets that drive an output port."""
    return [order.same.get(net, net) for net in order.circuit.ports[port]]


def _read_nets(order: Order) -> list[Net]:
    """Return the nets that reads of memories drive and that the program needs."""
    return [net for step in order.steps if isinstance(step, ReadPort) for net in step.data]


def _memory_nets(order: Order) -> list[Net]:
    """Return the nets that decide what memories read and store: addresses, enables and data."""
    reads = [net for step in order.steps if isinstance(step, ReadPort) for net in step.address]
    writes = [net for memory in order.circuit.memories for port in memory.writes for net in port.inputs]
    return [order.same.get(net, net) for net in (*reads, *writes)]


Proof = Literal["combinational", "sequential", "none"]
_RESET_CYCLES = 3
"""clk cycles of the shortest reset that a core must obey (docs/architecture.md)."""
_CUT_S = 60
"""Seconds of CPU time for the combinational proof; the one of groestl0-512 takes a few."""


@dataclass(frozen=True)
class Equivalence:
    """The outcome for one mutant. Without a proof, `cycles` may say when inputs distinguish the two."""

    proof: Proof
    cycles: int | None = None
    """io_clk cycles of the shortest counterexample that was found. Its inputs may break the rules of the ports, so it
    does not show that a message distinguishes the mutant."""


def prove(core: Core, order: Order, mutant: int, workdir: Path, budget_s: float) -> Equivalence:
    """Try to prove that a mutant is equivalent to the netlist.

    Args:
        core: the core, for the ratio of its clocks.
        order: the netlist with its mutants, and its SELECT port.
        mutant: number of the mutant.
        workdir: folder for ABC's files.
        budget_s: CPU seconds for the sequential proof.

    Raises:
        FairhashError: if ABC does not run.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    for name, value in (("original.blif", 0), (f"{mutant}.blif", mutant)):
        (workdir / name).write_text(_cut_at_registers(order, value), encoding="ascii")
    run = abc.run_commands(f"cec -T {_CUT_S} original.blif {mutant}.blif", workdir, 2 * _CUT_S)
    if not run.stopped_after and "equivalent" not in run.output.lower() and "UNDECIDED" not in run.output:
        raise FairhashError(f"ABC did not compare a mutant: {run.tail(1)}", str(workdir / f"{mutant}.blif"))
    if run.ok and "Networks are equivalent" in run.output:
        return Equivalence("combinational")
    (workdir / f"{mutant}-product.blif").write_text(product(order, core.io_ratio, mutant), encoding="ascii")
    # scorr may leave no register, or a constant: sat decides that, and refuses a circuit that still has registers
    commands = f"read_blif {mutant}-product.blif; strash; scorr; sat; pdr -T {budget_s:.0f}"
    try:
        run = abc.run_commands(commands, workdir, budget_s)
    except tools.ToolKilled:
        # on a busy machine the limit of elapsed time comes before that of CPU time; nothing is proven then
        return Equivalence("none")
    if run.ok and ("UNSATISFIABLE" in run.output or "Property proved" in run.output):
        return Equivalence("sequential")
    return Equivalence("none", _asserted_cycle(run.output))


def _asserted_cycle(output: str) -> int | None:
    for line in output.splitlines():
        words = line.split()
        if "asserted" in words and "frame" in words:
            return int(words[words.index("frame") + 1].rstrip("."))
    return None


def _cut_at_registers(order: Order, mutant: int) -> str:
    """The netlist with one mutant active: registers' outputs are inputs, and their inputs outputs."""

    def name(net: Net) -> str:
        return f"n{net}"

    states = [q for _, _, q in order.circuit.flip_flops]
    inputs = [name(net) for net in [*_free_nets(order), *_read_nets(order), *states]]
    nexts = [(f"next{q}", order.same.get(d, d)) for _, d, q in order.circuit.flip_flops]
    nexts += [(f"memory{place}", net) for place, net in enumerate(_memory_nets(order))]
    visible = [
        (f"{port}{place}", net)
        for port in ("in_ready", "out_valid")
        for place, net in enumerate(_port_nets(order, port))
    ]
    data = [(f"data{place}", net) for place, net in enumerate(_port_nets(order, "out_data"))]
    (valid,) = _port_nets(order, "out_valid")
    body = list(_circuit_tables(order, mutant, name))
    body += [_table([name(net)], output, ["1"]) for output, net in [*nexts, *visible]]
    body += [_table([name(valid), name(net)], output, ["11"]) for output, net in data]
    outputs = [output for output, _ in [*nexts, *visible, *data]]
    return _blif_model("netlist", inputs, outputs, body)


def product(order: Order, io_ratio: int, mutant: int) -> str:
    """The netlist and a mutant side by side, as one machine; its output `different` is 1 when the ports differ."""
    shared = {*_free_nets(order), *_read_nets(order)} - set(order.circuit.ports["rst"])
    states = [q for _, _, q in order.circuit.flip_flops]
    (reset,) = order.circuit.ports["rst"]

    def name_in(copy: str) -> Name:
        return lambda net: "reset" if net == reset else f"s{net}" if net in shared else f"{copy}{net}"

    inputs = ["rst", *(f"s{net}" for net in sorted(shared)), *(f"initial{q}" for q in states)]
    body = list(_clocks_and_reset(io_ratio))
    for copy, value in (("a", 0), ("b", mutant)):
        name = name_in(copy)
        body += _circuit_tables(order, value, name)
        for clock, d, q in order.circuit.flip_flops:
            current, source = f"{copy}_held{q}", f"{copy}_next{q}"
            body += [
                _latch(source, current),
                _table(["started", current, f"initial{q}"], name(q), ["11-", "0-1"]),
                _table(
                    ["both", name(order.same.get(d, d)), name(q)], source, ["11-", "0-1"] if clock == 0 else ["-1-"]
                ),
            ]
    return _blif_model("product", inputs, ["different"], [*body, *_comparison(order, name_in("a"), name_in("b"))])


def _clocks_and_reset(io_ratio: int) -> Iterator[str]:
    """Return the tables of three nets.

    `started` is 0 in the first cycle only, `both` is 1 if the coming edge is one of clk too, and `reset` is 1 for at
    least _RESET_CYCLES cycles of clk, at the beginning too.
    """
    yield from (_table([], "one", [""]), _latch("one", "started"))
    phases = [f"phase{place}" for place in range(io_ratio)]
    yield _table(phases[1:], "phase0", ["0" * (io_ratio - 1)])
    yield from (_latch(before, after) for before, after in pairwise(phases))
    yield _table([phases[-1]], "both", ["1"])
    yield _table(["started", "rst", "phase0"], "raised", ["0--", "-11"])
    resets = [f"reset{place}" for place in range(_RESET_CYCLES * io_ratio)]
    yield _table(["raised"], "reset0", ["1"])
    yield from (_latch(before, after) for before, after in pairwise(resets))
    yield _or_table(resets, "reset")


def _comparison(order: Order, first: Name, second: Name) -> Iterator[str]:
    """`different`, from the ports of two copies, which do not count in reset, and from those of memories, which do.

    Data counts where a word is offered.
    """
    differences = []
    (valid,) = _port_nets(order, "out_valid")
    for port in ("in_ready", "out_valid", "out_data"):
        for place, net in enumerate(_port_nets(order, port)):
            gates = [first(valid)] if port == "out_data" else []
            name = f"different_{port}{place}"
            yield _table(
                ["reset", *gates, first(net), second(net)],
                name,
                [f"0{'1' * len(gates)}{pair}" for pair in ("01", "10")],
            )
            differences.append(name)
    for place, net in enumerate(_memory_nets(order)):
        name = f"different_memory{place}"
        yield _table([first(net), second(net)], name, ["01", "10"])
        differences.append(name)
    yield _or_table(differences, "different")
