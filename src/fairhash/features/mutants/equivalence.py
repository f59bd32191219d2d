# SPDX-License-Identifier: Apache-2.0
"""Proves that a mutant is equivalent to the netlist: no message could ever distinguish them.

Three proofs, the cheap one first; ABC does them:

- combinational: from every state of the registers and every input, both have the same next state, the same handshake,
  and the same data where a word is offered;
- sequential: both begin in the same state, whatever it is, and are reset; from then on the ports of both are the same
  for all inputs and further resets. The registers may differ where that is never seen;
- permitted messages: as sequential, but the inputs are streams of a sender that keeps rules of docs/interface.md
  (sender.py). This is a weaker statement: another stream may distinguish the mutant.

The first reset is as long as that of the testbench after power-up (power_up_cycles), and further ones as long as the
core declares (reset_cycles) or longer.

Memories are outside all three: what they read is arbitrary, the same for both, and what reaches their ports must be the
same. Then they hold the same in both, by induction over the cycles. The first reset of the last two proofs is an
exception: there, what reaches a memory of unknown contents may differ. The induction then begins after this reset, and
assumes of the netlist without a mutation that its ports after the reset depend neither on the contents of these
memories nor on what they read during the reset: a core must work whatever its memories hold at power-up. If the
mutant's memories hold other words after the reset, then the netlist with these words behaves like the mutant, by
induction, and like the netlist with its own words, by the assumption. The testbench tests the assumption with random
contents; it is not proven.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.features.mutants.blif import blif_model, latch, or_table, table
from fairhash.features.mutants.listing import SELECT
from fairhash.features.mutants.sender import has_sender, make_sender
from fairhash.testbench.memories import ReadPort
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.program import CONSTANTS, INPUTS, Lut, Net, Order
from fairhash.toolchain import abc, tools

Name = Callable[[Net], str]
"""From a net to its name in the file."""
FREE_INPUTS = ("rst", "in_valid", "out_ready", "in_data")
"""Inputs that are not clocks."""
_UNKNOWN = CONSTANTS["x"]


def _lut_tables(luts: Iterable[Lut], name: Name) -> Iterator[str]:
    """Return the tables of a circuit."""
    for lut in luts:
        size = len(lut.inputs)
        ones = (
            "".join(str(index >> place & 1) for place in range(size))
            for index in range(1 << size)
            if lut.table >> index & 1
        )
        yield table([name(net) for net in lut.inputs], name(lut.out), ones)


def _circuit_tables(order: Order, mutant: int, name: Name) -> Iterator[str]:
    """Return the tables of one mutant, 0 for the netlist: constants, the number of the mutant, and look-up tables.

    The unknown constant is an input.
    """
    yield table([], name(CONSTANTS["0"]), [])
    yield table([], name(CONSTANTS["1"]), [""])
    for place, net in enumerate(order.circuit.ports[SELECT]):
        yield table([], name(net), [""] if mutant >> place & 1 else [])
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


def _memory_nets(order: Order) -> list[tuple[Net, bool]]:
    """Return the nets that decide what memories read and store: addresses, enables and data.

    Each is paired with whether contents of its memory are known at power-up.
    """
    memories = order.circuit.memories
    is_known = [set(memory.contents) != {"x"} for memory in memories]
    nets = [(net, is_known[step.memory]) for step in order.steps if isinstance(step, ReadPort) for net in step.address]
    for memory, known in zip(memories, is_known, strict=True):
        nets += [(net, known) for port in memory.writes for net in port.inputs]
    return [(order.same.get(net, net), known) for net, known in nets]


Proof = Literal["combinational", "sequential", "permitted messages", "none"]
_CUT_S = 60
"""Seconds of CPU time for the combinational proof; the one of groestl0-512 takes a few."""


@dataclass(frozen=True)
class Equivalence:
    """The outcome for one mutant. Without a proof, `cycles` may say when inputs distinguish the two."""

    proof: Proof
    cycles: int | None = None
    """io_clk cycles of a counterexample that was found. Its inputs are those of a sender, if there is one for the core
    (sender.py), and otherwise any. A difference in the handshake alone need not break a rule of the ports."""


def prove_combinational(order: Order, mutants: Iterable[int], workdir: Path) -> list[int]:
    """Return the mutants with a combinational proof; the arguments and errors are those of prove_sequential()."""
    workdir.mkdir(parents=True, exist_ok=True)
    (workdir / "original.blif").write_text(_cut_at_registers(order, 0), encoding="ascii")
    return [mutant for mutant in mutants if _is_same_between_registers(order, mutant, workdir)]


def _is_same_between_registers(order: Order, mutant: int, workdir: Path) -> bool:
    (workdir / f"{mutant}.blif").write_text(_cut_at_registers(order, mutant), encoding="ascii")
    run = abc.run_commands(f"cec -T {_CUT_S} original.blif {mutant}.blif", workdir, 2 * _CUT_S)
    if not run.stopped_after and "equivalent" not in run.output.lower() and "UNDECIDED" not in run.output:
        raise FairhashError(f"ABC did not compare a mutant: {run.tail(1)}", str(workdir / f"{mutant}.blif"))
    return run.ok and "Networks are equivalent" in run.output


def prove_sequential(core: Core, order: Order, mutant: int, workdir: Path, budget_s: float) -> Equivalence:
    """Try the proof for permitted messages and, where it succeeds or there is no sender, the sequential one.

    A mutant that a permitted stream distinguishes has no sequential proof, so one run decides most mutants.

    Args:
        core: the core, for its clocks, its resets and the rules of its input.
        order: the netlist with its mutants, and its SELECT port.
        mutant: number of the mutant.
        workdir: folder for ABC's files.
        budget_s: CPU seconds for each proof.

    Raises:
        FairhashError: if ABC does not run.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    if not has_sender(core):
        return _prove_product(core, order, mutant, workdir, budget_s, permitted=False)
    weaker = _prove_product(core, order, mutant, workdir, budget_s, permitted=True)
    if weaker.proof == "none":
        return weaker
    stronger = _prove_product(core, order, mutant, workdir, budget_s, permitted=False)
    return weaker if stronger.proof == "none" else stronger


