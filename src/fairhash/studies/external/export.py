# SPDX-License-Identifier: Apache-2.0
"""Exports cores of the catalogue: as FuseSoC packages, or as one file of plain Verilog."""

import shutil
import tempfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.port_roles import Kind
from fairhash.models import stream_many
from fairhash.testbench import wire
from fairhash.testbench.answers import known_answers
from fairhash.testbench.reference import models
from fairhash.testbench.vhdl import wrapper
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
        "// Words, headers and handshake: docs/interface.md.\n"
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


_TESTBENCH = Path(__file__).with_name("known_answers.vhd")
_MESSAGES = 8
"""Known answers that a package's testbench checks; few, since GHDL simulates slowly."""


def export_fusesoc(cores: Iterable[Core], folder: Path) -> list[Path]:
    """Write one package a core into `folder`, a FuseSoC library; returns the .core files.

    Target `default` is the core; target `sim` checks it against known answers in GHDL.

    Raises:
        FairhashError: if the folder is not writable.
    """
    try:
        return [_write_package(core, folder) for core in cores]
    except OSError as error:
        raise FairhashError(
            f"cannot write the packages: {error.strerror}", str(error.filename or folder), "name a writable folder"
        ) from error


def vlnv(core: Core) -> str:
    """The FuseSoC identifier of a core's package: vendor, library, name and version."""
    return f"fairhash:{core.family}:{core.name.replace('/', '-')}:{metadata.version('fairhash')}"


def _write_package(core: Core, folder: Path) -> Path:
    package = folder / core.family / core.name.replace("/", "-")
    for name, file in core.sources:
        _copy(file, package / "rtl" / name)
    test = package / "test"
    _copy(_TESTBENCH, test / "known_answers.vhd")
    (test / "dut.vhd").write_text("-- SPDX-License-Identifier: Apache-2.0\n" + wrapper(core), encoding="utf-8")
    inputs, digests = _test_vectors(core)
    (test / "inputs.txt").write_text(inputs, encoding="ascii")
    (test / "digests.txt").write_text(digests, encoding="ascii")
    core_file = package / f"{package.name}.core"
    content = yaml.safe_dump(_core_file_content(core), sort_keys=False, width=120)
    core_file.write_text(f"CAPI=2:\n{content}", encoding="utf-8")
    return core_file


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _test_vectors(core: Core) -> tuple[str, str]:
    """The input words of a few messages in sequence, and the words of their digests: hexadecimal, one a line."""
    rows = known_answers(core)
    selected = [row for row in rows[:: max(1, len(rows) // _MESSAGES)] if row.bits % 8 == 0][:_MESSAGES]
    reference = models()
    inputs: list[int] = []
    digests: list[int] = []
    for row in selected:
        in_flight = core.messages_in_flight
        words = stream_many(row.algorithm, core.word_bits, [row.data], in_flight=in_flight, digest_bits=row.digest_bits)
        inputs += words.words
        digests += wire.output_words(core, reference, row)
    return _hex_lines(inputs, core.word_bits), _hex_lines(digests, core.word_bits)


def _hex_lines(words: Iterable[int], word_bits: int) -> str:
    return "".join(f"{word:0{word_bits // 4}x}\n" for word in words)


def _core_file_content(core: Core) -> dict[str, Any]:
    """The content of the .core file (CAPI2)."""
    generics = {
        name: {"datatype": "int", "default": value, "paramtype": "generic"} for name, value in core.generics.items()
    }
    test = {"W": core.word_bits, "IO_RATIO": core.io_ratio}
    generics |= {name: {"datatype": "int", "default": value, "paramtype": "generic"} for name, value in test.items()}
    vectors = [{f"test/{name}": {"file_type": "user", "copyto": name}} for name in ("inputs.txt", "digests.txt")]
    return {
        "name": vlnv(core),
        "description": f"{core.algorithm}, {core.architecture}: {core.formula.text(core.io_ratio)} cycles for N blocks",
        "filesets": {
            "rtl": {"files": [f"rtl/{name}" for name in core.files], "file_type": "vhdlSource-2008"},
            "test": {
                "files": ["test/dut.vhd", "test/known_answers.vhd", *vectors],
                "file_type": "vhdlSource-2008",
            },
        },
        "targets": {
            "default": {"filesets": ["rtl"], "toplevel": core.entity, "parameters": list(core.generics)},
            "sim": {
                "description": "known answers, in GHDL",
                "filesets": ["rtl", "test"],
                "toplevel": "known_answers",
                "default_tool": "ghdl",
                "tools": {"ghdl": {"run_options": ["--ieee-asserts=disable"]}},
                "parameters": list(test),
            },
        },
        "parameters": generics,
    }
