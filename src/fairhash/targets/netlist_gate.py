# SPDX-License-Identifier: Apache-2.0
"""Runs the netlist check and converts its outcome to the form that results store."""

from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.netlist.check_netlist import NetlistDevice, check_netlist
from fairhash.netlist.netlist_engine import Cells
from fairhash.results.schema import NetlistGate


def netlist_gate(core: Core, verilog: Path, device: NetlistDevice, workdir: Path, cells: Cells) -> NetlistGate:
    """Check a netlist and return the verdict that its result stores.

    Raises:
        FairhashError: if the netlist could not be simulated: then nothing is known about the core.
    """
    check = check_netlist(core, verilog, device, workdir, cells=cells)
    if check.status == "error":
        raise FairhashError(check.reason)
    modes_and_seed = f"{', '.join(check.modes)}; seed {check.seed}"
    return NetlistGate(
        verdict=check.status,
        messages=check.messages,
        detail=check.reason or modes_and_seed,
    )
