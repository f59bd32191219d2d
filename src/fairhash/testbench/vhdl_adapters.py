# SPDX-License-Identifier: Apache-2.0
"""Entity `dut` of an external VHDL core: the author's entity and the bridges of adapters.py, all simulated by GHDL.

The author's sources are in a library of their own, since their entities may have the names of ours. The connections
are those of adapters.py.
"""

import re
from collections.abc import Mapping

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore
from fairhash.testbench import adapters

AUTHOR_LIBRARY = "author"

_VECTORS = ("in_data", "out_data")
_CONNECTION = re.compile(r"\.(\w+)\(([^)]*)\)")
_DUT = """\
library ieee;
use ieee.std_logic_1164.all;

library {library};

entity dut is
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector({sent} downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector({received} downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity dut;

architecture bench of dut is

{signals}

begin

{statements}

  measured : entity {library}.{top}{generics}
    port map (
{ports}
    );

end architecture bench;
"""


def external_dut(core: Core, external: ExternalCore, tie_bits: Mapping[str, int]) -> str:
    """The VHDL of `dut`.

    Args:
        core: an external core in VHDL.
        external: its description.
        tie_bits: width of each port that the description ties to a constant.
    """
    layout = core.layout
    masks = _masks(core, external)
    statements = [*bridges(core), *_streams(external)]
    for name in adapters.PINS:
        source, target = ("pin", "core") if name in adapters.PIN_OUTPUTS else ("core", "pin")
        statements.append(f"  {target}_{name} <= {source}_{name}{_inversion(name, masks[name], core)};")
    statements += [f"  pin_{name} <= '0';" for name in layout.constants if name not in _VECTORS]
    names = dict(external.ports.by_role)
    if core.io_ratio == 1:
        names.pop("io_clk", None)
    ports = {
        name: layout.signals[role] if role in ("clk", "io_clk") else f"pin_{_vhdl(layout.signals[role])}"
        for role, name in names.items()
    }
    ports |= {name: _constant(value, tie_bits[name]) for name, value in external.ports.tie.items()}
    generics = ", ".join(f"{name} => {value}" for name, value in core.generics.items())
    return _DUT.format(
        library=AUTHOR_LIBRARY,
        sent=core.sent_bits - 1,
        received=core.received_bits - 1,
        signals="\n".join(_declarations(core)),
        statements="\n".join(statements),
        top=external.top,
        generics=f"\n    generic map ({generics})" if generics else "",
        ports=",\n".join(f"      {name} => {signal}" for name, signal in ports.items()),
    )


def _declarations(core: Core) -> list[str]:
    """The signals of the measured module's ports: `core_` are active high, `pin_` have the author's active levels."""
    widths = {"in_data": core.in_port_bits, "out_data": core.out_port_bits}
    types = {name: f"std_ulogic_vector({bits - 1} downto 0)" for name, bits in widths.items()}
    return [
        f"  signal {prefix}_{name} : {types.get(name, 'std_ulogic')};"
        for prefix in ("core", "pin")
        for name in adapters.PINS
    ]


def bridges(core: Core) -> list[str]:
    """An instance of each bridge, whose ports are connected as in Verilog."""
    clock = "io_clk" if core.io_ratio > 1 else "clk"
    instances = []
    for bridge in adapters.bridges(core):
        connections = [("clk", clock), ("rst", "rst"), *_CONNECTION.findall(bridge.connections)]
        generics = ", ".join(f"{name} => {value}" for name, value in bridge.generics.items())
        ports = ", ".join(f"{port} => {_vhdl(signal)}" for port, signal in connections)
        label = f"{bridge.prefix}bridge"
        instances.append(
            f"  {label} : entity work.{bridge.entity}\n    generic map ({generics})\n    port map ({ports});"
        )
    return instances


def _streams(external: ExternalCore) -> list[str]:
    """The connections between the testbench and the measured module that no bridge makes."""
    kind = external.ports.kind
    lines = ["  core_rst <= rst;"]
    if kind == "fairhash":
        lines += ["  core_in_data <= in_data;", "  core_in_valid <= in_valid;", "  in_ready <= core_in_ready;"]
    if kind in ("fairhash", "axi-stream"):
        lines += ["  out_data <= core_out_data;", "  out_valid <= core_out_valid;", "  core_out_ready <= out_ready;"]
    if kind in ("block", "registers", "permutation"):
        lines.append("  core_out_ready <= '1';")
    return lines


def _masks(core: Core, external: ExternalCore) -> dict[str, int]:
    """The active-low bits of each port of the measured module."""
    masks = dict.fromkeys(adapters.PINS, 0)
    for role, signal in core.layout.signals.items():
        if external.ports.is_low(role):
            name, _, range_ = signal.partition("[")
            masks[name] |= 1 << (int(range_.rstrip("]").split(":")[-1]) if range_ else 0)
    return masks


def _inversion(name: str, mask: int, core: Core) -> str:
    """What inverts the active-low bits of a port, as the end of a VHDL expression."""
    if not mask:
        return ""
    bits = {"in_data": core.in_port_bits, "out_data": core.out_port_bits}.get(name, 0)
    return f" xor {_constant(mask, bits) if bits else _constant(1, 1)}"


def _constant(value: int, bits: int) -> str:
    """A constant for a port of `bits` bits; one bit is no vector."""
    return f"'{value}'" if bits == 1 else f'"{value:0{bits}b}"'


def _vhdl(signal: str) -> str:
    """A Verilog signal, some of its bits, or a constant bit, in VHDL."""
    constant = re.fullmatch(r"1'b([01])", signal)
    if constant:
        return f"'{constant[1]}'"
    return re.sub(r"\[(\d+)(?::(\d+))?\]", lambda bits: f"({bits[0][1:-1].replace(':', ' downto ')})", signal)
