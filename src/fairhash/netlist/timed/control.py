# SPDX-License-Identifier: Apache-2.0
"""Registers with enable and reset, as one table over data, enable, reset and the register's own value."""

from collections.abc import Sequence

from fairhash.netlist.timed.circuit import Input, Net, Register, depends_on, fix_input, truth_table

DATA, ENABLE, RESET, OWN = 0, 1, 2, 3
"""Inputs of the table, from the lowest bit of its index."""


def controlled_register(  # noqa: PLR0917 - the parts of a register
    cell: str,
    clock: Net,
    output: tuple[Net, int],
    pins: tuple[Input | int, Input | int, Input | int],
    value: int,
    enable_first: bool,
) -> Register:
    """Return a register.

    Args:
        cell: its name.
        clock: the net of its clock.
        output: the net it drives, and the delay from the clock in ps.
        pins: data, enable and reset, each an input or a constant; both controls are active at 1.
        value: the value that reset gives.
        enable_first: whether reset acts only while enabled.
    """

    def following(bits: Sequence[int]) -> int:
        data, enable, reset, own = bits
        reset = reset and (enable or not enable_first)
        return value if reset else data if enable else own

    table, names = truth_table(4, following), [DATA, ENABLE, RESET, OWN]
    for number in (RESET, ENABLE, DATA):
        pin = pins[number]
        place = names.index(number)
        if isinstance(pin, int) or not depends_on(table, len(names), place):
            table = fix_input(table, len(names), place, pin if isinstance(pin, int) else 0)
            names.remove(number)
    inputs = tuple(pin for pin in (pins[number] for number in names[:-1]) if isinstance(pin, Input))
    return Register(cell, clock, output[0], output[1], table, inputs)
