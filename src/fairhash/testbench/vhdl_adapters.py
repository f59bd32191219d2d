# SPDX-License-Identifier: Apache-2.0
"""The architecture of `dut` for an external VHDL core: the author's entity and the bridges of adapters.py, for GHDL.

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
_ARCHITECTURE = """\
library {library};

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
    """The architecture of `dut`, with its context.

    Args:
        core: an external core in VHDL.
        external: its description.
        tie_bits: width of each port that the description ties to a constant.
    """
    layout = core.layout
    masks = adapters.active_low_bits(layout, external)
    statements = [*_bridge_instances(core), *_streams(external)]
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
    return _ARCHITECTURE.format(
        library=AUTHOR_LIBRARY,
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


def _bridge_instances(core: Core) -> list[str]:
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