def _prove_product(
    core: Core, order: Order, mutant: int, workdir: Path, budget_s: float, *, permitted: bool
) -> Equivalence:
    file = workdir / f"{mutant}-product.blif"
    file.write_text(product(core, order, mutant, permitted=permitted), encoding="ascii")
    # scorr may leave no register, or a constant: sat decides that, and refuses a circuit that still has registers. The
    # limit of pdr would be elapsed time, which a busy machine uses up before the CPU time
    commands = f"read_blif {file.name}; strash; scorr; sat; pdr"
    try:
        run = abc.run_commands(commands, workdir, budget_s)
    except tools.ToolKilled:
        # on a busy machine the limit of elapsed time comes before that of CPU time; nothing is proven then
        return Equivalence("none")
    if run.ok and ("UNSATISFIABLE" in run.output or "Property proved" in run.output):
        return Equivalence("permitted messages" if permitted else "sequential")
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
    nexts += [(f"memory{place}", net) for place, (net, _) in enumerate(_memory_nets(order))]
    visible = [
        (f"{port}{place}", net)
        for port in ("in_ready", "out_valid")
        for place, net in enumerate(_port_nets(order, port))
    ]
    data = [(f"data{place}", net) for place, net in enumerate(_port_nets(order, "out_data"))]
    (valid,) = _port_nets(order, "out_valid")
    body = list(_circuit_tables(order, mutant, name))
    body += [table([name(net)], output, ["1"]) for output, net in [*nexts, *visible]]
    body += [table([name(valid), name(net)], output, ["11"]) for output, net in data]
    outputs = [output for output, _ in [*nexts, *visible, *data]]
    return blif_model("netlist", inputs, outputs, body)


