# SPDX-License-Identifier: Apache-2.0
"""Clock constraints for place and route."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe

_BUFFERED_CLOCK_SUFFIX = "_behind_pad"
"""Added to a clock's name for the net after its input buffer. Part of the constraints and so of the keys of results."""


def requested_clocks_mhz(core: Core, recipe: Recipe) -> dict[str, float]:
    """The requested frequency of each clock of the core's frame, MHz."""
    target_mhz = recipe.clock.target(core.name)
    return {"clk": target_mhz} if core.io_ratio == 1 else {"clk": target_mhz, "io_clk": target_mhz * core.io_ratio}


def sdc(clocks_mhz: Mapping[str, float], *, after_buffers: bool = False) -> str:
    """Return the clock constraints as SDC, which every nextpnr reads.

    Args:
        clocks_mhz: frequency of each clock.
        after_buffers: whether to constrain the net after the clock's input buffer instead of the port: nextpnr does
            not propagate a constraint on a port through the buffer.
    """
    target = f"nets {{{{{{}}{_BUFFERED_CLOCK_SUFFIX}}}}}" if after_buffers else "ports {{{}}}"
    return "".join(
        f"create_clock -period {1000 / mhz:.4f} [get_{target.format(name)}]\n" for name, mhz in clocks_mhz.items()
    )


def name_clock_nets(module: dict[str, Any], clocks: Iterable[str], buffers: Collection[str]) -> int:
    """Rename the nets after the clocks' buffers to the names that sdc() uses, in place, and remove their other names.

    Args:
        module: a module of a netlist in Yosys JSON.
        clocks: names of the clock ports.
        buffers: cell types of buffers.

    Returns:
        The number of renamed nets.
    """
    renamed = 0
    for clock in clocks:
        net = _buffered_net(module, module["ports"][clock]["bits"][0], buffers)
        if net is None:
            continue
        names = module["netnames"]
        for name in [name for name, entry in names.items() if entry["bits"] == [net]]:
            del names[name]
        names[clock + _BUFFERED_CLOCK_SUFFIX] = {"hide_name": 0, "bits": [net], "attributes": {}}
        renamed += 1
    return renamed


def _buffered_net(module: Mapping[str, Any], net: int, buffers: Collection[str]) -> int | None:
    """The net after the last buffer of the chain that `net` drives; None without a buffer.

    A clock may pass two buffers: the input buffer of its pin and a global clock buffer.
    """
    buffered = None
    while True:
        outputs = [
            cell["connections"][output][0]
            for cell in module["cells"].values()
            if cell["type"] in buffers
            for output, direction in cell["port_directions"].items()
            if direction == "output"
            and any([net] == bits for pin, bits in cell["connections"].items() if pin != output)
        ]
        if not outputs:
            return buffered
        net = buffered = outputs[0]
