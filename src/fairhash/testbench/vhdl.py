# SPDX-License-Identifier: Apache-2.0
"""The reference engine: the VHDL source itself in GHDL with the VHDL testbench."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.testbench.engines import BENCH, cached, digest, finish, version
from fairhash.toolchain import tools
from fairhash.toolchain.elaborate import GHDL_STANDARD, sources

WRAPPER = """\
library ieee;
use ieee.std_logic_1164.all;

entity dut is
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector({top} downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector({top} downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity dut;

architecture bench of dut is

begin

  core : entity work.{entity}{generics}
{port_map}

end architecture bench;
"""

_CLOCKS_AND_RESET = ("clk", "io_clk", "rst")
_STREAMS = ("in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")


@dataclass(frozen=True)
class VhdlEngine:
    """A core analysed by GHDL; it is elaborated again for each run."""

    folder: Path
    word_bits: int
    io_ratio: int
    name: str = "vhdl"

    def run(self, stimulus: Path, observation: Path, seed: int, wave: Path | None = None) -> None:
        """`seed` is not used: every register without a reset starts as 'U' here."""
        command: list[str | Path] = [tools.require_tool("ghdl"), "--elab-run", GHDL_STANDARD, "testbench"]
        command += [f"-gW={self.word_bits}", f"-gIO_RATIO={self.io_ratio}"]
        command += [f"-gSTIMULUS={stimulus.resolve()}", f"-gOBSERVATION={observation.resolve()}"]
        command += ["--ieee-asserts=disable", *([f"--wave={wave.resolve()}"] if wave else [])]
        finish(tools.run(command, self.folder), "GHDL")

    def wave_name(self) -> str:
        return "failure.ghw"


def port_map(margin: str, prefix: str = "") -> str:
    """The port map of a core in lines that begin with `margin`; `prefix` is that of the signals of both streams."""
    signals = {name: name for name in _CLOCKS_AND_RESET} | {name: f"{prefix}{name}" for name in _STREAMS}
    ports = ",\n".join(f"{margin}  {port:<9} => {signal}" for port, signal in signals.items())
    return f"{margin}port map (\n{ports}\n{margin});"


def wrapper(core: Core) -> str:
    """Entity `dut`: the core with its generics applied."""
    generics = ", ".join(f"{name} => {value}" for name, value in core.generics.items())
    return WRAPPER.format(
        top=core.word_bits - 1,
        entity=core.entity,
        generics=f"\n    generic map ({generics})" if generics else "",
        port_map=port_map("    "),
    )


def vhdl_engine(core: Core) -> VhdlEngine:
    """The core analysed together with the testbench, unless the same sources already were."""
    if core.external:
        raise FairhashError("the vhdl engine is for cores of the catalogue", core.user_name, "take --engine fast")
    text = wrapper(core)
    files = [*sources(core), BENCH / "testbench.vhd"]

    def make(folder: Path) -> None:
        # GHDL keeps the place of every source and reads it again to elaborate: give it copies with relative names.
        names = [f"{number:02}_{file.name}" for number, file in enumerate(files)]
        for name, file in zip(names, files, strict=True):
            shutil.copyfile(file, folder / name)
        (folder / "dut.vhd").write_text(text, encoding="ascii")
        order = [*names[:-1], "dut.vhd", names[-1]]
        tool_run = tools.run([tools.require_tool("ghdl"), "-a", GHDL_STANDARD, *order], folder)
        if not tool_run.ok:
            raise FairhashError(f"GHDL cannot analyse {core.name}: {tool_run.tail()}", str(core.source), "fix it there")

    folder = cached(f"vhdl-{digest([text, *files, version('ghdl'), Path(__file__)])}", make)
    return VhdlEngine(folder, core.word_bits, core.io_ratio)
