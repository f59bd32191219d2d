# SPDX-License-Identifier: Apache-2.0
"""From Verilog to object files: C++ by Verilator, compiled by g++. Simulators of cores and of accelerators share it."""

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import copy_context
from functools import cache
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.testbench.engines import cached, digest, version
from fairhash.toolchain import tools
from fairhash.toolchain.sandbox import also_readable
from fairhash.toolchain.tools import verilator, verilator_root

CXX = ("g++", "-std=c++20", "-O1", "-pthread")
OBJECTS = ("always", "once")
"""A circuit's object files: what runs in each cycle, and what runs once."""
RUNTIME = ("verilated.cpp", "verilated_threads.cpp")
_LEVELS = {"always": "-O1", "once": "-O0"}
# more optimisation by Verilator doubles the C++ of a core with S-boxes, and the time to compile it; functions of
# thousands of statements need minutes in the compiler: a Grøstl 15 s in place of 170 s
_VERILATOR = (
    *("-Wno-fatal", "-Wno-lint", "-Wno-style", "--no-timing", "-O1", "--x-assign", "unique", "--x-initial", "unique"),
    *("--output-split", "0", "--output-split-cfuncs", "500"),
)
_DEFINES = ("-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0", "-w")
_HEADER = "precompiled.h"
_ERROR = re.compile(r"\berror\b", re.IGNORECASE)


def verilator_inputs() -> list[str | Path]:
    """Return what decides the object files of a circuit, except its Verilog: for digest()."""
    return [*CXX, version("g++"), version(str(verilator())), Path(__file__)]


def compile_verilog(
    verilog: Sequence[Path],
    top: str,
    wrapper: Path,
    folder: Path,
    *,
    verilator_options: Sequence[str] = (),
    cxx_options: Sequence[str] = (),
) -> None:
    """Write the object files of a circuit (OBJECTS, each with ending .o) to `folder`.

    Args:
        verilog: Its source files.
        top: Its top module; the C++ class is Vdut.
        wrapper: C++ that includes Vdut.h and runs in each cycle.
        folder: Existing folder, also for files on the way.
        verilator_options: Further options of Verilator.
        cxx_options: Further options of g++, such as definitions and include folders of `wrapper`.

    Raises:
        FairhashError: Verilator or g++ failed.
    """
    verilated = folder / "verilated"
    command: list[str | Path] = [verilator(), "--cc", *verilog, "--top-module", top, "--prefix", "Vdut"]
    step(
        folder,
        [*command, *verilator_options, *_VERILATOR, "--Mdir", verilated],
        "Verilator",
        {"VERILATOR_ROOT": str(verilator_root())},
    )
    once = sorted(verilated.glob("*Slow.cpp"))
    parts = {"once": once, "always": [*sorted({*verilated.glob("*.cpp")} - {*once}), wrapper]}
    headers = {name: _precompiled_header(paths.build(), level) for name, level in _LEVELS.items()}

    def compile_part(name: str) -> None:
        source = folder / f"{name}.cpp"
        # a precompiled header counts only as the first of all includes
        included = [_HEADER, *parts[name]]
        source.write_text("".join(f'#include "{file}"\n' for file in included), encoding="utf-8")
        folders = [f"-I{path}" for path in (headers[name], verilated)]
        options = [*CXX, *_DEFINES, *folders, *_includes(), *cxx_options, _LEVELS[name]]
        step(folder, [*options, "-c", source, "-o", folder / f"{name}.o"], "g++")

    with ThreadPoolExecutor() as pool, ExitStack() as stack:
        for header in headers.values():
            stack.enter_context(also_readable(header))
        # a new thread is not confined unless it has the context of this one
        jobs = [pool.submit(copy_context().run, compile_part, name) for name in OBJECTS]
        for job in jobs:
            job.result()


def runtime() -> list[Path]:
    """Return the object files of Verilator's library, which every simulator is linked with."""

    def make(folder: Path) -> None:
        for name in RUNTIME:
            source = verilator_root() / "include" / name
            step(folder, [*CXX, *_DEFINES, *_includes(), "-c", source, "-o", folder / f"{name}.o"], "g++")

    folder = cached(f"runtime-{digest(verilator_inputs())}", make)
    return [folder / f"{name}.o" for name in RUNTIME]


@cache
def _precompiled_header(build: Path, level: str) -> Path:
    """Return a folder below `build` with Verilator's header, which takes longer to read than most circuits."""

    def make(folder: Path) -> None:
        header = folder / _HEADER
        header.write_text('#include "verilated.h"\n', encoding="utf-8")
        command: list[str | Path] = [*CXX, *_DEFINES, *_includes(), level, "-x", "c++-header", header]
        step(folder, [*command, "-o", folder / f"{_HEADER}.gch"], "g++")

    return cached(f"header-{digest([*verilator_inputs(), level])}", make)


def _includes() -> list[str]:
    include = verilator_root() / "include"
    return [f"-I{include}", f"-I{include}/vltstd"]


def step(folder: Path, command: list[str | Path], name: str, env: dict[str, str] | None = None) -> None:
    """Run one tool in `folder`.

    Raises:
        FairhashError: it failed; the message names the tool (`name`) and its first error.
    """
    tool_run = tools.run(command, folder, env=env)
    if not tool_run.ok:
        errors = [line.strip() for line in tool_run.output.splitlines() if _ERROR.search(line)]
        raise FairhashError(f"{name} failed: {(errors or [tool_run.tail()])[0]}", "", "see fairhash doctor")
