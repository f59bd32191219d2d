# SPDX-License-Identifier: Apache-2.0
"""The values of a netlist's registers after power-up, for cores without a reset.

An FPGA's configuration gives every register a value: that of its set or reset, or a parameter of the cell. The
simulation of other cores starts from random values, so that power-up does not hide a missing reset.
"""

_SETS = tuple(f"t:DFF{edge}{kind}{enable}" for edge in ("", "N") for kind in "SP" for enable in ("", "E"))

_REGISTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ecp5": ("t:TRELLIS_FF", ("t:TRELLIS_FF r:REGSET=SET %i",)),
    "machxo3": ("t:TRELLIS_FF", ("t:TRELLIS_FF r:REGSET=SET %i",)),
    "ice40": ("t:SB_DFF*", ()),
    "gowin": ("t:DFF*", _SETS),
    "gatemate": ("t:CC_DFF r:INIT=1'b0 %i", ("t:CC_DFF r:INIT=1'b1 %i",)),
    "xilinx": ("t:FD* r:INIT=1'b0 %i", ("t:FD* r:INIT=1'b1 %i",)),
    "alm": ("t:MISTRAL_FF", ()),
}
"""For each family, Yosys' selections of the registers that start with 0, and of those that start with 1. A register in
both starts with 1. The sources are those of the models in cells/<family>.v. A family that is not here has no rule: a
netlist that needs initial values fails its check there."""


def initial_value_commands(family: str) -> tuple[str, ...]:
    """Yosys commands that set the attribute `init` of each register's output in a netlist of cells.

    Args:
        family: the FPGA family; registers of an unknown one start with any value.
    """
    if family not in _REGISTERS:
        return ()
    zeros, ones = _REGISTERS[family]
    commands = ["splitnets"]
    for value, selections in (("1'b0", (zeros,)), ("1'b1", ones)):
        commands += [f"setattr -set init {value} {cells} %co1:+[Q] w:* %i" for cells in selections]
    return tuple(commands)
