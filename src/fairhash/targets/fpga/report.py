# SPDX-License-Identifier: Apache-2.0
"""Reads nextpnr's JSON report and log: clocks, critical paths, reason of a failure."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

_CLOCK = re.compile(r"(?:^|[^A-Za-z0-9])(io_clk|clk)(?![A-Za-z0-9])")
_CONSTRAINED = re.compile(r"constraining clock net '(\w+)' to ([\d.]+) MHz")
_ROUNDING = 0.01
"""Relative tolerance between a requested and a reported frequency: nextpnr rounds periods to ps."""
_UNFIT = re.compile(
    r"no BELs remaining|utilisation limit|[Uu]nable to place|[Uu]nable to find (a|legal) placement|[Ff]ailed to place|"
    r"[Pp]lacing design failed|[Pp]acking design failed"
)
_UNROUTED = re.compile(r"[Ff]ailed to (route|find a route)|[Rr]outing design failed|[Uu]nable to route")
_ASYNC = "<async>"
_NAME_LENGTH = 72


class Clock(BaseModel):
    """One clock of the frame, MHz."""

    model_config = ConfigDict(frozen=True)

    name: str
    asked_mhz: float
    received_mhz: float | None
    """The constraint that the tool reported; None if it reported none."""
    achieved_mhz: float | None
    """None where no path starts and ends in this clock."""


class CriticalPath(BaseModel):
    """The slowest path between two clocks, or within one; ns."""

    model_config = ConfigDict(frozen=True)

    launch: str
    capture: str
    delay_ns: float
    logic_ns: float
    routing_ns: float
    levels: int
    """Logic cells passed between the two registers."""
    first_cell: str
    last_cell: str
    stages: tuple[str, ...]
    """Each cell and net on the path, with its delay."""

    def text(self) -> str:
        """One line: clocks, delay in logic and routing, first and last cell."""
        return (
            f"{self.launch} -> {self.capture}: {self.delay_ns:.2f} ns ({self.logic_ns:.2f} logic, "
            f"{self.routing_ns:.2f} routing, {self.levels} levels) from {self.first_cell} to {self.last_cell}"
        )


def clock_name(net: str) -> str:
    """`clk` or `io_clk` if it is part of the name that nextpnr gives to a clock net; otherwise the name itself."""
    match = _CLOCK.search(net)
    return match[1] if match else net


def clocks(report: Mapping[str, Any], log: str, asked_mhz: Mapping[str, float]) -> tuple[Clock, ...]:
    """The requested clocks, with the constraint that nextpnr received and the frequency it achieved.

    A constraint counts as received if the log mentions it and the timing report, if it lists the clock, uses the same
    frequency. Both are needed, because a constraint on a pin may not reach the net after the pin's buffer.
    """
    logged = {clock_name(net): float(mhz) for net, mhz in _CONSTRAINED.findall(log)}
    used = {clock_name(net): float(entry["constraint"]) for net, entry in report["fmax"].items()}
    received = {name: mhz for name, mhz in logged.items() if abs(used.get(name, mhz) - mhz) <= _ROUNDING * mhz}
    achieved = {clock_name(net): float(entry["achieved"]) for net, entry in report["fmax"].items()}
    return tuple(
        Clock(name=name, asked_mhz=mhz, received_mhz=received.get(name), achieved_mhz=achieved.get(name))
        for name, mhz in asked_mhz.items()
    )


def critical_paths(report: Mapping[str, Any]) -> tuple[CriticalPath, ...]:
    """The critical path of each pair of clocks; paths from and to pins are excluded, since they are not the core's."""
    paths = [path for path in report["critical_paths"] if _ASYNC not in (path["from"], path["to"])]
    return tuple(_path(path) for path in paths)


def _path(path: Mapping[str, Any]) -> CriticalPath:
    steps = path["path"]
    routing = sum(step["delay"] for step in steps if step["type"] == "routing")
    total = sum(step["delay"] for step in steps)
    return CriticalPath(
        launch=clock_name(path["from"].split()[-1]),
        capture=clock_name(path["to"].split()[-1]),
        delay_ns=total,
        logic_ns=total - routing,
        routing_ns=routing,
        levels=sum(step["type"] == "logic" for step in steps),
        first_cell=short_name(steps[0]["from"]["cell"]),
        last_cell=short_name(steps[-1]["to"]["cell"]),
        stages=tuple(_stage(step) for step in steps),
    )


def _stage(step: Mapping[str, Any]) -> str:
    end = step["to"]
    label = (
        f"net {short_name(step['net'])}" if step["type"] == "routing" else f"{short_name(end['cell'])}.{end['port']}"
    )
    return f"{step['delay']:.2f} {step['type']} {label}"


def short_name(name: str) -> str:
    """The first 71 characters of a long cell name, with an ellipsis; report.json has the full name."""
    return name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}…"


def effective_mhz(clocks: Iterable[Clock], paths: Iterable[CriticalPath], io_ratio: int) -> float | None:
    """The highest frequency of clk at which every path meets timing; None without a path.

    A path from or to io_clk has 1/io_ratio of the period of clk.
    """
    limits = [c.achieved_mhz / (io_ratio if c.name == "io_clk" else 1) for c in clocks if c.achieved_mhz is not None]
    limits += [1000 / (io_ratio * path.delay_ns) for path in paths if path.launch != path.capture]
    return min(limits) if limits else None


def failure(log: str, returncode: int) -> tuple[Literal["unfit", "unrouted", "failed"], str]:
    """Status and reason of a failed run: nextpnr's first error, or else its exit status and last line."""
    errors = [line.removeprefix("ERROR:").strip() for line in log.splitlines() if line.startswith("ERROR:")]
    if not errors:
        end = f"killed by signal {-returncode}" if returncode < 0 else f"ended with status {returncode}"
        lines = [line.strip() for line in log.splitlines() if line.strip()]
        return "failed", f"{end}: {lines[-1]}" if lines else f"{end} without output"
    reason = errors[0]
    if any(_UNFIT.search(line) for line in errors):
        return "unfit", reason
    if any(_UNROUTED.search(line) for line in errors):
        return "unrouted", reason
    return "failed", reason
