# SPDX-License-Identifier: Apache-2.0
"""The reference engine: the VHDL source itself in GHDL with the VHDL testbench.

An external core gets an architecture of `dut` with the author's entity and the bridges of adapters.py. The author's
sources are in a library of their own, since their entities may have the names of ours.
"""

import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore
from fairhash.testbench import adapters
from fairhash.testbench.adapters import PIN_OUTPUTS, adapter_files
from fairhash.testbench.bridges import bridges
from fairhash.testbench.engines import BENCH, cached, digest, finish, version
from fairhash.toolchain import sandbox, tools
from fairhash.toolchain.elaborate import EXTERNAL_OPTIONS, GHDL_STANDARD, elaborate, sources
from fairhash.toolchain.generic_values import vhdl_map
from fairhash.toolchain.safe_verilog import verilog_name
from fairhash.toolchain.source_text import without_mark
from fairhash.toolchain.verilog_source import is_verilog

AUTHOR_LIBRARY = "author"


_VECTORS = ("in_data", "out_data")
_CONNECTION = re.compile(r"\.(\w+)\(([^)]*)\)")
_ADAPTER_ARCHITECTURE = """\
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
        side = adapters.inner_side(external.ports, name)
        source, target = ("pin", side) if name in adapters.PIN_OUTPUTS else (side, "pin")
        statements.append(f"  {target}_{name} <= {source}_{name}{_inversion(name, masks[name], core)};")
    statements += [f"  pin_{name} <= '0';" for name in layout.constants if name not in _VECTORS]
    names = dict(external.ports.by_role)
    if core.io_ratio == 1:
        names.pop("io_clk", None)
    ports = {
        name: layout.signals[role] if role in ("clk", "io_clk") else f"pin_{_vhdl(layout.signals[role])}"
        for role, name in names.items()
    }
    if external.ports.kind == "lwc":
        ports |= {"sdi_data": "(others => '0')", "sdi_valid": "'0'"}
    ports |= {name: _constant(value, tie_bits[name]) for name, value in external.ports.tie.items()}
    generics = vhdl_map(core)
    return _ADAPTER_ARCHITECTURE.format(
        library=AUTHOR_LIBRARY,
        signals="\n".join(_declarations(core)),
        statements="\n".join(statements),
        top=external.top,
        generics=f"\n    generic map ({generics})" if generics else "",
        ports=",\n".join(f"      {name} => {signal}" for name, signal in ports.items()),
    )


def _declarations(core: Core) -> list[str]:
    """The signals of the measured module's ports: `core_` are active high, `pin_` have the author's active levels."""
    ports = (core.in_port_bits, core.out_port_bits)
    plain = core.plain_layout
    sides = {"core": (plain.in_bits, plain.out_bits), "pin": ports}
    names = [(side, name) for side in sides for name in adapters.PINS]
    if core.external and core.external.ports.is_masked:
        sides["shared"] = ports
        names += [("shared", name) for name in _VECTORS]
    return [f"  signal {side}_{name} : {_type(name, sides[side])};" for side, name in names]


def _type(name: str, widths: tuple[int, int]) -> str:
    """The type of a port of the measured module."""
    return f"std_ulogic_vector({widths[_VECTORS.index(name)] - 1} downto 0)" if name in _VECTORS else "std_ulogic"


def _bridge_instances(core: Core) -> list[str]:
    """An instance of each bridge, whose ports are connected as in Verilog."""
    clock = "io_clk" if core.io_ratio > 1 else "clk"
    instances = []
    for bridge in bridges(core):
        connections = [("clk", clock), ("rst", "rst"), *_CONNECTION.findall(bridge.connections)]
        generics = ", ".join(f"{name} => {value}" for name, value in bridge.generics.items())
        ports = ", ".join(f"{port} => {_vhdl(signal) or 'open'}" for port, signal in connections)
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
    if kind in ("fairhash", "axi-stream", "lwc"):
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


_ENTITY = """\
library ieee;
use ieee.std_logic_1164.all;

entity dut is
{port_clause}
end entity dut;

"""
_ARCHITECTURE = """\
architecture bench of dut is

begin

  core : entity work.{entity}{generics}
{port_map}

