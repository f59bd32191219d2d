# SPDX-License-Identifier: Apache-2.0
"""A routed core without its delays, driven by the testbench's harness."""

from pathlib import Path

from fairhash.netlist.netlist_engine import family_cells, netlist_engine
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.functional import write_functional_netlist
from fairhash.testbench.engines import Compiled


def functional_engine(design: TimedDesign, folder: Path) -> Compiled:
    """Return a simulator of the routed netlist, which computes as fast as that of a synthesised one.

    Args:
        design: the routed core.
        folder: for the simulator's files.
    """
    netlist = folder / "functional.json"
    write_functional_netlist(design.ordered, design.core.entity, netlist)
    return netlist_engine(design.core, netlist, family_cells(design.family, memories=True), folder / "functional")
