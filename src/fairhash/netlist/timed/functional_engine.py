# SPDX-License-Identifier: Apache-2.0
"""A routed core without its delays, driven by the testbench's harness."""

from pathlib import Path

from fairhash.netlist.netlist_engine import interpreted
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.functional import write_functional_program
from fairhash.testbench.engines import Compiled


def functional_engine(design: TimedDesign, folder: Path) -> Compiled:
    """Return a simulator of the routed netlist, which computes as fast as that of a synthesised one.

    Args:
        design: the routed core.
        folder: for the simulator's program.
    """
    program = folder / "functional.program"
    write_functional_program(design.ordered, program)
    return interpreted(design.core, program)
