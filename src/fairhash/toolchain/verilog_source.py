# SPDX-License-Identifier: Apache-2.0
"""A core that comes in Verilog or SystemVerilog as one file, and the module around it that names its ports as ours.

The preprocessor resolves includes and macros and keeps the author's lines and file names, by which every tool that
reads the file reports errors. The module around is wires only: what is measured is the author's module.
"""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore, Role
from fairhash.catalog.source_language import compiled, language
from fairhash.errors import FairhashError
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.ghdl import TooSlow
from fairhash.toolchain.verilator import verilator, verilator_root

_SOURCES = "sources"
_FORBIDDEN = (
    (re.compile(r"\$readmem[bh]\b"), "it reads a file by $readmem", "write the constants into the source"),
    (re.compile(r"\bmodule\s+fairhash_\w+"), "a module's name begins with fairhash_", "rename it"),
)
_OUTPUTS: frozenset[Role] = frozenset({"in_ready", "out_data", "out_valid", "out_last"})
_PORT = re.compile(r"(input|output|inout) \[(\d+):(\d+)\] (\S+)")


def is_verilog(core: Core) -> bool:
    """Whether the sources are Verilog or SystemVerilog."""
    return core.external is not None and language(core.files) != "vhdl"


def preprocess_command(core: Core) -> tuple[str, ...]:
    """What Verilator is told, word by word."""
    files = tuple(compiled(core.files))
    folders = dict.fromkeys(Path(name).parent.as_posix() for name in core.files)
    return ("verilator_bin", "-E", *(f"+incdir+{folder}" for folder in folders), *files)


def collect(core: Core, workdir: Path, limit_s: float) -> Path:
    """Write `workdir`/<entity>.v or .sv: every source, and the module that gives its ports our names."""
    assert core.external is not None
    copies = workdir / _SOURCES
    shutil.rmtree(copies, ignore_errors=True)
    for name, file in core.sources:
        (copies / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copies / name)
    # only what the description lists is there: an include beyond it would be outside the keys of stored results
    command: list[str | Path] = [verilator(), *preprocess_command(core)[1:]]
    ran = tools.run(command, copies, limit_s, {"VERILATOR_ROOT": str(verilator_root())})
    shutil.rmtree(copies, ignore_errors=True)
    if not ran.ok:
        raise _refused(core, "Verilator", _verilator_error(ran), ran)
    for pattern, what, hint in _FORBIDDEN:
        if pattern.search(ran.output):
            raise FairhashError(f"{core.name}: {what}", str(core.source), hint)
    suffix = "sv" if language(core.files) == "systemverilog" else "v"
    finished = workdir / f"{core.entity}.{suffix}"
    finished.write_text(ran.output, encoding="utf-8")
    add_names(core, core.external, finished, workdir, limit_s)
    return finished


def add_names(core: Core, external: ExternalCore, verilog: Path, workdir: Path, limit_s: float) -> None:
    """Append the module called as the core's entity, with our ports; FairhashError if the author's do not match."""
    # GHDL has applied the generics of VHDL
    parameters = core.generics if is_verilog(core) else {}
    chosen = "".join(f" -chparam {name} {value}" for name, value in parameters.items())
    listing = "ports.txt"
    (workdir / listing).unlink(missing_ok=True)
    commands = (
        yosys.read_command(verilog),
        f"hierarchy -check -top {external.top}{chosen}",
        f"tee -q -o {listing} portlist {external.top}",
    )
    ran = yosys.run_script(commands, workdir, "ports", limit_s)
    if not ran.ok:
        raise _refused(core, "Yosys", yosys.failure(ran), ran)
    ports = _read_ports((workdir / listing).read_text(encoding="utf-8"))
    with verilog.open("a", encoding="utf-8") as stream:
        stream.write("\n" + _named(core, external, ports, parameters))


def _refused(core: Core, tool: str, reason: str, ran: tools.ToolRun) -> FairhashError:
    kind = TooSlow if ran.stopped_after else FairhashError
    told = f"stopped after {ran.stopped_after}" if ran.stopped_after else reason
    return kind(f"{tool} cannot read {core.name}: {told}", str(core.source), "fix it there")


def _verilator_error(ran: tools.ToolRun) -> str:
    errors = [line.strip() for line in ran.output.splitlines() if line.startswith("%Error")]
    return errors[0].removeprefix("%Error: ") if errors else ran.tail(1)


@dataclass(frozen=True)
class _Port:
    output: bool
    bits: int


def _read_ports(listing: str) -> dict[str, _Port]:
    return {
        name: _Port(way != "input", abs(int(left) - int(right)) + 1)
        for way, left, right, name in _PORT.findall(listing)
    }


def _named(core: Core, external: ExternalCore, ports: dict[str, _Port], parameters: dict[str, int]) -> str:
    word, top = core.word_bits, core.port_bits - 1
    tlast = core.port_bits > word
    sides: dict[Role, str] = {
        **{"clk": "clk", "io_clk": "io_clk", "rst": "rst", "in_valid": "in_valid", "in_ready": "in_ready"},
        **{"in_data": f"in_data[{word - 1}:0]", "out_data": f"out_data[{word - 1}:0]"},
        **{"out_valid": "out_valid", "out_ready": "out_ready"},
        **{"in_last": f"in_data[{word}]", "out_last": f"out_data[{word}]"},
    }
    connections = []
    called = dict(external.ports.called)
    if core.io_ratio == 1 and called.get("io_clk") not in ports:
        called.pop("io_clk", None)
    for role, name in called.items():
        bits = word if role.endswith("_data") else 1
        _check_port(core, name, ports.get(name), _Port(role in _OUTPUTS, bits), f"{role} under [ports.names]")
        connections.append(f".{name}({sides[role]})")
    for name, value in external.ports.tie.items():
        port = ports.get(name)
        _check_port(core, name, port, _Port(False, port.bits if port else 1), "[ports.tie]")
        assert port is not None
        if value >> port.bits:
            raise FairhashError(f"{value} does not fit {name} of {port.bits} bits", str(core.source), "fix [ports.tie]")
        connections.append(f".{name}({port.bits}'d{value})")
    left = [
        name for name, port in ports.items() if not port.output and name not in (*called.values(), *external.ports.tie)
    ]
    if left:
        hint = f"say what it is under [ports.names], or `{left[0]} = 0` under [ports.tie]"
        raise FairhashError(f"nothing drives the input {left[0]} of {external.top}", str(core.source), hint)
    values = ", ".join(f".{name}({value})" for name, value in parameters.items())
    spare = f"  assign out_data[{top}] = 1'b0;\n" if tlast and "out_last" not in called else ""
    return f"""\
`default_nettype wire
module {core.entity}(input clk, input io_clk, input rst, input [{top}:0] in_data, input in_valid, output in_ready,
  output [{top}:0] out_data, output out_valid, input out_ready);
{spare}  {external.top} {f"#({values}) " if values else ""}author({", ".join(connections)});
endmodule
"""


def _check_port(core: Core, name: str, port: _Port | None, wanted: _Port, key: str) -> None:
    assert core.external is not None
    what = ""
    if port is None:
        what = f"{core.external.top} has no port {name}"
    elif port.output != wanted.output:
        what = f"{name} is to be an {'output' if wanted.output else 'input'} of {core.external.top}"
    elif port.bits != wanted.bits:
        what = f"{name} of {core.external.top} has {port.bits} bits instead of {wanted.bits}"
    if what:
        raise FairhashError(what, str(core.source), f"fix {key}")
