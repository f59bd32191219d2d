# SPDX-License-Identifier: Apache-2.0
"""A core's VHDL as one Verilog file, by GHDL."""

from pathlib import Path

from fairhash import tools
from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.verify.verilog import make_safe

GHDL_STANDARD = "--std=08"

_LINK = "rtl"
"""Stands in the working folder for the folder of all sources, so that no argument says where a checkout lies."""


class TooSlow(FairhashError):
    """GHDL reached its limit."""


def sources(core: Core) -> list[Path]:
    """The core's VHDL files in compile order."""
    return [(core.source.parent.parent / name).resolve() for name in core.files]


def elaboration_command(core: Core) -> tuple[str, ...]:
    """What GHDL is told to make Verilog of `core`, word by word; files are named from the folder of all families."""
    generics = [f"-g{name}={value}" for name, value in core.generics.items()]
    files = [f"{_LINK}/{name}" for name in core.files]
    return ("ghdl", "--synth", GHDL_STANDARD, "--out=verilog", "--workdir=.", *generics, *files, "-e", core.entity)


def elaborate(core: Core, workdir: Path, limit_s: float = 600) -> Path:
    """Write `workdir`/<entity>.v: one file, top module named as the entity, generics of the core applied.

    Ports keep their names and widths. The text depends on the sources and generics only, never on where they lie.
    GHDL may take `limit_s` seconds of CPU time; beyond it this raises TooSlow. Raises FairhashError with GHDL's first
    error when the sources do not elaborate.
    """
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    raw = workdir / f"{core.entity}.ghdl.v"
    link = workdir / _LINK
    name, *arguments = elaboration_command(core)
    command: list[str | Path] = [tools.need(name), *arguments]
    # GHDL has no option to name the output file, and its warnings must stay out of it.
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(core.source.parent.parent.resolve(), target_is_directory=True)
        ran = tools.run(["sh", "-c", 'exec "$@" > "$0"', raw, *command], workdir, limit_s)
        if not ran.ok:
            kind = TooSlow if ran.stopped_after else FairhashError
            raise kind(f"GHDL cannot elaborate {core.name}: {_reason(ran)}", str(core.source), "mend it there")
        text = raw.read_text(encoding="utf-8")
    finally:
        raw.unlink(missing_ok=True)
        link.unlink(missing_ok=True)
    try:
        safe = make_safe(text)
    except FairhashError as error:
        raise FairhashError(error.what, core.name, error.mend) from error
    finished = workdir / f"{core.entity}.v"
    finished.write_text(safe, encoding="utf-8")
    return finished


def _reason(ran: tools.ToolRun) -> str:
    if ran.stopped_after:
        return f"stopped after {ran.stopped_after}"
    lines = [line.strip() for line in ran.output.splitlines() if line.strip()]
    errors = [line for line in lines if "warning:" not in line and "note:" not in line and ".vhd:" in line]
    return (errors or lines or [f"status {ran.returncode}"])[0]
