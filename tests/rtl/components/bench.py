# SPDX-License-Identifier: Apache-2.0
"""Parts of components in benches written in C++."""

from collections.abc import Sequence
from pathlib import Path

from fairhash.testbench.verilated import CXX, OBJECTS, compile_verilog, runtime, step
from fairhash.toolchain import tools


def bench_output(
    text: str, top: str, bench: str, folder: Path, *arguments: str, cxx_options: Sequence[str] = ()
) -> str:
    """What the bench prints.

    Args:
        text: Verilog.
        top: Its top module.
        bench: Name of a C++ file in this folder.
        folder: Where to compile.
        arguments: Those of the program.
        cxx_options: Further options of the compiler.
    """
    verilog = folder / f"{top}.v"
    verilog.write_text(text, encoding="utf-8")
    compile_verilog([verilog], top, Path(__file__).with_name(bench), folder, cxx_options=cxx_options)
    objects = [folder / f"{name}.o" for name in OBJECTS]
    step(folder, [*CXX, *objects, *runtime(), "-o", folder / "bench"], "g++")
    return tools.run([folder / "bench", *arguments], folder).output.strip()
