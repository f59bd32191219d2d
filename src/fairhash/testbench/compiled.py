# SPDX-License-Identifier: Apache-2.0
"""The fast engine: VHDL to Verilog by GHDL, to C++ by Verilator, driven by the harness."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import Ports
from fairhash.errors import FairhashError
from fairhash.testbench import adapters
from fairhash.testbench.adapters import adapter, adapter_inputs, simulated_top
from fairhash.testbench.engines import BENCH, Compiled, cached, digest, version
from fairhash.toolchain import closed_verilog, ghdl, ghdl_memory, ghdl_others, safe_verilog, tools, verilog_source
from fairhash.toolchain import elaborate as elaborate_module
from fairhash.toolchain.builds import package_build
from fairhash.toolchain.elaborate import elaborate, sources
from fairhash.toolchain.sandbox import SOURCE_CHECKS, confined_if_external
from fairhash.toolchain.verilator import verilator, verilator_root

CXX = ("g++", "-std=c++20", "-O1", "-pthread")
OBJECTS = ("always", "once")
"""A circuit's object files: what runs in each cycle, and what runs once."""
_FRONT_END = (adapters, closed_verilog, elaborate_module, ghdl, ghdl_memory, ghdl_others, safe_verilog, verilog_source)
"""The bench's own code between the sources and the Verilog that is simulated."""
RUNTIME = ("verilated.cpp", "verilated_threads.cpp", "verilated_random.cpp")


def fast_engine(core: Core) -> Compiled:
    """Return the core's simulator, built if its sources, generics, adapter, harness or tools are new."""

    def link(folder: Path) -> None:
        compiled = cached(f"circuit-{_circuit_key(core)}", lambda objects: _build_circuit(core, objects))
        objects = [compiled / f"{name}.o" for name in OBJECTS]
        shared = [*_runtime(), harness(limbs(core))]
        with confined_if_external(core, [file.parent for file in (*objects, *shared)]):
            _step(folder, [*CXX, *objects, *shared, "-o", folder / "sim"], "g++")

    folder = cached(f"fast-{simulator_key(core)}", link)
    confined = core.external is not None
    return Compiled(
        "fast", folder / "sim", core.sent_bits, core.io_ratio, out_bits=core.received_bits, confined=confined
    )


