# SPDX-License-Identifier: Apache-2.0
"""The fast engine: VHDL to Verilog by GHDL, to C++ by Verilator, driven by the harness."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore, Ports
from fairhash.testbench import adapters, bridges
from fairhash.testbench.adapters import adapter, adapter_inputs, simulated_top
from fairhash.testbench.engines import BENCH, Compiled, cached, digest, version
from fairhash.testbench.verilated import CXX, OBJECTS, compile_verilog, runtime, step, verilator_inputs
from fairhash.toolchain import elaborate as elaborate_module
from fairhash.toolchain import generic_values, ghdl, ghdl_memory, safe_verilog, source_text, verilog_source
from fairhash.toolchain.builds import package_build
from fairhash.toolchain.elaborate import elaborate, sources
from fairhash.toolchain.sandbox import SOURCE_CHECKS, confined_if_external

_FRONT_END = (
    *(adapters, bridges, elaborate_module, generic_values, ghdl, ghdl_memory),
    *(safe_verilog, source_text, verilog_source),
)
"""The bench's own code between the sources and the Verilog that is simulated."""


def fast_engine(core: Core) -> Compiled:
    """Return the core's simulator, built if its sources, generics, adapter, harness or tools are new."""

    def link(folder: Path) -> None:
        objects = circuit_objects(core)
        shared = [*runtime(), harness(limbs(core))]
        with confined_if_external(core, [file.parent for file in (*objects, *shared)]):
            step(folder, [*CXX, *objects, *shared, "-o", folder / "sim"], "g++")

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
    return digest([circuit_key(core), harness_key(), *_limb_option(limbs(core))])


def circuit_key(core: Core) -> str:
    """Return the digest of everything that decides the object files of a core; the harness is linked to them later."""
    return digest(
        [
            repr(sorted(core.generics.items())),
            *(_source_facts(core.external) if core.external else []),
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
            *verilator_inputs(),
            version("ghdl"),
            f"{package_build('pyosys')} {SOURCE_CHECKS}" if core.external else "",
            Path(__file__),
            *(Path(str(module.__file__)) for module in _FRONT_END),
        ]
    )


def _source_facts(external: ExternalCore) -> list[str | Path]:
    """What an external core's description says of its sources, beside their names."""
    return [external.model_dump_json(include={"language", "libraries", "text_generics"})]


def _circuit_ports(ports: Ports) -> str:
    """The description of the ports without what decides only the words that are sent and expected."""
    words = {"headers", "in_order", "out_order", "reversed_digest"}
    return ports.model_dump_json(exclude=words)


def circuit_objects(core: Core) -> list[Path]:
    """Return the object files of a core without a harness, compiled if they are not stored."""
    folder = cached(f"circuit-{circuit_key(core)}", lambda objects: _build_circuit(core, objects))
    return [folder / f"{name}.o" for name in OBJECTS]


def _build_circuit(core: Core, folder: Path) -> None:
    """Translate a core to Verilog, and compile that to `folder`."""
    verilog = elaborate(core, folder)
    around = adapter(core, folder)
    # a plain Verilog core may use names that SystemVerilog reserves; assertions are no circuit
    language = ["--language", "1364-2005"] if verilog.suffix == ".v" and core.external else []
    language += ["--no-assert"] if core.external else []
    options = [*_limb_option(limbs(core)), f"-I{BENCH}"]
    files = [verilog, *([around] if around else [])]
    with confined_if_external(core):
        wrapper = BENCH / "verilated_dut.cpp"
        compile_verilog(files, simulated_top(core), wrapper, folder, verilator_options=language, cxx_options=options)


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
        step(folder, [*command, "-o", folder / "harness.o"], "g++")

    return cached(f"harness-{harness_key()}{f'-{count}' if count > 1 else ''}", make) / "harness.o"


def compile_with_harness(source: Path, folder: Path, binary: str, count: int = 1) -> None:
    """Compile `source`, which defines make_dut(), and link it with the harness to `folder`/`binary`."""
    command: list[str | Path] = [*CXX[:2], "-O2", *_limb_option(count), f"-I{BENCH}", source, harness(count)]
    step(folder, [*command, "-o", folder / binary], "g++")
