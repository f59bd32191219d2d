# SPDX-License-Identifier: Apache-2.0
"""Random circuits with a core's ports, for the comparison of simulators."""

import random

from fairhash.netlist.timed.circuit import Input, TimedCircuit, TimedRegister, TruthTable, truth_table

WORD = 16
_CLOCK = 1
_REGISTERS, _TABLES = 12, 60
_LONGEST_PS = 900
_FOLLOW = truth_table(2, lambda bits: bits[0])
_ALWAYS = truth_table(1, lambda _bits: 1)


def random_circuit(seed: int) -> TimedCircuit:
    """A circuit that takes a word in each cycle and shows one in the next; registers are 0 after a reset."""
    draw = random.Random(seed)
    nets = iter(range(10, 1 << 20))

    def wire(pin: str, net: int, most_ps: int = _LONGEST_PS) -> Input:
        return Input(pin, net, draw.randint(0, most_ps // 2), draw.randint(1, most_ps // 2))

    def frame(name: str, most_ps: int = _LONGEST_PS) -> TimedRegister:
        return TimedRegister(name, _CLOCK, next(nets), draw.randint(1, most_ps), 0, ())

    # the handshake is fast, so that it is right at every period
    rst, in_valid, out_ready = frame("rst", 20), frame("in_valid", 20), frame("out_ready", 20)
    data = [frame(f"in_data_{number}") for number in range(WORD)]
    states = [next(nets) for _ in range(_REGISTERS)]
    sources = [*(bit.q for bit in data), *states]
    tables = []
    for number in range(_TABLES):
        size = draw.randint(1, 5)
        # mostly near nets, so that paths become long
        pool = sources[-20:] if draw.random() < 0.7 else sources
        inputs = tuple(wire(f"I{k}", net) for k, net in enumerate(draw.sample(pool, size)))
        tables.append(TruthTable(f"table_{number}", "O", next(nets), draw.getrandbits(1 << size), inputs))
        sources.append(tables[-1].out)
    outs = [table.out for table in tables]
    registers = [
        _cleared(f"register_{number}", q, wire("D", draw.choice(outs)), wire("R", rst.q, 20), draw)
        for number, q in enumerate(states)
    ]
    valid = next(nets)
    registers.append(TimedRegister("valid", _CLOCK, valid, 5, _FOLLOW, (wire("D", in_valid.q, 20),)))
    outputs = {
        "in_ready": [TimedRegister("in_ready", _CLOCK, next(nets), 5, _ALWAYS, ())],
        "out_valid": [TimedRegister("out_valid", _CLOCK, next(nets), 5, _FOLLOW, (wire("D", valid, 20),))],
        "out_data": [
            _cleared(f"out_{number}", next(nets), wire("D", draw.choice(outs)), wire("R", rst.q, 20), draw)
            for number in range(WORD)
        ],
    }
    registers += [register for port in outputs.values() for register in port]
    ports: dict[str, list[TimedRegister | None]] = {
        "rst": [rst],
        "in_valid": [in_valid],
        "out_ready": [out_ready],
        "in_data": list(data),
    }
    return TimedCircuit(tables, registers, ports, outputs, {_CLOCK: "clk"})


def _cleared(name: str, q: int, data: Input, reset: Input, draw: random.Random) -> TimedRegister:
    """A register that takes its data, or the exclusive or of data and own value; 0 while reset is 1."""
    toggles = draw.random() < 0.3
    table = truth_table(3, lambda bits: int(not bits[1] and (bits[0] ^ (bits[2] if toggles else 0))))
    return TimedRegister(name, _CLOCK, q, draw.randint(1, _LONGEST_PS), table, (data, reset))
