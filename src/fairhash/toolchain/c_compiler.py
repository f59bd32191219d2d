# SPDX-License-Identifier: Apache-2.0
"""The C compiler, for the small programs and libraries in C that belong to this package."""

import tempfile
from functools import cache
from pathlib import Path

from fairhash.base.errors import MachineFault
from fairhash.toolchain import reaper, tools


@cache
def compiled(sources: tuple[Path, ...], flags: tuple[str, ...], libraries: tuple[str, ...] = ()) -> bytes:
    """What gcc makes of some sources: a program, or whatever `flags` ask for. The same arguments are compiled once.

    Args:
        sources: C files; messages name the first one.
        flags: Options before the sources.
        libraries: Options after them.

    Raises:
        MachineFault: gcc is missing or cannot compile the sources.
    """
    with tempfile.TemporaryDirectory(prefix="gcc-", dir=reaper.temporary_folder()) as name:
        output = Path(name) / "output"
        command: list[str | Path] = [tools.require_tool("gcc"), *flags, *sources, "-o", output, *libraries]
        tool_run = tools.run(command, Path(name))
        if not tool_run.ok:
            # the last line is only a mark below the source
            errors = [line.strip() for line in tool_run.output.splitlines() if "error:" in line]
            what = f"gcc cannot compile {sources[0].name}: {errors[0] if errors else tool_run.tail(1)}"
            raise MachineFault(what, str(sources[0]), "see fairhash doctor")
        return output.read_bytes()