end architecture bench;
"""

_CLOCKS_AND_RESET = ("clk", "io_clk", "rst")
_STREAMS = ("in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")


@dataclass(frozen=True)
class VhdlEngine:
    """A core analysed by GHDL; it is elaborated again for each run."""

    folder: Path
    word_bits: int
    io_ratio: int
    out_bits: int
    """Width of the digest words."""
    external: bool
    """Whether it simulates an external core, and sees only its own files."""
    name: str = "vhdl"

    def run(self, stimulus: Path, observation: Path, seed: int, wave: Path | None = None) -> None:
        """`seed` is not used: every register without a reset starts as 'U' here."""
        options = EXTERNAL_OPTIONS if self.external else ()
        command: list[str | Path] = [tools.require_tool("ghdl"), "--elab-run", GHDL_STANDARD, *options, "testbench"]
        command += [f"-gW={self.word_bits}", f"-gOUT_W={self.out_bits}"]
        command += [f"-gIO_RATIO={self.io_ratio}"]
        command += [f"-gSTIMULUS={stimulus.resolve()}", f"-gOBSERVATION={observation.resolve()}"]
        command += ["--ieee-asserts=disable", *([f"--wave={wave.resolve()}"] if wave else [])]
        written = [observation.parent, *([wave.resolve().parent] if wave else [])]
        with sandbox.confined([stimulus.parent], written) if self.external else nullcontext():
            finish(tools.run(command, self.folder), "GHDL")

    def wave_name(self) -> str:
        return "failure.ghw"


def port_map(margin: str, prefix: str = "") -> str:
    """The port map of a core in lines that begin with `margin`; `prefix` is that of the signals of both streams."""
    signals = {name: name for name in _CLOCKS_AND_RESET} | {name: f"{prefix}{name}" for name in _STREAMS}
    ports = ",\n".join(f"{margin}  {port:<9} => {signal}" for port, signal in signals.items())
    return f"{margin}port map (\n{ports}\n{margin});"


def port_clause(margin: str, core: Core) -> str:
    """The ports between a core and the testbench in lines that begin with `margin`."""
    widths = {"in_data": core.sent_bits, "out_data": core.received_bits}
    types = {name: f"std_ulogic_vector({bits - 1} downto 0)" for name, bits in widths.items()}
    ports = ";\n".join(
        f"{margin}  {name:<9} : {'out' if name in PIN_OUTPUTS else 'in':<5} {types.get(name, 'std_ulogic')}"
        for name in (*_CLOCKS_AND_RESET, *_STREAMS)
    )
    return f"{margin}port (\n{ports}\n{margin});"


def wrapper(core: Core) -> str:
    """Entity `dut`: the core with its generics applied."""
    generics = ", ".join(f"{name} => {value}" for name, value in core.generics.items())
    return _entity(core) + _ARCHITECTURE.format(
        entity=core.entity,
        generics=f"\n    generic map ({generics})" if generics else "",
        port_map=port_map("    "),
    )


def _entity(core: Core) -> str:
    return _ENTITY.format(port_clause=port_clause("  ", core))


def vhdl_engine(core: Core) -> VhdlEngine:
    """The core analysed together with the testbench, unless the same sources already were.

    Raises:
        FairhashError: The core is not in VHDL, or GHDL cannot analyse its sources.
    """
    if is_verilog(core):
        raise FairhashError("the vhdl engine simulates VHDL sources only", core.user_name, "take --engine fast")
    if core.external:
        sandbox.require_closed_sources(core)
    text = _entity(core) + external_dut(core, core.external, _tie_bits(core)) if core.external else wrapper(core)
    ours = [*(adapter_files(core) if core.external else sources(core)), BENCH / "testbench.vhd"]
    authors = sources(core) if core.external else []

    def make(folder: Path) -> None:
        # GHDL keeps the place of every source and reads it again to elaborate: give it copies with relative names.
        names = [f"{number:02}_{file.name}" for number, file in enumerate([*authors, *ours])]
        for name, file in zip(names, [*authors, *ours], strict=True):
            (folder / name).write_bytes(without_mark(file.read_bytes()))
        (folder / "dut.vhd").write_text(text, encoding="ascii")
        if core.external:
            with sandbox.confined():
                in_author = (*EXTERNAL_OPTIONS, f"--work={AUTHOR_LIBRARY}")
                copies = dict(zip(core.files, names, strict=False))
                for library, files in core.external.libraries.items():
                    _analyse(core, folder, [copies[name] for name in files], *EXTERNAL_OPTIONS, f"--work={library}")
                others = {copies[name] for files in core.external.libraries.values() for name in files}
                ordered = _in_order(
                    core.external, folder, [name for name in names[: len(authors)] if name not in others], in_author
                )
                _analyse(core, folder, ordered, *in_author)
                _analyse(core, folder, [*names[len(authors) : -1], "dut.vhd", names[-1]], *EXTERNAL_OPTIONS)
        else:
            _analyse(core, folder, [*names[:-1], "dut.vhd", names[-1]])

    folder = cached(f"vhdl-{digest([text, *authors, *ours, version('ghdl'), Path(__file__)])}", make)
    return VhdlEngine(folder, core.sent_bits, core.io_ratio, core.received_bits, core.external is not None)


def _in_order(external: ExternalCore, folder: Path, names: list[str], options: Sequence[str]) -> list[str]:
    """The files that an external core needs, each after those it uses: GHDL's synthesis accepts them in any order.

    They stay as they are if GHDL finds no order; the analysis then reports why.
    """
    ghdl = tools.require_tool("ghdl")
    tools.run([ghdl, "-i", GHDL_STANDARD, *options, *names], folder)
    listed = tools.run([ghdl, "--elab-order", GHDL_STANDARD, *options, external.top], folder)
    ordered = [line for line in listed.output.splitlines() if line in names]
    return ordered if listed.ok and ordered else names


def _analyse(core: Core, folder: Path, names: list[str], *options: str) -> None:
    tool_run = tools.run([tools.require_tool("ghdl"), "-a", GHDL_STANDARD, *options, *names], folder)
    if not tool_run.ok:
        raise FairhashError(f"GHDL cannot analyse {core.name}: {tool_run.tail()}", str(core.source), "fix it there")


def _tie_bits(core: Core) -> dict[str, int]:
    """The width of each port that an external core's description ties to a constant."""
    assert core.external is not None
    ties = core.external.ports.tie
    if not ties:
        return {}
    with tempfile.TemporaryDirectory(prefix="fairhash.") as folder:
        text = elaborate(core, Path(folder)).read_text(encoding="utf-8")
    # the wrapper at the end of the Verilog has found them out
    found = {name: re.findall(rf"\.{verilog_name(name.lower())}\((\d+)'d", text) for name in ties}
    return {name: int(widths[-1]) for name, widths in found.items()}
