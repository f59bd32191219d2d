# SPDX-License-Identifier: Apache-2.0
"""Makes the model of a proof: VHDL sources and a property module, as one transition system."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.toolchain import ghdl, yosys

TOP = "proof"
"""Name of every property module."""

_STANDARD = "--std=08"


Generic = int | bool | str
"""Value of a generic; a text is a bit vector, the leftmost bit first."""


@dataclass(frozen=True)
class SourceEdit:
    """An injected bug: one piece of text in one VHDL source is replaced by another."""

    file: str
    """Relative to rtl/."""
    find: str
    replace: str

    def __str__(self) -> str:
        """What is changed, in one line."""
        return f"{self.file}: {' '.join(self.find.split())} -> {' '.join(self.replace.split())}"


@dataclass(frozen=True)
class ProofDesign:
    """The design of a proof."""

    entity: str
    vhdl: tuple[str, ...]
    """Sources in compile order, relative to rtl/."""
    properties: tuple[Path, ...]
    """SystemVerilog files: modules of common properties first, then the module `proof`."""
    generics: Mapping[str, Generic] = field(default_factory=dict)
    """Generics of the entity; those that `proof` has as parameters are passed to it too."""
    parameters: tuple[str, ...] = ()
    """Names of the generics that are parameters of `proof`."""
    constants: Mapping[str, int] = field(default_factory=dict)
    """Further parameters of `proof`."""
    internals: tuple[str, ...] = ()
    """Internal signals of the entity that become additional output ports, so that properties can read them."""
    two_clocks: bool = False
    """Whether the entity has `clk` and `io_clk` as different clocks; see _join_clocks()."""
    free: tuple[str, ...] = ()
    """Instances in the entity that are removed: the signals they drive are arbitrary in each cycle."""


Format = Literal["smt2", "aig"]


def write_model(
    design: ProofDesign, workdir: Path, limit_s: float, edit: SourceEdit | None = None, *, form: Format = "smt2"
) -> Path:
    """Write the model to `workdir` and return its path.

    Registers have arbitrary initial values; constants that VHDL leaves undefined are arbitrary in each cycle.

    Args:
        limit_s: Limit of each tool's CPU time in seconds.
        edit: A bug to inject.
        form: SMT-LIB 2, or binary AIGER with bad states and constraints.

    Raises:
        FairhashError: The sources or the properties cannot be read, or the edit does not fit the source.
    """
    sources = workdir / "sources"
    for name in design.vhdl:
        text = (paths.rtl() / name).read_text(encoding="utf-8")
        copy = sources / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(_edited(text, edit) if edit and edit.file == name else text, encoding="utf-8")
    if edit and edit.file not in design.vhdl:
        raise FairhashError(f"the bug is in {edit.file}, which is no source of {design.entity}", "", "correct the file")
    options = (_STANDARD, *(f"-g{name}={_vhdl_value(value)}" for name, value in design.generics.items()))
    declared = (design.entity, str(paths.rtl()))
    text = ghdl.to_verilog(sources, options, design.vhdl, design.entity, workdir, declared, limit_s)
    (workdir / "design.v").write_text(text, encoding="utf-8")
    for file in design.properties:
        (workdir / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    _run_yosys(_design_commands(design), workdir, "design", limit_s)
    if design.two_clocks:
        _join_clocks(workdir / "design.json", design.entity)
    _run_yosys([*_model_commands(design), *_WRITE_COMMANDS[form]], workdir, "model", limit_s)
    return workdir / f"model.{form}"


def _edited(text: str, edit: SourceEdit) -> str:
    if text.count(edit.find) != 1:
        what = f"the text {edit.find!r} occurs {text.count(edit.find)} times"
        raise FairhashError(what, edit.file, "name a text that occurs once")
    return text.replace(edit.find, edit.replace)


def _vhdl_value(value: Generic) -> str:
    return str(value).lower()


def _yosys_value(value: Generic) -> str:
    return f"{len(value)}'b{value}" if isinstance(value, str) else str(int(value))


def _design_commands(design: ProofDesign) -> list[str]:
    """Flatten the entity and turn `internals` into output ports."""
    return [
        "read_verilog design.v",
        f"hierarchy -check -top {design.entity}",
        # both keep undefined constants
        "proc",
        *(f"select -assert-count 1 {design.entity}/c:{name}" for name in design.free),
        *(f"delete {design.entity}/c:{name}" for name in design.free),
        "flatten",
        "memory_collect",
        "memory_map",
        # an undefined constant must not be optimised to whichever value suits
        "setundef -undriven -anyseq",
        *(f"select -assert-count 1 {design.entity}/w:{name}" for name in design.internals),
        *(f"expose {design.entity}/w:{name}" for name in design.internals),
        "check -assert",
        "write_json design.json",
    ]


def _model_commands(design: ProofDesign) -> list[str]:
    values = {**{name: design.generics[name] for name in design.parameters}, **design.constants}
    parameters = " ".join(f"-chparam {name} {_yosys_value(value)}" for name, value in values.items())
    return [
        "read_json design.json",
        *(f"read_verilog -formal -sv {file.name}" for file in design.properties),
        f"hierarchy -check -top {TOP} {parameters}".strip(),
        "proc",
        "flatten",
        "opt_clean",
        "async2sync",
        "dffunmap",
        "chformal -lower",
        "opt_clean",
    ]


_WRITE_COMMANDS: Mapping[Format, Sequence[str]] = {
    "smt2": ["write_smt2 -wires model.smt2"],
    # a latch of AIGER starts at 0: $anyinit cells give registers arbitrary initial values
    "aig": [
        "formalff -clk2ff -ff2anyinit",
        "techmap",
        "dffunmap",
        "abc -g AND",
        "opt_clean",
        "write_aiger -I -B -zinit model.aig",
    ],
}


def _join_clocks(file: Path, entity: str) -> None:
    """Rewrite the netlist so that `io_clk` is the only clock and `clk` enables the registers that it clocked.

    After that, `clk` is '1' in the cycles of io_clk that end with a rising edge of clk. This describes the same
    circuit, because the rising edges of the clocks are aligned (docs/interface.md).
    """
    netlist: dict[str, Any] = yosys.netlist(file)
    module = netlist["modules"][entity]
    clk, io_clk = (module["ports"][name]["bits"] for name in ("clk", "io_clk"))
    for cell in module["cells"].values():
        if cell["connections"].get("CLK") == clk:
            if cell["type"] != "$dff" or int(cell["parameters"]["CLK_POLARITY"], 2) != 1:
                raise FairhashError(f"a register on clk is a {cell['type']} cell", entity, "expected rising edges only")
            cell["type"] = "$dffe"
            cell["parameters"]["EN_POLARITY"] = "1"
            cell["port_directions"]["EN"] = "input"
            cell["connections"] |= {"CLK": io_clk, "EN": clk}
    file.write_text(json.dumps(netlist), encoding="utf-8")


def _run_yosys(commands: Sequence[str], workdir: Path, name: str, limit_s: float) -> None:
    tool_run = yosys.run_script(commands, workdir, name, limit_s)
    if not tool_run.ok:
        raise FairhashError(yosys.failure(tool_run), str(workdir / f"{name}.log"), "correct the sources or properties")
