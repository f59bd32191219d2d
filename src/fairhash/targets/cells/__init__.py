# SPDX-License-Identifier: Apache-2.0
"""From a core to area, clock and power on a library of standard cells: map, time, simulate."""
