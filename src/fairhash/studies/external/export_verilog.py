# SPDX-License-Identifier: Apache-2.0
"""Exports a core of the catalogue as one file of plain Verilog, with its own ports or through an adapter."""

import tempfile
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import Kind
from fairhash.toolchain import reaper, tools
from fairhash.toolchain.elaborate import elaborate
from fairhash.toolchain.ghdl import to_verilog

_ENTITIES: dict[Kind, tuple[str, tuple[str, ...]]] = {
    "axi-stream": ("axis_ports", ("shell/shell_pkg.vhd", "adapters/axis_ports.vhd")),
    "fifo": ("fifo_ports", ("adapters/fifo_ports.vhd",)),
}
_PORTS: dict[Kind, str] = {
    "axi-stream": """\
input aclk, input aresetn,
  input [{top}:0] s_axis_tdata, input s_axis_tvalid, output s_axis_tready,
  output [{top}:0] m_axis_tdata, output m_axis_tvalid, output m_axis_tlast, input m_axis_tready""",
    "fifo": """\
input clk, input rst,
  input [{top}:0] din, input src_ready, output src_read,
  output [{top}:0] dout, input dst_ready, output dst_write""",
}
_CONNECTED: dict[Kind, str] = {
    "axi-stream": """.clk(aclk), .rst(~aresetn), .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready), .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready)""",
    "fifo": """.din(din), .src_ready(src_ready), .src_read(src_read),
    .dout(dout), .dst_ready(dst_ready), .dst_write(dst_write)""",
}
_CLOCKS: dict[Kind, str] = {
    "axi-stream": ".clk(aclk), .io_clk(aclk), .rst(~aresetn)",
    "fifo": ".clk(clk), .io_clk(clk), .rst(rst)",
}


def export_verilog(core: Core, kind: Kind, out: Path) -> str:
    """Write `core` to `out`, with the values of its generics applied; returns the name of the top module.

    Args:
        kind: the ports of the top module. With every kind the words transferred are those of FairHash's streams,
            headers included.

    Raises:
        FairhashError: if the core cannot have these ports, or `out` is not writable.
    """
    if kind != "fairhash" and core.io_ratio != 1:
        raise FairhashError(f"{core.name} has two clocks", "", "export it with ports of kind fairhash")
    if kind == "axi-stream" and core.messages_in_flight > 1:
        raise FairhashError(f"{core.name} has several messages in flight", "", "export it with ports of kind fifo")
    with tempfile.TemporaryDirectory(prefix=".export.", dir=reaper.temporary_folder()) as folder:
        work = Path(folder)
        text = elaborate(core, work).read_text(encoding="utf-8")
        top = core.entity
        if kind != "fairhash":
            top = f"{core.entity}_{kind.replace('-', '_')}"
            text += _adapter_module(core, kind, work) + _top_module(core, kind, top)
    try:
        out.write_text(_header_comment(core, top) + text, encoding="utf-8")
    except OSError as error:
        raise FairhashError(f"cannot write: {error.strerror}", str(out), "name a writable file") from error
    return top


def _header_comment(core: Core, top: str) -> str:
    version = tools.run([tools.require_tool("ghdl"), "--version"], paths.build()).output.splitlines()[0]
    return (
        "// SPDX-License-Identifier: Apache-2.0\n"
        f"// FairHash core {core.name}, top module {top}. Generated from its VHDL by {version}; do not edit.\n"
        "// Words, headers and handshake: docs/architecture.md, A core on the wire.\n"
    )


def _adapter_module(core: Core, kind: Kind, work: Path) -> str:
    entity, files = _ENTITIES[kind]
    generics: dict[str, int] = {"W": core.word_bits}
    if kind == "axi-stream":
        generics["DIGEST_WORDS"] = core.digest_bits // core.word_bits
    options = ("--std=08", *(f"-g{name}={value}" for name, value in generics.items()))
    return to_verilog(paths.rtl(), options, files, entity, work, ("the adapter", str(paths.rtl())))


def _top_module(core: Core, kind: Kind, top: str) -> str:
    word = core.word_bits - 1
    names = ("in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")
    inner = ", ".join(f".{name}({name})" for name in names)
    return f"""\
module {top}({_PORTS[kind].format(top=word)});
  wire [{word}:0] in_data, out_data;
  wire in_valid, in_ready, out_valid, out_ready;
  {_ENTITIES[kind][0]} ports({_CONNECTED[kind]},
    {inner});
  {core.entity} core({_CLOCKS[kind]},
    {inner});
endmodule
"""
