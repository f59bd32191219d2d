# SPDX-License-Identifier: Apache-2.0
"""Memories of a flat netlist: Yosys' $mem_v2 cells with reads that are not clocked and writes at rising edges."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairhash.base.errors import FairhashError

Net = int


@dataclass(frozen=True)
class ReadPort:
    """`data` is the word at `address`, bit 0 first."""

    memory: int
    address: tuple[Net, ...]
    data: tuple[Net, ...]


@dataclass(frozen=True)
class WritePort:
    """At each edge of the clock, the enabled bits of the word at `address` become those of `data`."""

    memory: int
    cell: str
    clock: int | None
    """0: clk, 1: io_clk; None: another net, as of a port that is never enabled."""
    address: tuple[Net, ...]
    enable: tuple[Net, ...]
    data: tuple[Net, ...]

    @property
    def inputs(self) -> tuple[Net, ...]:
        return (*self.address, *self.enable, *self.data)


@dataclass(frozen=True)
class ModelledMemory:
    """A memory and its ports; of two ports that write the same bit at the same edge, the later one decides."""

    words: int
    word_bits: int
    contents: str
    """First contents, bit 0 of word 0 first; `x` is unknown."""
    reads: tuple[ReadPort, ...]
    writes: tuple[WritePort, ...]


def memory_cell(
    name: str, cell: Mapping[str, Any], number: int, pins: Mapping[str, list[Net]], clocks: Mapping[Net, int]
) -> ModelledMemory:
    """The memory of a $mem_v2 cell.

    Args:
        number: the memory's index in the program.
        pins: nets of the cell's pins.
        clocks: number of each clock net.

    Raises:
        FairhashError: if the simulator does not support the memory.
    """
    parameters = cell["parameters"]
    address_bits, word_bits, words = (int(parameters[key], 2) for key in ("ABITS", "WIDTH", "SIZE"))
    supported = (
        words == 1 << address_bits
        and int(parameters["OFFSET"], 2) == 0
        and "1" not in parameters["RD_CLK_ENABLE"]
        and "0" not in parameters["WR_CLK_ENABLE"]
        and "0" not in parameters["WR_CLK_POLARITY"]
    )
    if not supported:
        raise FairhashError(f"the netlist simulator has no memory like {name}")

    def slices(pin: str, width: int) -> Iterator[tuple[Net, ...]]:
        nets = pins[pin]
        yield from (tuple(nets[i : i + width]) for i in range(0, len(nets), width))

    addresses = zip(slices("RD_ADDR", address_bits), slices("RD_DATA", word_bits), strict=True)
    reads = tuple(ReadPort(number, address, data) for address, data in addresses)
    writes = []
    write_pins = (slices("WR_ADDR", address_bits), slices("WR_EN", word_bits), slices("WR_DATA", word_bits))
    for clock, *port in zip(pins["WR_CLK"], *write_pins, strict=True):
        address, enable, data = port
        writes.append(WritePort(number, name, clocks.get(clock), address, enable, data))
    contents = parameters["INIT"][::-1][: words * word_bits].ljust(words * word_bits, "x")
    return ModelledMemory(words, word_bits, contents, reads, tuple(writes))


def memory_line(memory: ModelledMemory) -> str:
    """The line of the program that declares a memory."""
    return f"memory {memory.words} {memory.word_bits} {memory.contents}"


def read_line(port: ReadPort, same: Mapping[Net, Net]) -> str:
    """The line of a read; `same` gives the net that a net is always equal to."""
    address = [same.get(net, net) for net in port.address]
    return f"read {port.memory} {len(address)} {' '.join(map(str, [*address, *port.data]))}"


def write_lines(memory: ModelledMemory, same: Mapping[Net, Net]) -> Iterator[str]:
    """The lines of the writes of a memory, without ports that are never enabled.

    Args:
        same: the net that a net is always equal to.

    Raises:
        FairhashError: if a port has another clock than clk and io_clk.
    """
    for port in memory.writes:
        if all(same.get(net, net) == 0 for net in port.enable):
            continue
        if port.clock is None:
            raise FairhashError(f"the clock of the memory {port.cell} is not clk or io_clk itself")
        nets = [same.get(net, net) for net in port.inputs]
        yield f"write {port.memory} {port.clock} {len(port.address)} {' '.join(map(str, nets))}"
