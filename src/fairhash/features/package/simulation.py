# SPDX-License-Identifier: Apache-2.0
"""The module that simulations are made of: a component's two top modules side by side."""

from collections.abc import Collection
from pathlib import Path

from fairhash.features.package.component import Component
from fairhash.features.package.component_vhdl import ports

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