def limbs(core: Core) -> int:
    """64-bit limbs of the harness' words, which hold the widest data port of the core."""
    return -(-max(core.sent_bits, core.received_bits) // 64)


def simulator_key(core: Core) -> str:
    """Return the digest of everything a core's simulator is built from: sources, generics, adapter, harness, tools."""
    return digest([_circuit_key(core), harness_key(), *_limb_option(limbs(core))])


def _circuit_key(core: Core) -> str:
    """Return the digest of everything that decides the object files of a core; the harness is linked to them later."""
    return digest(
        [
            repr(sorted(core.generics.items())),
            core.entity,
            str(core.word_bits),
            str(core.io_ratio),
            repr(core.external and _circuit_ports(core.external.ports)),
            *adapter_inputs(core),
            # names decide which file an include finds, and the language; the names of our own sources do not matter
            repr(core.files if core.external else len(core.files)),
            *sources(core),
            BENCH / "dut.h",
            BENCH / "port_word.h",
            BENCH / "verilated_dut.cpp",
            *CXX,
            version("g++"),
            version("ghdl"),
            f"{package_build('pyosys')} {SOURCE_CHECKS}" if core.external else "",
            _verilator_version(),
            Path(__file__),
            *(Path(str(module.__file__)) for module in _FRONT_END),
        ]
    )


def _circuit_ports(ports: Ports) -> str:
    """The description of the ports without what decides only the words that are sent and expected."""
    words = {"headers", "in_order", "out_order", "reversed_digest"}
    return ports.model_dump_json(exclude=words)


def _build_circuit(core: Core, folder: Path) -> None:
    """Translate a core to Verilog and C++, and compile that to `folder`."""
    verilog = elaborate(core, folder)
    around = adapter(core, folder)
    verilated = folder / "verilated"
    command: list[str | Path] = [verilator(), "--cc", verilog, *([around] if around else [])]
    command += ["--top-module", simulated_top(core), "--prefix", "Vdut"]
    # a plain Verilog core may use names that SystemVerilog reserves
    command += ["--language", "1364-2005"] if verilog.suffix == ".v" and core.external else []
    # more optimisation doubles the C++ of a core with S-boxes, and the time to compile it
    command += ["-Wno-fatal", "-Wno-lint", "-Wno-style", "--no-timing", "-O1", "--x-assign", "unique"]
    command += ["--x-initial", "unique", "--output-split", "0", "--Mdir", verilated]
    # the compiler needs minutes for functions of thousands of statements: a Grøstl in 15 s instead of 170 s
    command += ["--output-split-cfuncs", "500"]
    with confined_if_external(core):
        _step(folder, command, "Verilator", {"VERILATOR_ROOT": str(verilator_root())})
        _compile(verilated, folder, limbs(core))


def _compile(verilated: Path, folder: Path, count: int) -> None:
    """Run two compilers at a time: without optimisation what runs once, with it what runs in each cycle."""
    once = sorted(verilated.glob("*Slow.cpp"))
    always = [*sorted({*verilated.glob("*.cpp")} - {*once}), BENCH / "verilated_dut.cpp"]
    include = verilator_root() / "include"
    options = [
        *CXX,
        *_defines(),
        *_limb_option(count),
        f"-I{verilated}",
        f"-I{include}",
        f"-I{include}/vltstd",
        f"-I{BENCH}",
    ]

    def unit(name: str, parts: list[Path], level: str) -> None:
        source, object_file = folder / f"{name}.cpp", folder / f"{name}.o"
        source.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
        _step(folder, [*options, level, "-c", source, "-o", object_file], "g++")

    with ThreadPoolExecutor() as pool:
        # a new thread is not confined unless it has the context of this one
        jobs = [
            pool.submit(copy_context().run, unit, name, parts, level)
            for name, parts, level in (("always", always, "-O1"), ("once", once, "-O0"))
        ]
        for job in jobs:
            job.result()


def harness_key() -> str:
    """Return the digest of the harness and its compiler."""
    return digest(
        [BENCH / "dut.h", BENCH / "port_word.h", BENCH / "bench.h", BENCH / "harness.cpp", *CXX, version("g++")]
    )


def _limb_option(count: int) -> list[str]:
    """The compiler's option for words of more than 64 bits."""
    return [f"-DPORT_LIMBS={count}"] if count > 1 else []


def harness(count: int = 1) -> Path:
    """Return the compiled harness, which is the same for all cores and netlists with words of `count` limbs."""

    def make(folder: Path) -> None:
        command: list[str | Path] = [*CXX, *_limb_option(count), "-c", BENCH / "harness.cpp"]
        _step(folder, [*command, "-o", folder / "harness.o"], "g++")

    return cached(f"harness-{harness_key()}{f'-{count}' if count > 1 else ''}", make) / "harness.o"


def compile_with_harness(source: Path, folder: Path, binary: str, count: int = 1) -> None:
    """Compile `source`, which defines make_dut(), and link it with the harness to `folder`/`binary`."""
    command: list[str | Path] = [*CXX[:2], "-O2", *_limb_option(count), f"-I{BENCH}", source, harness(count)]
    _step(folder, [*command, "-o", folder / binary], "g++")


def _defines() -> list[str]:
    return ["-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0", "-w"]


def _runtime() -> list[Path]:
    include = verilator_root() / "include"

    def make(folder: Path) -> None:
        for name in RUNTIME:
            command: list[str | Path] = [*CXX, *_defines(), f"-I{include}", f"-I{include}/vltstd", "-c", include / name]
            _step(folder, [*command, "-o", folder / f"{name}.o"], "g++")

    folder = cached(f"runtime-{digest([_verilator_version(), version('g++'), Path(__file__)])}", make)
    return [folder / f"{name}.o" for name in RUNTIME]


def _verilator_version() -> str:
    return version(str(verilator()))


def _step(folder: Path, command: list[str | Path], name: str, env: dict[str, str] | None = None) -> None:
    tool_run = tools.run(command, folder, env=env)
    if not tool_run.ok:
        errors = [line.strip() for line in tool_run.output.splitlines() if "rror" in line]
        raise FairhashError(f"{name} failed: {(errors or [tool_run.tail()])[0]}", "", "see fairhash doctor")
