# SPDX-License-Identifier: Apache-2.0
"""Verilog and SystemVerilog cores: preprocesses their sources to one file and wraps the top module.

The preprocessor expands includes and macros, and keeps the author's line numbers and file names, so that tools report
errors at the author's lines. The wrapper has the ports of our cores and contains wires only: the measured logic is the
author's.
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore, compiled
from fairhash.catalog.port_layout import OUTPUTS
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.generic_values import Value, values, verilog_expression, verilog_map, yosys_constant
from fairhash.toolchain.ghdl import TimeLimitExceeded
from fairhash.toolchain.safe_verilog import require_closed_text, verilog_name
from fairhash.toolchain.source_text import verilog_for_synthesis
from fairhash.toolchain.tools import verilator, verilator_root

_COPIES = "sources"
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_SYSTEMVERILOG = re.compile(
    r"\bfor\s*\(\s*(?:genvar|int|integer)\b|\b(logic|assert|always_ff|always_comb|always_latch|typedef|package|import|interface|modport|unique\s+case|struct)\b"
)
_SYSTEMVERILOG_HINT = 'it contains SystemVerilog: add language = "systemverilog", or end the file\'s name in .sv'
_UNPACKED_HINT = "add a module around the top whose ports are packed vectors, and name it in `top`"
_PREPROCESSED = ".preprocessed"
_TO_FILE = 'exec "$@" > "$0"'
"""The preprocessor writes to stdout; the shell keeps stderr, with the warnings, out of the file."""
_KEEP_HIERARCHY = re.compile(r"\bkeep_hierarchy\b")
"""An attribute with which Yosys would leave a module as an unmapped cell."""
_PORT = re.compile(r"(input|output|inout) \[(\d+):(\d+)\] (\S+)")


@dataclass(frozen=True)
class Port:
    """A port of the author's top; `bits` is its width."""

    output: bool
    bits: int


def is_verilog(core: Core) -> bool:
    """Whether this is an external core in Verilog or SystemVerilog."""
    return core.external is not None and core.language != "vhdl"


def preprocess_command(core: Core) -> tuple[str, ...]:
    """Command line of the preprocessor, with file names relative to the folder of all sources."""
    files = tuple(compiled(core.files))
    folders = dict.fromkeys(Path(name).parent.as_posix() for name in core.files)
    # the circuit is what synthesis reads: not the branch for simulation, nor one for the simulator that preprocesses
    macros = ("+define+SYNTHESIS", "-UVERILATOR")
    # included files are named from the folder of all sources, or found in that of any source
    folders.setdefault(".")
    return ("verilator_bin", "-E", "-Wno-fatal", *macros, *(f"+incdir+{folder}" for folder in folders), *files)


def write_verilog(core: Core, workdir: Path, limit_s: float) -> Path:
    """Write `workdir`/<entity>.v or .sv with all preprocessed sources.

    Args:
        core: An external core for which is_verilog() holds.
        workdir: Existing folder for the file.
        limit_s: Limit of CPU time of each tool, in seconds.

    Raises:
        TimeLimitExceeded: A tool reached `limit_s`.
        FairhashError: The sources cannot be read.
    """
    assert core.external is not None
    copies = workdir / _COPIES
    shutil.rmtree(copies, ignore_errors=True)
    for name, file in core.sources:
        (copies / name).parent.mkdir(parents=True, exist_ok=True)
        (copies / name).write_bytes(verilog_for_synthesis(core, name, file.read_bytes()))
    # run among copies of the listed files only: an include of another file would be missing from the results' keys
    command: list[str | Path] = ["sh", "-c", _TO_FILE, _PREPROCESSED, verilator(), *preprocess_command(core)[1:]]
    tool_run = tools.run(command, copies, limit_s, {"VERILATOR_ROOT": str(verilator_root())})
    written = copies / _PREPROCESSED
    output = written.read_text(encoding="utf-8", errors="replace") if written.is_file() else ""
    shutil.rmtree(copies, ignore_errors=True)
    if not tool_run.ok:
        raise _read_error(core, "Verilator", _verilator_error(tool_run), tool_run)
    if not output.strip():
        raise tools.ToolMisbehaved(f"Verilator succeeded but wrote no source of {core.name}")
    # a form feed ends an escaped identifier for some tools only
    text = output.replace("\f", " ")
    require_closed_text(core, text)
    # every core is flattened
    text = _KEEP_HIERARCHY.sub("keep_hierarchy_ignored", text)
    suffix = "sv" if core.language == "systemverilog" else "v"
    verilog = workdir / f"{core.entity}.{suffix}"
    verilog.write_text(text, encoding="utf-8")
    return verilog


