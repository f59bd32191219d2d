# SPDX-License-Identifier: Apache-2.0
"""The VHDL of a component's two top entities."""

from collections.abc import Iterable

from fairhash.features.package.component import Component
from fairhash.features.package.register_map import address_bits, read_registers

_AXIS_PORTS = (
    ("aclk", "in", "std_ulogic", "clock of the bus"),
    ("aresetn", "in", "std_ulogic", "synchronous reset, active low"),
    ("s_axis_tdata", "in", "{bus}", "bytes of a message, the first one in the lowest bits"),
    ("s_axis_tkeep", "in", "{keep}", "which bytes belong to the message"),
    ("s_axis_tlast", "in", "std_ulogic", "last beat of a message"),
    ("s_axis_tvalid", "in", "std_ulogic", "s_axis_tdata holds a beat"),
    ("s_axis_tready", "out", "std_ulogic", "it is taken in this cycle"),
    ("m_axis_tdata", "out", "{bus}", "bytes of a digest, the first one in the lowest bits"),
    ("m_axis_tkeep", "out", "{keep}", "which bytes belong to the digest"),
    ("m_axis_tlast", "out", "std_ulogic", "last beat of a digest"),
    ("m_axis_tvalid", "out", "std_ulogic", "m_axis_tdata holds a beat"),
    ("m_axis_tready", "in", "std_ulogic", "the receiver takes it in this cycle"),
)
_REGS_PORTS = (
    ("aclk", "in", "std_ulogic", "clock of the bus"),
    ("aresetn", "in", "std_ulogic", "synchronous reset, active low"),
    ("s_axi_awaddr", "in", "{address}", "address of a write in bytes"),
    ("s_axi_awvalid", "in", "std_ulogic", "s_axi_awaddr holds an address"),
    ("s_axi_awready", "out", "std_ulogic", "it is taken in this cycle"),
    ("s_axi_wdata", "in", "{word}", "written word"),
    ("s_axi_wstrb", "in", "{strobe}", "written bytes: all must be '1'"),
    ("s_axi_wvalid", "in", "std_ulogic", "s_axi_wdata holds a word"),
    ("s_axi_wready", "out", "std_ulogic", "it is taken in this cycle"),
    ("s_axi_bresp", "out", "{response}", "00 OKAY, 10 SLVERR"),
    ("s_axi_bvalid", "out", "std_ulogic", "the write has been done"),
    ("s_axi_bready", "in", "std_ulogic", "the master takes the response"),
    ("s_axi_araddr", "in", "{address}", "address of a read in bytes"),
    ("s_axi_arvalid", "in", "std_ulogic", "s_axi_araddr holds an address"),
    ("s_axi_arready", "out", "std_ulogic", "it is taken in this cycle"),
    ("s_axi_rdata", "out", "{word}", "word that was read"),
    ("s_axi_rresp", "out", "{response}", "00 OKAY, 10 SLVERR"),
    ("s_axi_rvalid", "out", "std_ulogic", "s_axi_rdata holds a word"),
    ("s_axi_rready", "in", "std_ulogic", "the master takes it in this cycle"),
    ("irq", "out", "std_ulogic", "high while a digest waits and the interrupt is enabled"),
)
_CLOCKS = {
    "core_clk": "clock of the core",
    "core_io_clk": "clock of the core's streams: {ratio} times core_clk, rising edges aligned",
}
_STREAM = ("data", "valid", "ready")
_STREAMS = ("in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")


def _vector(bits: int) -> str:
    return f"std_ulogic_vector({bits - 1} downto 0)"


