# SPDX-License-Identifier: Apache-2.0
"""A core's sources as one Verilog file: by GHDL from VHDL, by Verilator's preprocessor from Verilog."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.toolchain import verilog_source
from fairhash.toolchain.ghdl import TooSlow, synth_command, to_verilog

__all__ = ["GHDL_STANDARD", "TooSlow", "elaborate", "elaboration_command", "sources"]

GHDL_STANDARD = "--std=08"

_OLDER = ("-fsynopsys", "-frelaxed")
"""For VHDL that is not ours: std_logic_arith and its kin, and what older tools let pass."""


def sources(core: Core) -> list[Path]:
    """The core's files in compile order."""
    return [file.resolve() for _, file in core.sources]


def _ghdl_options(core: Core) -> tuple[str, ...]:
    generics = (f"-g{name}={value}" for name, value in core.generics.items())
    return (GHDL_STANDARD, *(_OLDER if core.external else ()), *generics)


def elaboration_command(core: Core) -> tuple[str, ...]:
    """What the tool that reads the sources is told, word by word; files are named from the folder of all of them."""
    if verilog_source.is_verilog(core):
        return verilog_source.preprocess_command(core)
    return synth_command(_ghdl_options(core), core.files, core.external.top if core.external else core.entity)


def elaborate(core: Core, workdir: Path, limit_s: float = 600) -> Path:
    """Write `workdir`/<entity>.v (.sv): one file, top module named as the entity, generics of the core applied.

    Ports keep their names and widths; those of a core that is not ours get the names of ours. The text depends on the
    sources and generics only, never on where they lie. The tool may take `limit_s` seconds of CPU time; beyond it this
    raises TooSlow. Raises FairhashError with the tool's first error when the sources do not elaborate.
    """
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    if verilog_source.is_verilog(core):
        return verilog_source.collect(core, workdir, limit_s)
    top = core.external.top if core.external else core.entity
    text = to_verilog(core.home, _ghdl_options(core), core.files, top, workdir, (core.name, str(core.source)), limit_s)
    finished = workdir / f"{core.entity}.v"
    finished.write_text(text, encoding="utf-8")
    if core.external:
        verilog_source.add_names(core, core.external, finished, workdir, limit_s)
    return finished