def append_port_wrapper(core: Core, external: ExternalCore, verilog: Path, workdir: Path, limit_s: float) -> None:
    """Append to `verilog` the wrapper: a module named as the core's entity, with our ports, around the author's top.

    Args:
        core: The external core.
        external: The description of its ports.
        verilog: A file in `workdir` that holds the author's modules.
        workdir: Working folder of Yosys, which lists the author's ports.
        limit_s: Limit of CPU time of Yosys, in seconds.

    Raises:
        TimeLimitExceeded: Yosys reached `limit_s`.
        FairhashError: Yosys cannot read the file, or the author's ports do not match the description.
    """
    ports = list_ports(core, external.top, verilog, workdir, limit_s)
    top = external.top if is_verilog(core) else _written_module(external.top, verilog.read_text(encoding="utf-8"))
    with verilog.open("a", encoding="utf-8") as stream:
        stream.write("\n" + _wrapper(core, external, top, ports, _parameters(core)))


def _parameters(core: Core) -> Mapping[str, Value]:
    """The parameters of the top in Verilog; for VHDL, GHDL has applied the generics already."""
    return values(core) if is_verilog(core) else {}


def list_ports(core: Core, author_top: str, verilog: Path, workdir: Path, limit_s: float) -> dict[str, Port]:
    """Return the ports of the author's top by name.

    Args:
        core: The external core.
        author_top: The name of its top in the sources.
        verilog: A file in `workdir` that holds the author's modules.
        workdir: Working folder of Yosys, which lists the ports.
        limit_s: Limit of CPU time of Yosys, in seconds.

    Raises:
        TimeLimitExceeded: Yosys reached `limit_s`.
        FairhashError: Yosys cannot read the file.
    """
    parameters = _parameters(core)
    # read_slang applies the parameters itself
    applied = parameters if verilog.suffix == ".v" else {}
    chosen = "".join(f" -chparam {name} {yosys_constant(value)}" for name, value in applied.items())
    listing = "ports.txt"
    (workdir / listing).unlink(missing_ok=True)
    top = author_top if is_verilog(core) else _written_module(author_top, verilog.read_text(encoding="utf-8"))
    commands = (
        yosys.read_command(verilog, top, {name: verilog_expression(value) for name, value in parameters.items()}),
        f"hierarchy -check -top {top}{chosen}",
        f"tee -q -o {listing} portlist {top}",
    )
    tool_run = yosys.run_script(commands, workdir, "ports", limit_s)
    if not tool_run.ok:
        raise _read_error(core, "Yosys", yosys.failure(tool_run), tool_run)
    ports = _read_ports(tools.read_text(workdir / listing, "Yosys"))
    if is_verilog(core):
        _require_packed_ports(core, verilog.read_text(encoding="utf-8"))
    return ports


def _written_module(author_top: str, text: str) -> str:
    """The top's name in GHDL's Verilog, which keeps the case of the source for the top and its ports."""
    lower = verilog_name(author_top.lower())
    return next((name for name in re.findall(r"^module (\w+)", text, re.MULTILINE) if name.lower() == lower), lower)


def _require_packed_ports(core: Core, text: str) -> None:
    """Check that no port of the top is an unpacked array, which Verilator connects to no vector.

    Raises:
        FairhashError: One is.
    """
    assert core.external is not None
    module = re.search(rf"\bmodule\s+{core.external.top}\b.*?\bendmodule\b", text, re.DOTALL)
    for name in (*core.external.ports.by_role.values(), *core.external.ports.tie):
        if module and re.search(rf"\b(?:input|output)\b[^;,()]*?[\w\]]\s+{name}\s*\[", module[0]):
            what = f"the port {name} of {core.external.top} is an unpacked array"
            raise FairhashError(what, str(core.source), _UNPACKED_HINT)


def _read_error(core: Core, tool: str, reason: str, tool_run: tools.ToolRun) -> FairhashError:
    tools.require_message(tool_run, tool)
    error_class = TimeLimitExceeded if tool_run.stopped_after else FairhashError
    if tool_run.stopped_after:
        reason = f"stopped after {tool_run.stopped_after}"
    hint = tools.hint("verilog", reason)
    if hint == tools.DEFAULT_HINT and _looks_like_systemverilog(core):
        hint = _SYSTEMVERILOG_HINT
    return error_class(f"{tool} cannot read {core.name}: {reason}", str(core.source), hint)


