# SPDX-License-Identifier: Apache-2.0
"""Reads nextpnr's JSON report and log: clocks, critical paths, reason of a failure."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from fairhash.targets.outcome import Clock, TimingPath

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


def critical_paths(report: Mapping[str, Any]) -> tuple[TimingPath, ...]:
    """The critical path of each pair of clocks; paths from and to pins are excluded, since they are not the core's."""
    paths = [path for path in report["critical_paths"] if _ASYNC not in (path["from"], path["to"])]
    return tuple(_timing_path(path) for path in paths)


def _timing_path(path: Mapping[str, Any]) -> TimingPath:
    steps = path["path"]
    routing = sum(step["delay"] for step in steps if step["type"] == "routing")
    total = sum(step["delay"] for step in steps)
    return TimingPath(
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
