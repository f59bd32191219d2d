# SPDX-License-Identifier: Apache-2.0
"""From a core to measured area and clock on an FPGA: synthesise, place and route."""
