# SPDX-License-Identifier: Apache-2.0
"""The universal testbench: is a core right, in how many cycles, and is its netlist still right?"""

from fairhash.verify.netlist_check import NetlistCheck, check_netlist
from fairhash.verify.report import CycleReport, VerifyReport
from fairhash.verify.verification import VerifyOptions, measure_cycles, verify, verify_with

__all__ = [
    "CycleReport",
    "NetlistCheck",
    "VerifyOptions",
    "VerifyReport",
    "check_netlist",
    "measure_cycles",
    "verify",
    "verify_with",
]
