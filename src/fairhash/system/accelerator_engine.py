# SPDX-License-Identifier: Apache-2.0
"""Builds the simulator of an accelerator: VHDL to Verilog by GHDL, to C++ by Verilator, and a C++ main program."""

from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.system.accelerator import Accelerator, WrittenAccelerator, write_accelerator
from fairhash.testbench.engines import cached, digest, version
from fairhash.toolchain import tools
from fairhash.toolchain.ghdl import to_verilog
from fairhash.toolchain.verilator import verilator, verilator_root

BENCH = Path(__file__).parent / "bench"
"""Folder of accelerator_dut.h, which a main program includes."""

_CXX = ("g++", "-std=c++20", "-O1", "-pthread")
_RUNTIME = ("verilated.cpp", "verilated_threads.cpp", "verilated_random.cpp")
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
    key = f"accelerator-main-{digest([folder.name, main, *_CXX])}"

    def make(made: Path) -> None:
        objects = sorted(folder.glob("*.o"))
        _step([*_CXX, f"-I{BENCH}", main, *objects, "-o", made / "sim"], made, "g++")

    return cached(key, make) / "sim"


def accelerator_objects(accelerator: Accelerator) -> Path:
    """Return the folder with the object files (*.o) that define make_accelerator() of bench/accelerator_dut.h.

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
    """Return a key of everything the Verilog is made from, without making it."""
    core = accelerator.core
    parameters = (accelerator.cores, accelerator.bus_bits, accelerator.buffer_bytes)
    shared = sorted((Path(__file__).parent).glob("accelerator*.py"))
    rtl = sorted((core.source.parent.parent / "accelerator").glob("*.vhd")) if not core.external else []
    files = [file for _, file in core.sources]
    parts: list[str | bytes | Path] = [repr(parameters), core.model_dump_json(exclude={"source"}), *files, *shared]
    return f"accelerator-verilog-{digest([*parts, *rtl, *_shared_rtl(), version('ghdl')])}"


def _shared_rtl() -> list[Path]:
    from fairhash import paths  # noqa: PLC0415

    return [paths.rtl() / name for name in ("ops/memory_simple_dual_port.vhd", "adapters/word_queue.vhd")] + sorted(
        (paths.rtl() / "accelerator").glob("*.vhd")
    )


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
    runtime = [root / "include" / name for name in _RUNTIME]
    defines = ["-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0", "-w"]
    defines += [f"-DCORES={accelerator.cores}", f"-DBUS_BITS={accelerator.bus_bits}"]
    include = [f"-I{verilated}", f"-I{root}/include", f"-I{root}/include/vltstd", f"-I{BENCH}"]
    for name, parts, level in (("always", always, "-O1"), ("once", once, "-O0"), ("runtime", runtime, "-O1")):
        source = folder / f"{name}.cpp"
        source.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
        _step([*_CXX, *defines, *include, level, "-c", source, "-o", folder / f"{name}.o"], folder, "g++")


def _step(command: list[str | Path], folder: Path, name: str, env: dict[str, str] | None = None) -> None:
    ran = tools.run(command, folder, env=env)
    if not ran.ok:
        errors = [line.strip() for line in ran.output.splitlines() if "rror" in line]
        raise FairhashError(f"{name} failed: {(errors or [ran.tail()])[0]}", "", "see fairhash doctor")
