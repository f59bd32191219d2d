# SPDX-License-Identifier: Apache-2.0
"""VHDL to one text of Verilog, by GHDL."""

from collections.abc import Sequence
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.toolchain import tools
from fairhash.toolchain.safe_verilog import make_safe

LINK = "rtl"
"""Stands in the working folder for the folder of all sources, so that no argument says where a checkout lies."""


class TooSlow(FairhashError):
    """The tool that reads the sources reached its limit."""


def synth_command(options: Sequence[str], files: Sequence[str], entity: str) -> tuple[str, ...]:
    """What GHDL is told, word by word; files are named from the folder of all sources."""
    linked = [f"{LINK}/{name}" for name in files]
    return ("ghdl", "--synth", options[0], "--out=verilog", "--workdir=.", *options[1:], *linked, "-e", entity)


def to_verilog(  # noqa: PLR0917 - what GHDL is told, and where
    home: Path,
    options: Sequence[str],
    files: Sequence[str],
    entity: str,
    workdir: Path,
    asked: tuple[str, str],
    limit_s: float = 600,
) -> str:
    """The Verilog of `entity`, fixed by make_safe(); raises FairhashError with GHDL's first error, or TooSlow.

    `options` begins with the standard; `asked` is what the user named and the file that declares it. GHDL may take
    `limit_s` seconds of CPU time.
    """
    raw, link = workdir / f"{entity}.ghdl.v", workdir / LINK
    tool, *arguments = synth_command(options, files, entity)
    command: list[str | Path] = [tools.need(tool), *arguments]
    # GHDL has no option to name the output file, and its warnings must stay out of it.
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(home.resolve(), target_is_directory=True)
        ran = tools.run(["sh", "-c", 'exec "$@" > "$0"', raw, *command], workdir, limit_s)
        if not ran.ok:
            kind = TooSlow if ran.stopped_after else FairhashError
            raise kind(f"GHDL cannot elaborate {asked[0]}: {_reason(ran)}", asked[1], "fix it there")
        text = raw.read_text(encoding="utf-8")
    finally:
        raw.unlink(missing_ok=True)
        link.unlink(missing_ok=True)
    try:
        return make_safe(text)
    except FairhashError as error:
        raise FairhashError(error.what, asked[0], error.hint) from error


def _reason(ran: tools.ToolRun) -> str:
    if ran.stopped_after:
        return f"stopped after {ran.stopped_after}"
    lines = [line.strip() for line in ran.output.splitlines() if line.strip()]
    errors = [line for line in lines if "warning:" not in line and "note:" not in line and ".vhd" in line]
    return (errors or lines or [f"status {ran.returncode}"])[0].removeprefix(f"{LINK}/")