def ports(component: Component, kind: str) -> list[tuple[str, str, str, str]]:
    """Name, direction, type and comment of each port.

    Args:
        component: The component.
        kind: ``axis`` or ``regs``.
    """
    bits = component.bus_bits
    types = {
        "bus": _vector(bits),
        "keep": _vector(bits // 8),
        "address": _vector(address_bits(read_registers())),
        "word": _vector(32),
        "strobe": _vector(4),
        "response": _vector(2),
    }
    listed = _AXIS_PORTS if kind == "axis" else _REGS_PORTS
    clocks = [
        (name, "in", "std_ulogic", _CLOCKS[name].format(ratio=component.core.io_ratio))
        for name in component.clock_ports
    ]
    first, *others = listed
    rows = [first, *clocks, *others]
    return [(name, direction, kind_of.format(**types), comment) for name, direction, kind_of, comment in rows]


def axis_vhdl(component: Component) -> str:
    """The entity with AXI4-Stream ports."""
    core, bus, word = component.core, component.bus_bits, component.core.word_bits
    crossing = component.two_clocks
    clocks = {
        "clk": "core_clk" if crossing else "aclk",
        "io_clk": "core_io_clk" if core.io_ratio > 1 else "core_clk" if crossing else "aclk",
    }
    inner, outer = ("core", "core") if crossing else ("padded", "hashed")
    core_map = [
        *clocks.items(),
        ("rst", "core_rst" if crossing else "rst"),
        *((name, f"{inner if name.startswith('in') else outer}_{name}") for name in _STREAMS),
    ]
    signals = [
        ("rst", "std_ulogic"),
        ("word", _vector(word)),
        ("word_bytes", f"unsigned({_count_bits(word)} downto 0)"),
    ]
    signals += [(name, "std_ulogic") for name in ("word_last", "word_valid", "word_ready")]
    for stem, direction in (("padded", "in"), ("hashed", "out")):
        signals += [
            (f"{stem}_{direction}_data", _vector(word)),
            *((f"{stem}_{direction}_{name}", "std_ulogic") for name in ("valid", "ready")),
        ]
    if crossing:
        signals.append(("core_rst", "std_ulogic"))
        signals += [(f"core_{name}", _vector(word) if name.endswith("data") else "std_ulogic") for name in _STREAMS]
    reset = _reset(component)
    slave = [(f"s_axis_{name}", f"s_axis_{name}") for name in ("tdata", "tkeep", "tlast", "tvalid", "tready")]
    master = [(f"m_axis_{name}", f"m_axis_{name}") for name in ("tdata", "tkeep", "tlast", "tvalid", "tready")]
    words = [(name, name) for name in ("word", "word_bytes", "word_last", "word_valid", "word_ready")]
    to_padding = [
        ("in_data", "word"),
        *((f"in_{name}", f"word_{name}") for name in ("bytes", "last", "valid", "ready")),
    ]
    asks = bool(component.output_length)
    stem = "blocks" if asks else "padded_in"
    from_padding = [(f"out_{name}", f"{stem}_{name}") for name in ("data", "valid", "ready")]
    if asks:
        signals += [(f"blocks_{name}", _vector(word) if name == "data" else "std_ulogic") for name in _STREAM]
    bus_side = [("clk", "aclk"), ("rst", "rst")]
    instances = [
        reset,
        _instance("bus_input", "axis_input", {"BUS_BITS": bus, "W": word}, [*bus_side, *slave, *words]),
        _instance("padding", "padding_unit", component.padding, [*bus_side, *to_padding, *from_padding]),
    ]
    if asks:
        sides = [("in", "blocks"), ("out", "padded_in")]
        streams = [(f"{side}_{name}", f"{of}_{name}") for side, of in sides for name in _STREAM]
        instances.append(_instance("output_request", "output_length", component.output_length, [*bus_side, *streams]))
    if crossing:
        instances.append(
            _instance(
                "input_fifo",
                "clock_crossing_fifo",
                {"W": word, "ADDRESS_BITS": 3},
                _fifo_map("aclk", "rst", "padded_in", clocks["io_clk"], "core_rst", "core_in"),
            )
        )
    instances.append(_instance("hash", core.entity, core.generics, core_map))
    if crossing:
        instances.append(
            _instance(
                "output_fifo",
                "clock_crossing_fifo",
                {"W": word, "ADDRESS_BITS": 3},
                _fifo_map(clocks["io_clk"], "core_rst", "core_out", "aclk", "rst", "hashed_out"),
            )
        )
    hashed = [("word", "hashed_out_data"), ("word_valid", "hashed_out_valid"), ("word_ready", "hashed_out_ready")]
    generics = {"W": word, "BUS_BITS": bus, "DIGEST_BITS": core.digest_bits}
    instances.append(_instance("bus_output", "axis_output", generics, [*bus_side, *hashed, *master]))
    return _unit(
        component.axis,
        f"{component.algorithm} behind AXI4-Stream: bytes of a message in, its digest out. The core is {core.name}.",
        ports(component, "axis"),
        signals,
        instances,
    )


def regs_vhdl(component: Component) -> str:
    """The entity with AXI4-Lite registers, around the one with AXI4-Stream ports of 32 bits."""
    core = component.core
    outside = [(name, name) for name, _, _, _ in ports(component, "regs") if name.startswith(("s_axi", "irq"))]
    streams = [(side, name) for side in ("message", "digest") for name in ("tdata", "tlast", "tvalid", "tready")]
    signals = [("component_reset", "std_ulogic"), ("message_tkeep", _vector(4))]
    signals += [(f"{side}_{name}", _vector(32) if name == "tdata" else "std_ulogic") for side, name in streams]
    registers_map = [("clk", "aclk"), ("aresetn", "aresetn"), *outside]
    registers_map += [(name, name) for name, _ in signals]
    clocks = [(name, name) for name in component.clock_ports]
    axis_map = [("aclk", "aclk"), *clocks, ("aresetn", "component_reset"), ("s_axis_tkeep", "message_tkeep")]
    axis_map += [(f"{'s' if side == 'message' else 'm'}_axis_{name}", f"{side}_{name}") for side, name in streams]
    axis_map.append(("m_axis_tkeep", "open"))
    instances = [
        _instance(
            "registers",
            "hash_registers",
            {"DIGEST_BITS": core.digest_bits, "BLOCK_BITS": core.block_bits},
            registers_map,
        ),
        _instance("hash", component.axis, {}, axis_map),
    ]
    return _unit(
        component.regs,
        f"{component.algorithm} behind AXI4-Lite registers. The core is {core.name}.",
        ports(component, "regs"),
        signals,
        instances,
    )


def both_vhdl(component: Component, name: str) -> str:
    """An entity that contains both, so that GHDL elaborates them at once."""
    rows = {row[0]: row for kind in ("axis", "regs") for row in ports(component, kind)}
    instances = [
        _instance(kind, entity, {}, [(row[0], row[0]) for row in ports(component, kind)])
        for kind, entity in (("axis", component.axis), ("regs", component.regs))
    ]
    return _unit(name, "Both components.", list(rows.values()), [], instances)


def _reset(component: Component) -> str:
    cycles = {"CORE_CYCLES": component.core.reset_cycles}
    if component.two_clocks:
        crossing = [("bus_clk", "aclk"), ("aresetn", "aresetn"), ("bus_rst", "rst")]
        return _instance(
            "resets", "reset_crossing", cycles, [*crossing, ("core_clk", "core_clk"), ("core_rst", "core_rst")]
        )
    return _instance("resets", "component_reset", cycles, [("clk", "aclk"), ("aresetn", "aresetn"), ("rst", "rst")])


def _fifo_map(  # noqa: PLR0917 - two sides with a clock, a reset and a stream each
    in_clk: str, in_rst: str, in_stem: str, out_clk: str, out_rst: str, out_stem: str
) -> list[tuple[str, str]]:
    sides = (("in", in_clk, in_rst, in_stem), ("out", out_clk, out_rst, out_stem))
    return [
        pair
        for side, clk, rst, stem in sides
        for pair in (
            (f"{side}_clk", clk),
            (f"{side}_rst", rst),
            *((f"{side}_{name}", f"{stem}_{name}") for name in ("data", "valid", "ready")),
        )
    ]


def _count_bits(word_bits: int) -> int:
    """The highest bit of a number of bytes of a word, as counter_bits of shell_pkg."""
    return (word_bits // 8 - 1).bit_length()


def _instance(label: str, entity: str, generics: dict[str, int], port_map: Iterable[tuple[str, str]]) -> str:
    lines = [f"  {label} : entity work.{entity}"]
    if generics:
        lines += ["    generic map (", *_aligned(generics.items()), "    )"]
    return "\n".join([*lines, "    port map (", *_aligned(port_map), "    );"])


def _aligned(pairs: Iterable[tuple[str, object]]) -> list[str]:
    rows = list(pairs)
    width = max(len(name) for name, _ in rows)
    lines = [f"      {name:{width}} => {value}," for name, value in rows]
    return [*lines[:-1], lines[-1].rstrip(",")]


def _unit(
    name: str,
    text: str,
    port_rows: list[tuple[str, str, str, str]],
    signals: list[tuple[str, str]],
    instances: list[str],
) -> str:
    width = max(len(row[0]) for row in port_rows)
    kinds = max(len(row[2]) for row in port_rows)
    lines = []
    for port, direction, kind, comment in port_rows:
        end = "" if port == port_rows[-1][0] else ";"
        lines.append(f"    {port:{width}} : {direction:3}   {kind + end:{kinds + 1}} -- {comment}")
    names = max((len(signal) for signal, _ in signals), default=0)
    return "\n".join(
        [
            "-- SPDX-License-Identifier: Apache-2.0",
            f"-- {text}",
            "-- Written by fairhash from its catalogue; do not edit.",
            "",
            "library ieee;",
            "use ieee.std_logic_1164.all;",
            "use ieee.numeric_std.all;",
            "",
            f"entity {name} is",
            "  port (",
            *lines,
            "  );",
            f"end entity {name};",
            "",
            f"architecture rtl of {name} is",
            "",
            *(f"  signal {signal:{names}} : {kind};" for signal, kind in signals),
            "",
            "begin",
            "",
            "\n\n".join(instances),
            "",
            "end architecture rtl;",
            "",
        ]
    )
