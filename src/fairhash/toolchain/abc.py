# SPDX-License-Identifier: Apache-2.0
"""ABC, as the package of Yosys contains it: runs its commands."""

from importlib import util
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.toolchain import tools


def program() -> Path:
    """The executable.

    Raises:
        FairhashError: if the package pyosys is not installed or has none.
    """
    spec = util.find_spec("pyosys")
    path = Path(spec.origin).with_name("yosys-abc") if spec and spec.origin else None
    if path is None or not path.is_file():
        raise FairhashError("the package pyosys with yosys-abc is not installed", "", "run ./run --setup")
    return path


def run_commands(commands: str, workdir: Path, limit_s: float) -> tools.ToolRun:
    """Run ABC's commands, separated by semicolons, with a limit of CPU time in seconds."""
    return tools.run([program(), "-q", commands], workdir, limit_s)
