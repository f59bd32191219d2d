# SPDX-License-Identifier: Apache-2.0
"""Routing in a call of its own that does not look at timing.

router1 takes off the price of a wire in use as much as the connection that wants it is critical, down to a twentieth
(nextpnr, common/route/router1.cc). Where nearly every connection is, they take wires from each other without end.
nextpnr's option against that, --no-tmdriv, drops timing from placement too, so a call that places and one that routes
are needed, and the second takes its options from the netlist of the first before it takes those of its own.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from fairhash.implement import report
from fairhash.implement.constraints import sdc

UNROUTED = "unrouted.json"
"""The placed netlist, between the calls."""
CONSTRAINTS = "routing.sdc"
"""The constraints on it: they are on nets now, since a packed clock does not take up those on its pin."""
WRITTEN = "top"
"""What nextpnr calls the module in the netlist it writes."""

_NET = re.compile(r"Max frequency for clock +'([^']+)'")
_OFF = "0" * 32


def hand_over(workdir: Path, log: str, asked_mhz: Mapping[str, float]) -> None:
    """Switch timing off in the netlist the first call wrote, and write the constraints for the second.

    `log` is what the first call said; it names the nets of the clocks.
    """
    file = workdir / UNROUTED
    netlist = json.loads(file.read_text(encoding="utf-8"))
    netlist["modules"][WRITTEN]["settings"]["timing_driven"] = _OFF
    file.write_text(json.dumps(netlist), encoding="utf-8")
    nets = {net: asked_mhz[report.clock_name(net)] for net in _NET.findall(log) if report.clock_name(net) in asked_mhz}
    (workdir / CONSTRAINTS).write_text(sdc(nets, on="nets"), encoding="utf-8")
