# SPDX-License-Identifier: Apache-2.0
"""The VHDL sources of a component in one folder, and the Verilog that GHDL makes of them."""

import dataclasses
import re
import shutil
from pathlib import Path

from fairhash.base import files, paths
from fairhash.features.package.component import Component
from fairhash.features.package.component_vhdl import axis_vhdl, both_vhdl, regs_vhdl
from fairhash.toolchain.elaborate import GHDL_STANDARD
from fairhash.toolchain.ghdl import to_verilog

GENERATED = "generated"
"""Folder of the top entities, beside those of rtl/."""


def write_sources(component: Component, folder: Path) -> list[str]:
    """Write all VHDL sources of both top entities, and return their names in compile order.

    The component with registers contains one with AXI4-Stream of 32 bits; with another width, that is a third entity.
    """
    for name in component.files:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(paths.rtl() / name, target)
    tops = {component.axis: axis_vhdl(component)}
    if component.bus_bits != 32:
        narrow = _narrow(component)
        tops[narrow.axis + "_32"] = axis_vhdl(narrow).replace(narrow.axis, narrow.axis + "_32")
        tops[component.regs] = regs_vhdl(narrow).replace(f"work.{narrow.axis}", f"work.{narrow.axis}_32")
    else:
        tops[component.regs] = regs_vhdl(component)
    for name, text in tops.items():
        files.write_text(folder / GENERATED / f"{name}.vhd", text)
    return [*component.files, *(f"{GENERATED}/{name}.vhd" for name in tops)]


def component_verilog(component: Component, sources: Path, workdir: Path) -> str:
    """The Verilog of both top entities, each module once.

    GHDL elaborates both in one entity, because it numbers the nets of a module differently in each run.

    Args:
        component: The component.
        sources: The folder that write_sources() wrote.
        workdir: Existing folder for GHDL.

    Raises:
        FairhashError: GHDL failed.
    """
    both = f"{component.identifier}_both"
    home = workdir / "sources"
    home.mkdir()
    for entry in sources.iterdir():
        (home / entry.name).symlink_to(entry.resolve())
    (home / f"{both}.vhd").write_text(both_vhdl(component, both), encoding="utf-8")
    generated = sorted(f"{GENERATED}/{file.name}" for file in (sources / GENERATED).glob("*.vhd"))
    names = [*component.files, *generated, f"{both}.vhd"]
    text = to_verilog(home, (GHDL_STANDARD,), names, both, workdir, (component.name, str(sources)))
    modules = _modules(text)
    return "".join(module for name, module in modules.items() if name != both)


def _modules(text: str) -> dict[str, str]:
    """The modules of a Verilog text by name, in its order."""
    return {
        match[1]: match[0] for match in re.finditer(r"^module\s+(\w+).*?^endmodule\n", text, re.MULTILINE | re.DOTALL)
    }


def _narrow(component: Component) -> Component:
    """The same with a bus of 32 bits."""
    return dataclasses.replace(component, bus_bits=32)
