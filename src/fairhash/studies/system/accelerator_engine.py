# SPDX-License-Identifier: Apache-2.0
"""Compiles an accelerator for simulation: VHDL to Verilog by GHDL, to C++ by Verilator, to object files."""

from pathlib import Path

from fairhash.base import paths
from fairhash.studies.system.accelerator import SHARED, Accelerator, WrittenAccelerator, write_accelerator
from fairhash.studies.system.accelerator_external import ADAPTER
from fairhash.studies.system.machine_run import FOLDER
from fairhash.testbench.adapters import adapter_files
from fairhash.testbench.engines import cached, digest, version
from fairhash.testbench.verilated import compile_verilog, runtime, verilator_inputs
from fairhash.toolchain import ghdl_memory
from fairhash.toolchain.ghdl import to_verilog


def accelerator_link_files(objects: Path) -> list[Path]:
    """Return what a main program is linked with: the object files in `objects`, and those of Verilator's library."""
    return [*sorted(objects.glob("*.o")), *runtime()]


def accelerator_objects(accelerator: Accelerator) -> Path:
    """Return the folder with the object files (*.o) that define make_accelerator() of machine_sim/accelerator_dut.h.

    A program is linked with accelerator_link_files().

    Raises:
        FairhashError: a tool failed.
    """
    with_sources = cached(_sources_key(accelerator), lambda folder: _write(accelerator, folder))
    verilog = with_sources / "accelerator.v"
    wrapper = [FOLDER / "accelerator_dut.h", FOLDER / "accelerator_verilated.cpp", Path(__file__)]
    key = f"accelerator-{digest([verilog, *wrapper, *verilator_inputs()])}"
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
    options = [f"-DCORES={accelerator.cores}", f"-DBUS_BITS={accelerator.bus_bits}", f"-I{FOLDER}"]
    compile_verilog([verilog], accelerator.top, FOLDER / "accelerator_verilated.cpp", folder, cxx_options=options)