def _looks_like_systemverilog(core: Core) -> bool:
    """Whether a core whose files are named as Verilog uses SystemVerilog."""
    if core.language != "verilog":
        return False
    texts = (
        file.read_text(encoding="utf-8", errors="replace")
        for name, file in core.sources
        if name in compiled(core.files)
    )
    return any(_SYSTEMVERILOG.search(_COMMENT.sub("", text)) for text in texts)


def _verilator_error(tool_run: tools.ToolRun) -> str:
    """Verilator's first error or warning message that names a place, else its last line of output."""
    lines = [line.strip() for line in tool_run.output.splitlines()]
    errors = [line for line in lines if line.startswith("%Error") and "Exiting due to" not in line]
    errors += [line for line in lines if line.startswith("%Warning")]
    return errors[0].removeprefix("%Error: ") if errors else tool_run.tail(1)


def _read_ports(listing: str) -> dict[str, Port]:
    """Ports by name, from the output of Yosys' `portlist`."""
    return {
        name: Port(direction != "input", abs(int(left) - int(right)) + 1)
        for direction, left, right, name in _PORT.findall(listing)
    }


_IDLE_INPUTS = {"lwc": ("sdi_data", "sdi_valid")}
"""Inputs that a hash function does not use, by kind of ports: keys come through SDI."""


def _wrapper(
    core: Core, external: ExternalCore, top: str, ports: dict[str, Port], parameters: Mapping[str, Value]
) -> str:
    layout = core.layout
    # the case of letters in names of VHDL has no meaning
    written = {} if is_verilog(core) else {name.lower(): name for name in ports}

    def actual(name: str) -> str:
        lower = verilog_name(name.lower())
        return name if is_verilog(core) else written.get(lower, lower)

    connections = []
    port_names = dict(external.ports.by_role)
    if core.io_ratio == 1 and port_names.get("io_clk") not in ports:
        port_names.pop("io_clk", None)
    for role, name in port_names.items():
        required = Port(role in OUTPUTS, layout.widths[role])
        _check_port(core, name, ports.get(actual(name)), required, f"{role} under [ports.names]", ports)
        connections.append(f".{actual(name)}({layout.signals[role]})")
    idle = {name: 0 for name in _IDLE_INPUTS.get(external.ports.kind, ()) if actual(name) in ports}
    tied = {**idle, **external.ports.tie}
    for name, value in tied.items():
        port = ports.get(actual(name))
        _check_port(core, name, port, Port(False, port.bits if port else 1), "[ports.tie]", ports)
        assert port is not None
        if value >> port.bits:
            raise FairhashError(f"{value} does not fit {name} of {port.bits} bits", str(core.source), "fix [ports.tie]")
        connections.append(f".{actual(name)}({port.bits}'d{value})")
    driven = {actual(name) for name in (*port_names.values(), *tied)}
    undriven = [name for name, port in ports.items() if not port.output and name not in driven]
    if undriven:
        hint = f"name it under [ports.names], or write `{undriven[0]} = 0` under [ports.tie]"
        raise FairhashError(f"nothing drives the input {undriven[0]} of {external.top}", str(core.source), hint)
    parameter_map = verilog_map(parameters)
    constants = "".join(f"  assign {name} = 1'b0;\n" for name in layout.constants)
    data_in = f"input [{layout.in_bits - 1}:0]"
    return f"""\
`default_nettype wire
module {core.entity}(input clk, input io_clk, input rst, {data_in} in_data, input in_valid, output in_ready,
  output [{layout.out_bits - 1}:0] out_data, output out_valid, input out_ready);
{constants}  {top} {f"#({parameter_map}) " if parameter_map else ""}author({", ".join(connections)});
endmodule
"""


def _check_port(  # noqa: PLR0917 - a port, what it must be, and the other ports
    core: Core, name: str, port: Port | None, required: Port, key: str, ports: Mapping[str, Port]
) -> None:
    assert core.external is not None
    problem = ""
    direction = "output" if required.output else "input"
    if port is None:
        problem = f"{core.external.top} has no port {name}"
        others = ", ".join(other for other, found in ports.items() if found.output == required.output)
        key = f"{key}: its {direction}s are {others}" if others else key
    elif port.output != required.output:
        problem = f"{name} must be an {direction} of {core.external.top}"
    elif port.bits != required.bits:
        problem = f"{name} of {core.external.top} has {port.bits} bits instead of {required.bits}"
        key = f"{key}, or the widths (`word_bits`, `out_word_bits`, `generics`)" if required.bits > 1 else key
    if problem:
        raise FairhashError(problem, str(core.source), f"fix {key}")