def product(core: Core, order: Order, mutant: int, *, permitted: bool) -> str:
    """The netlist and a mutant side by side, as one machine; its output `different` is 1 when the ports differ.

    Args:
        core: the core, for its clocks and resets.
        order: the netlist with its mutants.
        mutant: number of the mutant.
        permitted: whether a sender (sender.py) drives in_valid and in_data; otherwise they are free.
    """
    shared = {*_free_nets(order), *_read_nets(order)} - set(order.circuit.ports["rst"])
    states = [q for _, _, q in order.circuit.flip_flops]
    (reset,) = order.circuit.ports["rst"]

    def name_in(copy: str) -> Name:
        return lambda net: "reset" if net == reset else f"s{net}" if net in shared else f"{copy}{net}"

    body = list(_clocks_and_reset(core))
    free = [f"s{net}" for net in sorted(shared)]
    if permitted:
        (ready,) = _port_nets(order, "in_ready")
        sender = make_sender(core, name_in("a")(ready), "reset")
        ports = [f"s{net}" for net in (*order.circuit.ports["in_valid"], *order.circuit.ports["in_data"])]
        body += sender.lines
        body += [table([net], port, ["1"]) for net, port in zip((sender.valid, *sender.data), ports, strict=True)]
        free = [*(net for net in free if net not in ports), *sender.inputs]
    inputs = ["rst", *free, *(f"initial{q}" for q in states)]
    for copy, value in (("a", 0), ("b", mutant)):
        name = name_in(copy)
        body += _circuit_tables(order, value, name)
        for clock, d, q in order.circuit.flip_flops:
            current, source = f"{copy}_held{q}", f"{copy}_next{q}"
            body += [
                latch(source, current),
                table(["started", current, f"initial{q}"], name(q), ["11-", "0-1"]),
                table(["both", name(order.same.get(d, d)), name(q)], source, ["11-", "0-1"] if clock == 0 else ["-1-"]),
            ]
    return blif_model("product", inputs, ["different"], [*body, *_comparison(order, name_in("a"), name_in("b"))])


def _clocks_and_reset(core: Core) -> Iterator[str]:
    """Return the tables of four nets.

    `started` is 0 in the first cycle only, `both` is 1 if the coming edge is one of clk too, `powered` is 1 after the
    first reset, and `reset` is 1 in the first reset and in further ones, each as long as the core declares or longer.
    """
    yield from (table([], "one", [""]), latch("one", "started"))
    phases = [f"phase{place}" for place in range(core.io_ratio)]
    yield table(phases[1:], "phase0", ["0" * (core.io_ratio - 1)])
    yield from (latch(before, after) for before, after in pairwise(phases))
    yield table([phases[-1]], "both", ["1"])
    powered = ["started", *(f"powered{place}" for place in range(1, power_up_cycles(core) * core.io_ratio))]
    yield from (latch(before, after) for before, after in pairwise(powered))
    yield table([powered[-1]], "powered", ["1"])
    yield table(["rst", "phase0"], "reset0", ["11"])
    resets = [f"reset{place}" for place in range(core.reset_cycles * core.io_ratio)]
    yield from (latch(before, after) for before, after in pairwise(resets))
    yield or_table(resets, "further_reset")
    yield table(["powered", "further_reset"], "reset", ["0-", "-1"])


def _comparison(order: Order, first: Name, second: Name) -> Iterator[str]:
    """`different`, from the ports of two copies, which do not count in any reset, and from those of memories.

    Memories of unknown contents do not count in the first reset. Data counts where a word is offered.
    """
    differences = []
    (valid,) = _port_nets(order, "out_valid")
    for port in ("in_ready", "out_valid", "out_data"):
        for place, net in enumerate(_port_nets(order, port)):
            gates = [first(valid)] if port == "out_data" else []
            name = f"different_{port}{place}"
            yield table(
                ["reset", *gates, first(net), second(net)],
                name,
                [f"0{'1' * len(gates)}{pair}" for pair in ("01", "10")],
            )
            differences.append(name)
    for place, (net, is_known) in enumerate(_memory_nets(order)):
        name = f"different_memory{place}"
        counts = "one" if is_known else "powered"
        yield table([counts, first(net), second(net)], name, ["101", "110"])
        differences.append(name)
    yield or_table(differences, "different")
