# SPDX-License-Identifier: Apache-2.0
"""The clocks and slowest paths of a placed design: the place tool's, corrected where it left paths out."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from fairhash.catalog.device import Device
from fairhash.netlist import arcs
from fairhash.netlist.sdf import read_delays
from fairhash.targets.fpga import report
from fairhash.targets.fpga.paths import LoopError, slowest_paths


class Timing(BaseModel):
    """What holds of the placed design, and what is wrong with it."""

    model_config = ConfigDict(frozen=True)

    clocks: tuple[report.Clock, ...]
    paths: tuple[report.CriticalPath, ...]
    untimed: dict[str, int]
    """Cells that the tool gave no delay, by type; the clocks are ours then, with the slowest delay of each type."""
    problems: tuple[str, ...]


def timing(folder: Path, log: str, placed: Mapping[str, Any], device: Device, asked_mhz: Mapping[str, float]) -> Timing:
    """From report.json and placed.sdf in `folder`, the tool's log and the module it placed."""
    read = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    clocks, paths = report.clocks(read, log, asked_mhz), report.critical_paths(read)
    problems = [f"no constraint reached clock {clock.name}" for clock in clocks if clock.received_mhz is None]
    with (folder / "placed.sdf").open(encoding="utf-8") as sdf:
        delays = read_delays(sdf, device.place.inner_pins)
    untimed = arcs.count_untimed_cells(placed, delays, device.synthesis.buffers, device.place.tables)
    if untimed:
        unknown = arcs.fill_missing_arcs(placed, delays, device.synthesis.buffers, device.place.tables)
        problems += [f"{untimed[kind]} {kind} cells without any delay" for kind in unknown]
        undeclared = [kind for kind in untimed if kind not in device.place.untimed]
        problems += [f"{untimed[kind]} {kind} cells without delays, against {device.id}'s facts" for kind in undeclared]
        arcs.remove_unset_arcs(placed, delays, device.place.switches)
        try:
            paths = _slower(paths, slowest_paths(placed, delays))
        except LoopError as error:
            problems.append(f"a loop of cells with delays, through {error}")
        clocks = tuple(_at_most(clock, paths) for clock in clocks)
    return Timing(clocks=clocks, paths=paths, untimed=untimed, problems=tuple(problems))


def _slower(*lists: tuple[report.CriticalPath, ...]) -> tuple[report.CriticalPath, ...]:
    """For each pair of clocks the slowest path that anyone found."""
    worst: dict[tuple[str, str], report.CriticalPath] = {}
    for path in (path for paths in lists for path in paths):
        pair = path.launch, path.capture
        if pair not in worst or path.delay_ns > worst[pair].delay_ns:
            worst[pair] = path
    return tuple(worst.values())


def _at_most(clock: report.Clock, paths: tuple[report.CriticalPath, ...]) -> report.Clock:
    """The clock no faster than its paths allow."""
    limits = [1000 / path.delay_ns for path in paths if path.launch == path.capture == clock.name]
    known = [mhz for mhz in (clock.achieved_mhz, *limits) if mhz is not None]
    return clock.model_copy(update={"achieved_mhz": min(known) if known else None})
