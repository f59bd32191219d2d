# SPDX-License-Identifier: Apache-2.0
"""Simulations of a component: the module with both of its tops, compiled with the program that hashes files in it."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Literal

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.features.package.component import Component
from fairhash.features.package.component_vhdl import ports
from fairhash.testbench.engines import cached, digest
from fairhash.testbench.verilated import CXX, OBJECTS, compile_verilog, runtime, step, verilator_inputs
from fairhash.toolchain import tools

SIMULATION_TOP = "simulation_top"
PARTS = Path(__file__).parent / "parts"
"""Files that are the same in every package."""
DRIVER = "components/driver"
"""Folder of the driver, relative to rtl/."""


def simulation_top(component: Component, kinds: Collection[str] = ("axis", "regs")) -> str:
    """Verilog with the ports of both tops, and always with both clocks of the core.

    Args:
        component: The component.
        kinds: The tops that it contains; the outputs of others are undefined.
    """
    clocks = {"aclk": "", "aresetn": "", "core_clk": "", "core_io_clk": ""}
    rows = {
        name: (direction, kind)
        for kind_of in ("axis", "regs")
        for name, direction, kind, _ in ports(component, kind_of)
    }
    declared = [f"  input {name}" for name in clocks]
    declared += [
        f"  {direction}put {verilog_range(kind)}{name}"
        for name, (direction, kind) in rows.items()
        if name not in clocks
    ]
    return "\n".join(
        [
            "// SPDX-License-Identifier: Apache-2.0",
            "// Both components side by side, for simulation.",
            f"module {SIMULATION_TOP}(",
            ",\n".join(declared),
            ");",
            *(
                f"  {top} {kind}({connected(component, kind)});"
                for kind, top in tops(component).items()
                if kind in kinds
            ),
            "endmodule",
            "",
        ]
    )


def tops(component: Component) -> dict[str, str]:
    """The name of each top module by its kind."""
    return {"axis": component.axis, "regs": component.regs}


def verilog_range(kind: str) -> str:
    """The range of a VHDL type, with a space after it; empty for a bit."""
    if kind == "std_ulogic":
        return ""
    high = kind.partition("(")[2].partition(" ")[0]
    return f"[{high}:0] "


def connected(component: Component, kind: str) -> str:
    """The connections of a top module to signals of the same names."""
    return ", ".join(f".{name}({name})" for name, _, _, _ in ports(component, kind))


Interface = Literal["axis", "registers"]
_WARNINGS = ("-Wall", "-Wextra", "-Werror")
_PROGRAM = ("simulate.cpp", "pins.h")


def compiled_component(component: Component, verilog: str) -> Path:
    """The program that hashes files in the component, compiled once for the same Verilog and C++."""
    top = simulation_top(component)
    program = _program()

    def make(target: Path) -> None:
        texts = {"component.v": verilog, f"{SIMULATION_TOP}.v": top}
        for name, text in texts.items():
            (target / name).write_text(text, encoding="utf-8")
        files = [target / name for name in texts]
        options = [f"-I{PARTS}", f"-DIO_RATIO={component.core.io_ratio}"]
        compile_verilog(files, SIMULATION_TOP, PARTS / "dut.cpp", target, cxx_options=options)
        objects = [target / f"{name}.o" for name in OBJECTS]
        step(target, [*CXX, *objects, *program, *runtime(), "-o", target / "simulate"], "g++")

    inputs: list[str | Path] = [
        verilog,
        top,
        PARTS / "dut.cpp",
        PARTS / "pins.h",
        *program,
        str(component.core.io_ratio),
        *verilator_inputs(),
    ]
    return cached(f"component-{digest(inputs)}", make) / "simulate"


def _program() -> list[Path]:
    """The object files of the program and of the driver, which are the same for all components."""
    driver = paths.rtl() / DRIVER

    def make(target: Path) -> None:
        cpp = [*CXX, *_WARNINGS, f"-I{driver}", "-c", str(PARTS / "simulate.cpp")]
        step(target, [*cpp, "-o", target / "simulate.o"], "g++")
        c = ["gcc", "-std=c17", "-pedantic", "-O1", *_WARNINGS, "-c", str(driver / "fairhash_driver.c")]
        step(target, [*c, "-o", target / "driver.o"], "gcc")

    inputs: list[str | Path] = [*(PARTS / name for name in _PROGRAM), *sorted(driver.iterdir()), *CXX]
    folder = cached(f"component-program-{digest(inputs)}", make)
    return [folder / "simulate.o", folder / "driver.o"]


def hash_files(
    program: Path, interface: Interface, seed: int, messages: Sequence[Path], trace: Path | None = None
) -> list[str]:
    """The digests in hexadecimal.

    Args:
        program: What compiled_component() returned.
        interface: The ports to use.
        seed: 0 for no pauses.
        messages: The files.
        trace: File for the AXI4-Stream ports in each cycle.

    Raises:
        FairhashError: The component broke a rule of the bus, or gave no digest.
    """
    command = [program, interface, str(seed), *messages]
    done = tools.run(command, program.parent, env={"TRACE": str(trace)} if trace else None, limit_s=600)
    if not done.ok:
        raise FairhashError(f"the simulation failed: {done.tail()}", str(program), "report this")
    return [line.split()[0] for line in done.output.splitlines()]
