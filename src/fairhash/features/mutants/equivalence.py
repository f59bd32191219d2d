# SPDX-License-Identifier: Apache-2.0
"""Proves that a mutant is equivalent to the netlist: no message could ever distinguish them.

Two proofs, the cheap one first:

- combinational: from every state of the registers and every input, both have the same next state, the same handshake,
  and the same data where a word is offered;
- sequential: both begin in the same state, whatever it is, and are reset; from then on the ports of both are the same
  for all inputs and further resets. The registers may differ where that is never seen.

Memories are outside both: what they read is arbitrary, the same for both, and what reaches their ports must be the same
in every cycle. Then they hold the same in both, by induction over the cycles.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.features.mutants import blif
from fairhash.features.mutants.mutation import SELECT
from fairhash.testbench.program import Net, Order
from fairhash.toolchain import abc, tools

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
    inputs = [name(net) for net in [*blif.free_nets(order), *blif.read_nets(order), *states]]
    nexts = [(f"next{q}", order.same.get(d, d)) for _, d, q in order.circuit.flip_flops]
    nexts += [(f"memory{place}", net) for place, net in enumerate(blif.memory_inputs(order))]
    visible = [
        (f"{port}{place}", net)
        for port in ("in_ready", "out_valid")
        for place, net in enumerate(blif.port_nets(order, port))
    ]
    data = [(f"data{place}", net) for place, net in enumerate(blif.port_nets(order, "out_data"))]
    (valid,) = blif.port_nets(order, "out_valid")
    body = [*blif.constants(name), *blif.number(order, SELECT, mutant, name), *blif.lut_tables(order.luts, name)]
    body += [blif.table([name(net)], output, ["1"]) for output, net in [*nexts, *visible]]
    body += [blif.table([name(valid), name(net)], output, ["11"]) for output, net in data]
    outputs = [output for output, _ in [*nexts, *visible, *data]]
    return blif.model("netlist", inputs, outputs, body)


def product(order: Order, io_ratio: int, mutant: int) -> str:
    """The netlist and a mutant side by side, as one machine; its output `different` is 1 when the ports differ."""
    shared = {*blif.free_nets(order), *blif.read_nets(order)} - set(order.circuit.ports["rst"])
    states = [q for _, _, q in order.circuit.flip_flops]
    (reset,) = order.circuit.ports["rst"]

    def name_in(copy: str) -> blif.Name:
        return lambda net: "reset" if net == reset else f"s{net}" if net in shared else f"{copy}{net}"

    inputs = ["rst", *(f"s{net}" for net in sorted(shared)), *(f"initial{q}" for q in states)]
    body = list(_clocks_and_reset(io_ratio))
    for copy, value in (("a", 0), ("b", mutant)):
        name = name_in(copy)
        body += [*blif.constants(name), *blif.number(order, SELECT, value, name), *blif.lut_tables(order.luts, name)]
        for clock, d, q in order.circuit.flip_flops:
            current, source = f"{copy}_held{q}", f"{copy}_next{q}"
            body += [
                blif.latch(source, current),
                blif.table(["started", current, f"initial{q}"], name(q), ["11-", "0-1"]),
                blif.table(
                    ["both", name(order.same.get(d, d)), name(q)], source, ["11-", "0-1"] if clock == 0 else ["-1-"]
                ),
            ]
    return blif.model("product", inputs, ["different"], [*body, *_comparison(order, name_in("a"), name_in("b"))])


def _clocks_and_reset(io_ratio: int) -> Iterator[str]:
    """Return the tables of three nets.

    `started` is 0 in the first cycle only, `both` is 1 if the coming edge is one of clk too, and `reset` is 1 for at
    least _RESET_CYCLES cycles of clk, at the beginning too.
    """
    yield from (blif.table([], "one", [""]), blif.latch("one", "started"))
    phases = [f"phase{place}" for place in range(io_ratio)]
    yield blif.table(phases[1:], "phase0", ["0" * (io_ratio - 1)])
    yield from (blif.latch(before, after) for before, after in pairwise(phases))
    yield blif.table([phases[-1]], "both", ["1"])
    yield blif.table(["started", "rst", "phase0"], "raised", ["0--", "-11"])
    resets = [f"reset{place}" for place in range(_RESET_CYCLES * io_ratio)]
    yield blif.table(["raised"], "reset0", ["1"])
    yield from (blif.latch(before, after) for before, after in pairwise(resets))
    yield blif.table(
        resets, "reset", ["-" * place + "1" + "-" * (len(resets) - place - 1) for place in range(len(resets))]
    )


def _comparison(order: Order, first: blif.Name, second: blif.Name) -> Iterator[str]:
    """`different`, from the ports of two copies, which do not count in reset, and from those of memories, which do.

    Data counts where a word is offered.
    """
    differences = []
    (valid,) = blif.port_nets(order, "out_valid")
    for port in ("in_ready", "out_valid", "out_data"):
        for place, net in enumerate(blif.port_nets(order, port)):
            gates = [first(valid)] if port == "out_data" else []
            name = f"different_{port}{place}"
            yield blif.table(
                ["reset", *gates, first(net), second(net)],
                name,
                [f"0{'1' * len(gates)}{pair}" for pair in ("01", "10")],
            )
            differences.append(name)
    for place, net in enumerate(blif.memory_inputs(order)):
        name = f"different_memory{place}"
        yield blif.table([first(net), second(net)], name, ["01", "10"])
        differences.append(name)
    size = len(differences)
    yield blif.table(differences, "different", ["-" * place + "1" + "-" * (size - place - 1) for place in range(size)])
