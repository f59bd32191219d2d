# SPDX-License-Identifier: Apache-2.0
"""Reads nextpnr's JSON report and log: clocks, critical paths, resources, what went wrong."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

_CLOCK = re.compile(r"(?:^|[^A-Za-z0-9])(io_clk|clk)(?![A-Za-z0-9])")
_CONSTRAINED = re.compile(r"constraining clock net '(\w+)' to ([\d.]+) MHz")
_ROUNDING = 0.01
"""The tool keeps a period in ps."""
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
    """The constraint as the tool's log gives it back."""
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
    """Each cell passed and its net, with their delays."""

    def text(self) -> str:
        """One line: from where to where, and where the time goes."""
        return (
            f"{self.launch} -> {self.capture}: {self.delay_ns:.2f} ns ({self.logic_ns:.2f} logic, "
            f"{self.routing_ns:.2f} routing, {self.levels} levels) from {self.first_cell} to {self.last_cell}"
        )


def clock_name(net: str) -> str:
    """clk or io_clk, found in the name nextpnr gives to the global net behind the pin; the name itself if neither."""
    match = _CLOCK.search(net)
    return match[1] if match else net


def clocks(report: Mapping[str, Any], log: str, asked_mhz: Mapping[str, float]) -> tuple[Clock, ...]:
    """The clocks asked for, with what they got.

    A constraint counts as received if the log tells of it and the timing report, where it speaks of that clock, was
    made with it: one on a pin need not reach the net behind the pin's buffer.
    """
    told = {clock_name(net): float(mhz) for net, mhz in _CONSTRAINED.findall(log)}
    used = {clock_name(net): float(entry["constraint"]) for net, entry in report["fmax"].items()}
    received = {name: mhz for name, mhz in told.items() if abs(used.get(name, mhz) - mhz) <= _ROUNDING * mhz}
    achieved = {clock_name(net): float(entry["achieved"]) for net, entry in report["fmax"].items()}
    return tuple(
        Clock(name=name, asked_mhz=mhz, received_mhz=received.get(name), achieved_mhz=achieved.get(name))
        for name, mhz in asked_mhz.items()
    )


def critical_paths(report: Mapping[str, Any]) -> tuple[CriticalPath, ...]:
    """The worst path of each pair of clocks; paths from and to pins are none of the core's and are left out."""
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
    what = f"net {short_name(step['net'])}" if step["type"] == "routing" else f"{short_name(end['cell'])}.{end['port']}"
    return f"{step['delay']:.2f} {step['type']} {what}"


def short_name(name: str) -> str:
    """A name that Yosys made of a chain of others, cut to what tells where it is; report.json has it whole."""
    return name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}…"


def effective_mhz(clocks: Iterable[Clock], paths: Iterable[CriticalPath], io_ratio: int) -> float | None:
    """The fastest clk at which every path holds: one that touches io_clk has 1/io_ratio of the period of clk."""
    limits = [c.achieved_mhz / (io_ratio if c.name == "io_clk" else 1) for c in clocks if c.achieved_mhz is not None]
    limits += [1000 / (io_ratio * path.delay_ns) for path in paths if path.launch != path.capture]
    return min(limits) if limits else None


def failure(log: str, returncode: int) -> tuple[Literal["unfit", "unrouted", "failed"], str]:
    """Why nextpnr gave up, from its own words; without any, how its process ended and what it said last."""
    errors = [line.removeprefix("ERROR:").strip() for line in log.splitlines() if line.startswith("ERROR:")]
    if not errors:
        end = f"killed by signal {-returncode}" if returncode < 0 else f"ended with status {returncode}"
        said = [line.strip() for line in log.splitlines() if line.strip()]
        return "failed", f"{end}: {said[-1]}" if said else f"{end} without a word"
    reason = errors[0]
    if any(_UNFIT.search(line) for line in errors):
        return "unfit", reason
    if any(_UNROUTED.search(line) for line in errors):
        return "unrouted", reason
    return "failed", reason
