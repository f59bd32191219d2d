# SPDX-License-Identifier: Apache-2.0
"""The gate of every result: the synthesised netlist gives the right digests, whatever its registers start with."""

import hashlib
import time
from dataclasses import replace
from pathlib import Path
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.netlist.netlist_engine import Cells, family_cells, netlist_engine
from fairhash.testbench.reference import Reference
from fairhash.testbench.verification import VerifyOptions, verify_with

MODES = ("answers", "random", "lengths", "segments", "stalls", "back-to-back", "reset", "cycles")
"""The modes of the testbench that a netlist must pass; `counters` needs long messages."""


def _seed(verilog: Path) -> int:
    """The same for the same netlist, so that a check gives the same result again."""
    return int.from_bytes(hashlib.sha256(verilog.read_bytes()).digest()[:3], "big")


class NetlistDevice(Protocol):
    """A device, as far as this module needs to know it."""

    @property
    def id(self) -> str: ...

    @property
    def family(self) -> str: ...


class NetlistCheck(BaseModel):
    """`fail`: it computes wrong; `error`: it could not be simulated. `reason` is one line, empty for `pass`."""

    model_config = ConfigDict(frozen=True)

    status: Literal["pass", "fail", "error"]
    messages: int = 0
    reason: str = ""
    engine: str = "netlist"
    seed: int = 0
    modes: tuple[str, ...] = ()
    seconds: float = 0.0


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
    """Check a netlist of cells, its top named as the core's entity, against answers and the model.

    The models of the cells are those of the device's family unless `cells` names others.
    """
    started = time.monotonic()
    try:
        asked = options or VerifyOptions(modes=MODES, seed=_seed(verilog))
        asked = replace(asked, netlist=device.id)
        engine = netlist_engine(core, verilog, cells or family_cells(device.family), workdir)
        report = verify_with(engine, core, asked, reference=reference)
    except (FairhashError, OSError) as error:
        return NetlistCheck(status="error", reason=str(error), seconds=time.monotonic() - started)
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
        seconds=time.monotonic() - started,
    )
