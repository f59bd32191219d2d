# SPDX-License-Identifier: Apache-2.0
"""The check of a netlist as a result stores it."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.netlist.check_netlist import NetlistDevice, check_netlist
from fairhash.netlist.netlist_engine import Cells
from fairhash.results.schema import NetlistGate


def netlist_gate(core: Core, verilog: Path, device: NetlistDevice, workdir: Path, cells: Cells) -> NetlistGate:
    """The verdict on a netlist as a result stores it.

    Raises:
        FairhashError: if the netlist could not be simulated, which says nothing about the core.
    """
    check = check_netlist(core, verilog, device, workdir, cells=cells)
    if check.status == "error":
        raise FairhashError(check.reason)
    how = f"{', '.join(check.modes)}; seed {check.seed}"
    return NetlistGate(
        verdict=check.status,
        messages=check.messages,
        detail=check.reason or how,
    )
