# SPDX-License-Identifier: Apache-2.0
"""Converts a core's sources to one Verilog file: VHDL by GHDL, Verilog by Verilator's preprocessor."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.toolchain import sandbox, verilog_source
from fairhash.toolchain.generic_values import ghdl_options
from fairhash.toolchain.ghdl import TimeLimitExceeded, ghdl_command, to_verilog, written_verilog
from fairhash.toolchain.safe_verilog import require_closed_text
from fairhash.toolchain.vhdl_text import require_unique_units

__all__ = [
    "GHDL_STANDARD",
    "TimeLimitExceeded",
    "elaborate",
    "elaboration_command",
    "list_ports",
    "located_verilog",
    "sources",
]

GHDL_STANDARD = "--std=08"

EXTERNAL_OPTIONS = ("-fsynopsys", "-frelaxed")
"""GHDL options for external cores: non-standard packages such as std_logic_arith, and rules that older tools relax."""
_NO_ASSERTIONS = "--no-formal"
"""GHDL's option that leaves assertions and PSL, which are no circuit, out of its Verilog."""


def sources(core: Core) -> list[Path]:
    """The core's source files in compile order, as absolute paths."""
    return [file.resolve() for _, file in core.sources]


def _ghdl_options(core: Core) -> tuple[str, ...]:
    external = (*EXTERNAL_OPTIONS, _NO_ASSERTIONS) if core.external else ()
    return (GHDL_STANDARD, *external, *ghdl_options(core))


def _ghdl_files(core: Core) -> tuple[str, ...]:
    """The sources of a VHDL core, with GHDL's option for the library before those that are not in `work`."""
    libraries = core.external.libraries if core.external else {}
    if not libraries:
        return core.files
    library_of = {name: library for library, names in libraries.items() for name in names}
    return tuple(word for name in core.files for word in (f"--work={library_of.get(name, 'work')}", name))


def elaboration_command(core: Core) -> tuple[str, ...]:
    """Command line of the tool that reads the sources, with file names relative to the folder of all sources."""
    if verilog_source.is_verilog(core):
        return verilog_source.preprocess_command(core)
    return ghdl_command(_ghdl_options(core), _ghdl_files(core), core.external.top if core.external else core.entity)


def elaborate(core: Core, workdir: Path, limit_s: float = 600) -> Path:
    """Write `workdir`/<entity>.v or .sv: one file whose top module has the entity's name, with the generics applied.

    Ports keep their names and widths; the ports of an external core are renamed to ours. The text depends only on the
    sources and generics, not on the folder they are in.

    Args:
        core: The core to convert.
        workdir: Folder for the file; created if missing.
        limit_s: Limit of the tool's CPU time in seconds.

    Raises:
        TimeLimitExceeded: The tool reached `limit_s`.
        FairhashError: The sources do not elaborate; the message holds the tool's first error. Or an external core's
            sources are not closed, or declare a unit twice.
    """
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    if core.external:
        sandbox.require_closed_sources(core)
        require_unique_units(core)
        with sandbox.listed_files(core, workdir) as home, sandbox.confined():
            verilog = _elaborate(core, home, workdir, limit_s)
            verilog_source.append_port_wrapper(core, core.external, verilog, workdir, limit_s)
            return verilog
    return _elaborate(core, core.home, workdir, limit_s)


def list_ports(core: Core, workdir: Path, limit_s: float = 600) -> dict[str, verilog_source.Port]:
    """Return the ports of the top of an external core by name, whatever its description says of them.

    Args:
        core: The external core.
        workdir: Folder for temporary files; created if missing.
        limit_s: Limit of each tool's CPU time in seconds.

    Raises:
        TimeLimitExceeded: A tool reached `limit_s`.
        FairhashError: The sources do not elaborate, or are not closed.
    """
    assert core.external is not None
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    sandbox.require_closed_sources(core)
    require_unique_units(core)
    with sandbox.listed_files(core, workdir) as home, sandbox.confined():
        verilog = _elaborate(core, home, workdir, limit_s)
        return verilog_source.list_ports(core, core.external.top, verilog, workdir, limit_s)


def _elaborate(core: Core, home: Path, workdir: Path, limit_s: float) -> Path:
    """Write the Verilog of the sources in `home`, without the wrapper of an external core."""
    if verilog_source.is_verilog(core):
        return verilog_source.write_verilog(core, workdir, limit_s)
    top = core.external.top if core.external else core.entity
    declared = (core.name, str(core.source))
    # The stored results of our cores are of Verilog with unknown values there, with which they pass all modes.
    is_external = core.external is not None
    text = to_verilog(home, _ghdl_options(core), _ghdl_files(core), top, workdir, declared, limit_s, is_external)
    verilog = workdir / f"{core.entity}.v"
    verilog.write_text(text, encoding="utf-8")
    if core.external:
        # an extended identifier of VHDL may hold any text, which GHDL writes as it is
        require_closed_text(core, text)
    return verilog


def located_verilog(core: Core, workdir: Path) -> str:
    """The Verilog of one of our VHDL cores with GHDL's comments, which name the source below the links in `workdir`."""
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    return written_verilog(
        core.home, _ghdl_options(core), core.files, core.entity, workdir, (core.name, str(core.source))
    )
