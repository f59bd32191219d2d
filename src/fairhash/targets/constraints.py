# SPDX-License-Identifier: Apache-2.0
"""What place and route is told of the clocks."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe

_BEHIND = "_behind_pad"


def asked_clocks(core: Core, recipe: Recipe) -> dict[str, float]:
    """The constraint on each clock of the core's frame, MHz."""
    target_mhz = recipe.clock.target(core.name)
    return {"clk": target_mhz} if core.io_ratio == 1 else {"clk": target_mhz, "io_clk": target_mhz * core.io_ratio}


def sdc(clocks_mhz: Mapping[str, float], *, behind_buffers: bool = False) -> str:
    """The constraints in the one language every nextpnr reads.

    With buffers at the pins the constraint is on the net behind the buffer: nextpnr does not take one on the pin
    through.
    """
    where = f"nets {{{{{{}}{_BEHIND}}}}}" if behind_buffers else "ports {{{}}}"
    return "".join(
        f"create_clock -period {1000 / mhz:.4f} [get_{where.format(name)}]\n" for name, mhz in clocks_mhz.items()
    )


def name_clock_nets(module: dict[str, Any], clocks: Iterable[str], buffers: Collection[str]) -> int:
    """Give the nets behind the clocks' buffers the names that sdc() calls them by, and no other, in place.

    The netlist is Yosys JSON. Returns how many there were.
    """
    named = 0
    for clock in clocks:
        net = _last_behind(module, module["ports"][clock]["bits"][0], buffers)
        if net is None:
            continue
        names = module["netnames"]
        for name in [name for name, facts in names.items() if facts["bits"] == [net]]:
            del names[name]
        names[clock + _BEHIND] = {"hide_name": 0, "bits": [net], "attributes": {}}
        named += 1
    return named


def _last_behind(module: Mapping[str, Any], net: int, buffers: Collection[str]) -> int | None:
    """The net behind the last buffer in a row: a pin's, and a clock's where synthesis puts one too."""
    behind = None
    while True:
        ways = [
            (cell["connections"][pin][0], facts)
            for cell in module["cells"].values()
            if cell["type"] in buffers
            for pin, facts in cell["port_directions"].items()
            if facts == "output" and any([net] == bits for own, bits in cell["connections"].items() if own != pin)
        ]
        if not ways:
            return behind
        net = behind = ways[0][0]
