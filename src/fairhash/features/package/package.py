# SPDX-License-Identifier: Apache-2.0
"""Writes a package: a folder, or a zip file for the site, with all that a design needs to use a component."""

import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.features.package import contents
from fairhash.features.package.component import Component
from fairhash.features.package.component_verilog import component_verilog, write_sources
from fairhash.features.package.component_vhdl import axis_vhdl, ports, regs_vhdl
from fairhash.features.package.contents import PackageAnswer, package_answers, resource_table
from fairhash.features.package.register_map import markdown_table, read_registers
from fairhash.features.package.simulation import (
    DRIVER,
    PARTS,
    SIMULATION_TOP,
    compiled_component,
    hash_files,
    simulation_top,
)
from fairhash.features.package.waveform import component_waveform
from fairhash.testbench.engines import digest, version
from fairhash.toolchain import reaper

_LICENCE_VERILOG = "// SPDX-License-Identifier: Apache-2.0\n"
_RESET_CYCLES = 8
"""After power-up, beyond the cycles that the core needs."""


def write_package(component: Component, folder: Path) -> list[str]:
    """Write the package of a component to `folder`, which is created, and return the names of its files.

    Raises:
        FairhashError: The folder has other files, or cannot be written; or a tool failed.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FairhashError("the folder is not empty", str(folder), "name a new one")
    with (
        files.one_line_errors("cannot write the package", folder),
        tempfile.TemporaryDirectory(prefix=".package.", dir=reaper.temporary_folder()) as scratch,
    ):
        folder.mkdir(parents=True, exist_ok=True)
        # a tool that fails leaves the reader's folder empty, and the command can be repeated
        package, work = Path(scratch) / "package", Path(scratch) / "work"
        package.mkdir()
        work.mkdir()
        _write(component, package, work)
        shutil.copytree(package, folder, dirs_exist_ok=True)
        return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def _write(component: Component, folder: Path, scratch: Path) -> None:
    sources = write_sources(component, folder / "vhdl")
    (folder / "vhdl" / "files.txt").write_text("".join(f"{name}\n" for name in sources), encoding="utf-8")
    verilog = component_verilog(component, folder / "vhdl", scratch)
    answers = package_answers(component)
    waveform = _waveform(component, verilog, scratch)
    texts = {
        f"{component.identifier}.v": _LICENCE_VERILOG + verilog,
        f"{component.identifier}.core": contents.fusesoc_core(component, sources),
        "Makefile": contents.render("Makefile", component),
        "README.md": _readme(component, answers),
        "instantiation.v": contents.instantiation_verilog(component),
        "instantiation.vhd": contents.instantiation_vhdl(component),
        "waveform.svg": waveform,
        "driver/registers.md": markdown_table(read_registers()) + "\n",
        "testbench/testbench.v": contents.testbench(component, answers),
        "testbench/answers.csv": contents.answers_csv(answers),
        f"testbench/{SIMULATION_TOP}.v": simulation_top(component),
        **{f"constraints/{name}": text for name, text in contents.constraints(component).items()},
    }
    for name, text in texts.items():
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for file in ("simulate.cpp", "dut.cpp", "pins.h", "cocotb.mk"):
        shutil.copyfile(PARTS / file, folder / "testbench" / file)
    # not a module of FairHash, which is checked as a whole
    shutil.copyfile(PARTS / "test_component.py.txt", folder / "testbench" / "test_component.py")
    for source in sorted((paths.rtl() / DRIVER).iterdir()):
        shutil.copyfile(source, folder / "driver" / source.name)
    shutil.copyfile(paths.root() / "LICENSE", folder / "LICENSE")


def _readme(component: Component, answers: Sequence[PackageAnswer]) -> str:
    core = component.core
    ratio = (
        f"`core_clk` and `core_io_clk` are the core's, the second {core.io_ratio} times as fast, with aligned edges."
    )
    return contents.render(
        "README.md",
        component,
        answers=answers,
        digest_bits=core.digest_bits,
        block_bits=core.block_bits,
        formula=core.formula.text(core.io_ratio),
        core_clock=component.clock_ports[0] if component.clock_ports else "aclk",
        reset_cycles=core.reset_cycles + _RESET_CYCLES,
        clock_text=ratio if core.io_ratio > 1 else "`core_clk` is the core's, of any relation to it.",
        axis_ports=ports(component, "axis"),
        symbol=contents.symbol(component),
        resources=contents.resource_table(component),
    )


def _waveform(component: Component, verilog: str, scratch: Path) -> str:
    message, trace = scratch / "abc", scratch / "trace"
    message.write_bytes(b"abc")
    hash_files(compiled_component(component, verilog), "axis", 0, [message], trace)
    return component_waveform(component, files.read_text(trace))


_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in a zip file: the earliest that the format can hold."""
_KEY_LETTERS = 16


def package_zip(component: Component) -> Path:
    """The zip file of a package below build/, made if its sources, its figures or the code that makes it are new."""
    file = paths.build() / "packages" / f"{component.identifier}-{_key(component)[:_KEY_LETTERS]}.zip"
    if not file.is_file():
        with (
            tempfile.TemporaryDirectory(prefix=".package.", dir=reaper.temporary_folder()) as scratch,
            files.replacement(file) as new,
        ):
            folder = Path(scratch) / component.identifier
            names = write_package(component, folder)
            with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
                for name in names:
                    entry = zipfile.ZipInfo(f"{component.identifier}/{name}", _DATE)
                    entry.external_attr = 0o644 << 16
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(entry, (folder / name).read_bytes())
    return file


def _key(component: Component) -> str:
    """A digest of everything that a package is made from."""
    room = Path(__file__).parent
    made_by = sorted(file for file in room.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    sources = [paths.root() / "LICENSE", *(paths.rtl() / name for name in component.files)]
    drivers = sorted((paths.rtl() / DRIVER).iterdir())
    texts = [axis_vhdl(component), regs_vhdl(component), resource_table(component), markdown_table(read_registers())]
    texts += [contents.answers_csv(package_answers(component)), version("ghdl"), metadata.version("fairhash")]
    return digest([*texts, *sources, *drivers, *made_by])
