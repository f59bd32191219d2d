# SPDX-License-Identifier: Apache-2.0
"""Builds the simulator of an accelerator: VHDL to Verilog by GHDL, to C++ by Verilator, and a C++ main program."""

from pathlib import Path

from fairhash import paths
from fairhash.errors import FairhashError
from fairhash.system.accelerator import SHARED, Accelerator, WrittenAccelerator, write_accelerator
from fairhash.system.accelerator_external import ADAPTER
from fairhash.testbench import compiled
from fairhash.testbench.adapters import adapter_files
from fairhash.testbench.engines import cached, digest, version
from fairhash.toolchain import ghdl_memory, tools
from fairhash.toolchain.ghdl import to_verilog
from fairhash.toolchain.verilator import verilator, verilator_root

BENCH = Path(__file__).parent / "bench"
"""Folder of accelerator_dut.h, which a main program includes."""

_CXX = compiled.CXX
_MAIN = BENCH / "accelerator_main.cpp"


def accelerator_simulator(accelerator: Accelerator, main: Path = _MAIN) -> Path:
    """Return the simulator of an accelerator, built if it is not stored.

    Args:
        accelerator: The accelerator.
        main: A C++ source with main(); default: bench/accelerator_main.cpp, whose files accelerator_run.py writes.

    Raises:
        FairhashError: a tool failed.
    """
    folder = accelerator_objects(accelerator)
    main_key = digest([main, BENCH / "accelerator_dut.h", *_CXX, version("g++")])

    def compile_main(workdir: Path) -> None:
        _step([*_CXX, "-O2", f"-I{BENCH}", "-c", main, "-o", workdir / "main.o"], workdir, "g++")

    def link(workdir: Path) -> None:
        compiled_main = cached(f"accelerator-main-{main_key}", compile_main) / "main.o"
        _step([*_CXX, compiled_main, *accelerator_link_files(folder), "-o", workdir / "sim"], workdir, "g++")

    return cached(f"accelerator-sim-{digest([folder.name, main_key])}", link) / "sim"


def accelerator_link_files(objects: Path) -> list[Path]:
    """Return what a main program is linked with: the object files in `objects`, and those of Verilator's library."""
    return [*sorted(objects.glob("*.o")), *compiled._runtime()]


def accelerator_objects(accelerator: Accelerator) -> Path:
    """Return the folder with the object files (*.o) that define make_accelerator() of bench/accelerator_dut.h.

    A program is linked with accelerator_link_files().

    Raises:
        FairhashError: a tool failed.
    """
    with_sources = cached(_sources_key(accelerator), lambda folder: _write(accelerator, folder))
    verilog = with_sources / "accelerator.v"
    own = [BENCH / "accelerator_dut.h", BENCH / "accelerator_verilated.cpp", Path(__file__)]
    tool_versions = [version("g++"), version(str(verilator()))]
    key = f"accelerator-{digest([verilog, *own, *_CXX, *tool_versions])}"
    return cached(key, lambda folder: _compile(accelerator, verilog, folder))


def _sources_key(accelerator: Accelerator) -> str:
    """Return a digest of everything the Verilog is made from, without making it."""
    core, folder = accelerator.core, Path(__file__).parent
    parameters = (accelerator.cores, accelerator.bus_bits, accelerator.buffer_bytes)
    description = core.model_dump_json(exclude={"source", "external"}) + repr(core.external)
    generator = [folder / f"accelerator{part}.py" for part in ("", "_top", "_external")]
    generator.append(ghdl_memory.SOURCE)
    sources = [*(file for _, file in core.sources), *(paths.rtl() / name for name in (*SHARED, ADAPTER))]
    sources += adapter_files(core)
    return f"accelerator-verilog-{digest([repr(parameters), description, *generator, *sources, version('ghdl')])}"


def _write(accelerator: Accelerator, folder: Path) -> None:
    written = write_accelerator(accelerator, folder / "sources", observed=True)
    (folder / "accelerator.v").write_text(accelerator_verilog(accelerator, written, folder), encoding="utf-8")


def accelerator_verilog(accelerator: Accelerator, written: WrittenAccelerator, workdir: Path) -> str:
    """Return the Verilog of written sources, top module last.

    Raises:
        FairhashError: the sources do not elaborate.
    """
    declared = (f"the accelerator of {accelerator.core.name}", str(written.folder))
    text = to_verilog(written.folder, ("--std=08",), written.vhdl, accelerator.top, workdir, declared)
    return "".join((written.folder / name).read_text(encoding="utf-8") for name in written.verilog) + text


def _compile(accelerator: Accelerator, verilog: Path, folder: Path) -> None:
    verilated, root = folder / "verilated", verilator_root()
    command: list[str | Path] = [verilator(), "--cc", verilog, "--top-module", accelerator.top, "--prefix", "Vdut"]
    command += ["-Wno-fatal", "-Wno-lint", "-Wno-style", "--no-timing", "-O1", "--x-assign", "unique"]
    command += ["--x-initial", "unique", "--output-split", "0", "--output-split-cfuncs", "500", "--Mdir", verilated]
    _step(command, folder, "Verilator", {"VERILATOR_ROOT": str(root)})
    once = sorted(verilated.glob("*Slow.cpp"))
    always = [*sorted({*verilated.glob("*.cpp")} - {*once}), BENCH / "accelerator_verilated.cpp"]
    defines = ["-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0", "-w"]
    defines += [f"-DCORES={accelerator.cores}", f"-DBUS_BITS={accelerator.bus_bits}"]
    include = [f"-I{verilated}", f"-I{root}/include", f"-I{root}/include/vltstd", f"-I{BENCH}"]
    for name, parts, level in (("always", always, "-O1"), ("once", once, "-O0")):
        source = folder / f"{name}.cpp"
        source.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
        _step([*_CXX, *defines, *include, level, "-c", source, "-o", folder / f"{name}.o"], folder, "g++")


def _step(command: list[str | Path], folder: Path, name: str, env: dict[str, str] | None = None) -> None:
    tool_run = tools.run(command, folder, env=env)
    if not tool_run.ok:
        errors = [line.strip() for line in tool_run.output.splitlines() if "rror" in line]
        raise FairhashError(f"{name} failed: {(errors or [tool_run.tail()])[0]}", "", "see fairhash doctor")
