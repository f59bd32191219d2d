# SPDX-License-Identifier: Apache-2.0
"""What stands between the testbench and a core with ports of another kind; nothing of it is measured.

The measured module, called as the core's entity, only gives the ports of the author's module the names of ours::

    adapted:  testbench <-> bridge (rtl/adapters) <-> measured module: author's module
"""

import re
from dataclasses import dataclass
from pathlib import Path

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore
from fairhash.catalog.source_language import language
from fairhash.toolchain.ghdl import to_verilog

ADAPTED = "fairhash_adapted"
"""The module with our ports around the measured one."""

_SHELL = ("shell/shell_pkg.vhd", "shell/segment_reader.vhd", "adapters/word_queue.vhd")


@dataclass(frozen=True)
class _Bridge:
    entity: str
    files: tuple[str, ...]
    generics: dict[str, int]
    core_side: str
    """Its ports towards the measured module, connected."""
    late: int
    """Cycles that the words of a message and its digest spend in it, together."""


def simulated_top(core: Core) -> str:
    """The module that has our ports: the measured one, or what stands around it."""
    return ADAPTED if core.external else core.entity


def adapter_files(core: Core) -> list[Path]:
    """The sources of what stands around the measured module."""
    bridge = _bridge(core)
    return [paths.rtl() / name for name in bridge.files] if bridge else []


def adapter_inputs(core: Core) -> list[str | Path]:
    """Everything that the adapter's Verilog is made from: its sources, its generics and the module around both.

    Empty for a core of the catalogue. A simulator is rebuilt when any of these changes.
    """
    if core.external is None:
        return []
    bridge = _bridge(core)
    generics = repr(sorted(bridge.generics.items())) if bridge else ""
    # the same text may be legal Verilog and other SystemVerilog
    language_of_files = language(core.files)
    return [core.external.top, language_of_files, generics, _around(core, core.external, bridge), *adapter_files(core)]


def late_cycles(core: Core) -> int:
    """io_clk cycles from the testbench to the core's ports and back, which are not the core's."""
    bridge = _bridge(core)
    return bridge.late if bridge else 0


def adapter(core: Core, workdir: Path) -> Path | None:
    """Write `workdir`/adapted.v, module ADAPTED around the measured module; None for a core of the catalogue."""
    if core.external is None:
        return None
    workdir.mkdir(parents=True, exist_ok=True)
    bridge = _bridge(core)
    text = ""
    if bridge:
        told = ("--std=08", *(f"-g{name}={value}" for name, value in bridge.generics.items()))
        text = _own_names(
            to_verilog(paths.rtl(), told, bridge.files, bridge.entity, workdir, ("the adapter", str(paths.rtl())))
        )
    written = workdir / "adapted.v"
    written.write_text(text + _around(core, core.external, bridge), encoding="utf-8")
    return written


def _bridge(core: Core) -> _Bridge | None:
    if core.external is None or core.external.ports.kind == "fairhash":
        return None
    ports = core.external.ports
    if ports.kind == "fifo":
        side = (
            ".din(core_in_data), .src_ready(core_in_valid), .src_read(core_in_ready), "
            ".dout(core_out_data), .dst_write(core_out_valid), .dst_ready(core_out_ready)"
        )
        return _Bridge("fifo_bridge", (_SHELL[2], "adapters/fifo_bridge.vhd"), {"W": core.word_bits}, side, late=2)
    top = core.word_bits
    side = (
        f".s_axis_tdata(core_in_data[{top - 1}:0]), .s_axis_tlast(core_in_data[{top}]), "
        ".s_axis_tvalid(core_in_valid), .s_axis_tready(core_in_ready), "
        f".m_axis_tdata(core_out_data[{top - 1}:0]), .m_axis_tlast(core_out_data[{top}]), "
        ".m_axis_tvalid(core_out_valid), .m_axis_tready(core_out_ready)"
    )
    headers = ports.with_headers
    header_words = {64: 1, 32: 1 + core.needs_bits, 16: 2 + 2 * core.needs_bits}[core.word_bits]
    generics = {
        "W": core.word_bits,
        "HEADERS": int(headers),
        "NEEDS_BITS": int(core.needs_bits),
        "DIGEST_WORDS": core.digest_bits // core.word_bits,
        "CHECK_LAST": int("out_last" not in ports.without),
    }
    files = (*_SHELL, "adapters/axis_bridge.vhd")
    return _Bridge("axis_bridge", files, generics, side, late=1 if headers else 1 + header_words)


def _own_names(verilog: str) -> str:
    """The bridge's modules under names that no module of the core has."""
    names = re.findall(r"^module (\w+)", verilog, re.MULTILINE)
    return re.sub(rf"\b({'|'.join(names)})\b", r"fairhash_\1", verilog)


def _around(core: Core, external: ExternalCore, bridge: _Bridge | None) -> str:
    word, port = core.word_bits - 1, core.port_bits - 1
    outer = ("in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")
    if bridge:
        ours = ", ".join(f".{name}({name})" for name in outer)
        middle = f"  fairhash_{bridge.entity} bridge(.clk(clk), .rst(rst), {ours},\n    {bridge.core_side});\n"
    else:
        taken = ("in_data", "in_valid", "out_ready")
        middle = "".join(f"  assign core_{name} = {name};\n" for name in taken)
        middle += "".join(f"  assign {name} = core_{name};\n" for name in outer if name not in taken)
    inner = ", ".join(f".{name}(core_{name})" for name in outer)
    return f"""\
module {ADAPTED}(input clk, input io_clk, input rst, input [{word}:0] in_data, input in_valid, output in_ready,
  output [{word}:0] out_data, output out_valid, input out_ready);
  wire core_rst, core_in_valid, core_in_ready, core_out_valid, core_out_ready;
  wire [{port}:0] core_in_data, core_out_data;
  assign core_rst = {"~rst" if external.ports.reset_low else "rst"};
{middle}  {core.entity} core(.clk(clk), .io_clk(io_clk), .rst(core_rst), {inner});
endmodule
"""
