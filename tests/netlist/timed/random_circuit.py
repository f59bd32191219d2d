# SPDX-License-Identifier: Apache-2.0
"""Random circuits with a core's ports, for the comparison of simulators."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fairhash.netlist.timed.circuit import Input, TimedCircuit, TimedRegister, TruthTable, truth_table
from fairhash.netlist.timed.memory_ports import MemoryBuilder, PortPin

WORD = 16
_CLOCK = 1
_REGISTERS, _TABLES = 12, 60
_LONGEST_PS = 900
_MEMORIES = 3
_FOLLOW = truth_table(2, lambda bits: bits[0])
_ALWAYS = truth_table(1, lambda _bits: 1)


@dataclass(frozen=True)
class RandomMemory:
    """A memory with one port that writes and one that reads; each has its own pins."""

    clear: Input
    """While 1, nothing is written, and the output of a port with a clock becomes 0."""
    enables: tuple[Input, Input]
    """Both must be 1 to write."""
    data: tuple[Input, ...]
    write_address: tuple[Input, ...]
    read_enable: Input | None
    """None if the memory is read without a clock."""
    read_address: tuple[Input, ...]
    outputs: tuple[int, ...]
    """Nets of the word that is read, bit 0 first."""
    delay_ps: int
    """From the clock to the outputs; without a clock from the write clock."""
    shows_written: bool
    """Whether the port that writes also reads: at the write address, the written word if it writes."""

    @property
    def pins(self) -> tuple[Input, ...]:
        """The pins that the memory captures."""
        pins = (self.clear, *self.enables, *self.data, *self.write_address)
        return (*pins, self.read_enable, *self.read_address) if self.read_enable else pins


def random_circuit(seed: int) -> TimedCircuit:
    """A circuit that takes a word in each cycle and shows one in the next; registers are 0 after a reset."""
    return _random_circuit(seed, 0)[0]


def random_circuit_with_memories(seed: int) -> tuple[TimedCircuit, list[RandomMemory]]:
    """Such a circuit with memories, which are 0 at first, and a description of each memory."""
    return _random_circuit(seed, _MEMORIES)


def _random_circuit(seed: int, count: int) -> tuple[TimedCircuit, list[RandomMemory]]:
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
    tables: list[TruthTable] = []
    memories: list[RandomMemory] = []
    for number in range(_TABLES):
        if number in range(_TABLES // 4, _TABLES, _TABLES // 4)[:count]:
            memories.append(_random_memory(draw, wire, nets, sources, wire("R", rst.q, 20)))
            sources += memories[-1].outputs
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
    circuit = TimedCircuit(tables, registers, ports, outputs, {_CLOCK: "clk"})
    for memory in memories:
        add_memory(circuit, memory, nets)
    return circuit, memories


def _random_memory(
    draw: random.Random, wire: Callable[[str, int], Input], nets: Iterator[int], sources: Sequence[int], clear: Input
) -> RandomMemory:
    def pins(name: str, count: int) -> tuple[Input, ...]:
        return tuple(wire(f"{name}{number}", draw.choice(sources[-30:])) for number in range(count))

    clocked, address_bits = draw.random() < 0.5, draw.randint(1, 4)
    word_bits = draw.randint(1, 3)
    return RandomMemory(
        clear,
        (wire("WE", draw.choice(sources)), wire("WF", draw.choice(sources))),
        pins("D", word_bits),
        pins("WA", address_bits),
        wire("RE", draw.choice(sources)) if clocked else None,
        pins("RA", address_bits),
        tuple(next(nets) for _ in range(word_bits)),
        draw.randint(1, _LONGEST_PS),
        clocked and draw.random() < 0.5,
    )


def add_memory(circuit: TimedCircuit, memory: RandomMemory, nets: Iterator[int]) -> None:
    """Add the memory with its ports to a circuit; `nets` are free."""
    builder = MemoryBuilder("memory", lambda: next(nets))
    enable = [PortPin(memory.clear, inverted=True), *(PortPin(pin) for pin in memory.enables)]
    words, word_bits = 1 << len(memory.write_address), len(memory.data)
    # bits of the same number in all words are neighbours, so that each has one table
    write_address, read_address = (
        [(PortPin(pin), 1 << k) for k, pin in enumerate(pins)] for pins in (memory.write_address, memory.read_address)
    )
    if memory.read_enable is None:
        for net, data in zip(memory.outputs, memory.data, strict=True):
            one = MemoryBuilder("memory", builder.new_net)
            one.write(_CLOCK, enable, write_address, [(0, [], PortPin(data))])
            one.look_up(("O", net), [pin for pin, _ in read_address], (_CLOCK, "W", memory.delay_ps))
            _add(circuit, one, words)
        return
    bits = [(k * words, PortPin(data)) for k, data in enumerate(memory.data)]
    builder.write(_CLOCK, enable, write_address, [(offset, [], data) for offset, data in bits])
    shown = [
        (offset, net, memory.delay_ps, (enable, data) if memory.shows_written else None)
        for (offset, data), net in zip(bits, memory.outputs, strict=True)
    ]
    read_enable = PortPin(memory.read_enable)
    address, used = (write_address, []) if memory.shows_written else (read_address, [read_enable])
    builder.read(_CLOCK, [read_enable], PortPin(memory.clear), address, shown, used)
    _add(circuit, builder, words * word_bits)


def _add(circuit: TimedCircuit, builder: MemoryBuilder, bits: int) -> None:
    circuit.contents.append(builder.contents("0" * bits))
    circuit.tables += builder.tables
    circuit.registers += builder.registers


def _cleared(name: str, q: int, data: Input, reset: Input, draw: random.Random) -> TimedRegister:
    """A register that takes its data, or the exclusive or of data and own value; 0 while reset is 1."""
    toggles = draw.random() < 0.3
    table = truth_table(3, lambda bits: int(not bits[1] and (bits[0] ^ (bits[2] if toggles else 0))))
    return TimedRegister(name, _CLOCK, q, draw.randint(1, _LONGEST_PS), table, (data, reset))
