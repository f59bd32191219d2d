# SPDX-License-Identifier: Apache-2.0
"""Our cores for others: plain Verilog, and packages for FuseSoC."""

from fairhash.external.exporting.fusesoc import export_fusesoc
from fairhash.external.exporting.verilog import export_verilog

__all__ = ["export_fusesoc", "export_verilog"]
