# SPDX-License-Identifier: Apache-2.0
"""The netlist check of every result: simulates the synthesised netlist, with random initial register values."""

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Literal, Protocol

from fairhash.base.records import FrozenModel
from fairhash.catalog.core import Core
from fairhash.netlist.netlist_engine import Cells, family_cells, netlist_engine
from fairhash.testbench.reference import Reference
from fairhash.testbench.verification import VerifyOptions, verify_with

MODES = ("answers", "random", "lengths", "segments", "stalls", "back-to-back", "reset", "cycles")
"""The modes of the testbench that a netlist must pass; `counters` is excluded, since it needs long messages."""


def _seed(verilog: Path) -> int:
    """A seed derived from the netlist's text, so that a repeated check gives the same result."""
    return int.from_bytes(hashlib.sha256(verilog.read_bytes()).digest()[:3], "big")


class NetlistDevice(Protocol):
    """The attributes of a device that the check reads."""

    @property
    def id(self) -> str: ...

    @property
    def family(self) -> str: ...


class NetlistCheck(FrozenModel):
    """The outcome of check_netlist()."""

    status: Literal["pass", "fail"]
    """`fail`: a digest or the timing of the ports is wrong."""
    messages: int = 0
    reason: str = ""
    """One line; empty for `pass`."""
    seed: int = 0
    modes: tuple[str, ...] = ()


def check_netlist(
    core: Core,
    verilog: Path,
    device: NetlistDevice,
    workdir: Path,
    *,
    cells: Cells | None = None,
    options: VerifyOptions | None = None,
    reference: Reference | None = None,
) -> NetlistCheck:
    """Check a netlist of cells against known answers and the software model.

    Args:
        verilog: the netlist; its top module has the name of the core's entity.
        workdir: folder for the files of the simulation.
        cells: models of the cells; default: those of the device's family.
        options: default: all MODES, with a seed derived from the netlist.
        reference: the models that compute the expected digests; default: the compiled C models.

    Raises:
        FairhashError: the netlist cannot be simulated.
    """
    netlist_options = replace(options or VerifyOptions(modes=MODES, seed=_seed(verilog)), netlist=device.id)
    engine = netlist_engine(core, verilog, cells or family_cells(device.family, core.allows_memories), workdir)
    report = verify_with(engine, core, netlist_options, reference=reference)
    failed = [mode for mode in report.modes if mode.verdict != "pass"]
    reason = ""
    if failed:
        failure = failed[0].failure
        what = "; ".join(failure.lines()[:2]) if failure else "nothing to check"
        reason = f"{failed[0].mode}: {what} (seed {report.seed})"
    return NetlistCheck(
        status="fail" if failed else "pass",
        messages=sum(mode.messages for mode in report.modes),
        reason=reason,
        seed=report.seed,
        modes=tuple(mode.mode for mode in report.modes),
    )
