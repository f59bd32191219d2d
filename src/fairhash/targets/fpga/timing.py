# SPDX-License-Identifier: Apache-2.0
"""The clocks and critical paths of a placed design: nextpnr's, corrected where its analysis ignored paths."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from fairhash.catalog.device import Device
from fairhash.netlist import arcs
from fairhash.netlist.sdf import read_delays
from fairhash.targets.fpga import report
from fairhash.targets.fpga.slowest_paths import LoopError, slowest_paths
from fairhash.targets.outcome import Clock, TimingPath
from fairhash.toolchain import tools


class Timing(BaseModel):
    """The timing of a placed design."""

    model_config = ConfigDict(frozen=True)

    clocks: tuple[Clock, ...]
    paths: tuple[TimingPath, ...]
    untimed: dict[str, int]
    """Number of cells without a delay, by type. If any, the clocks include the paths through them, each cell with the
    slowest delay of its type."""
    problems: tuple[str, ...]
    """Why the timing cannot be used, one line each; empty if it can."""


def timing(folder: Path, log: str, placed: Mapping[str, Any], device: Device, asked_mhz: Mapping[str, float]) -> Timing:
    """Read the timing of a placed design.

    Args:
        folder: holds nextpnr's report.json and placed.sdf.
        log: nextpnr's log.
        placed: the placed module, Yosys JSON.
        device: the device, for its cells and their known gaps.
        asked_mhz: the requested frequency of each clock.
    """
    json_report = tools.read_json(folder / "report.json", device.place.command)
    clocks, paths = report.clocks(json_report, log, asked_mhz), report.critical_paths(json_report)
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
            paths = _slowest_of_each_pair(paths, slowest_paths(placed, delays))
        except LoopError as error:
            problems.append(f"a loop of cells with delays, through {error}")
        clocks = tuple(_limit_clock(clock, paths) for clock in clocks)
    return Timing(clocks=clocks, paths=paths, untimed=untimed, problems=tuple(problems))


def _slowest_of_each_pair(*lists: tuple[TimingPath, ...]) -> tuple[TimingPath, ...]:
    """The slowest path of all lists for each pair of clocks."""
    worst: dict[tuple[str, str], TimingPath] = {}
    for path in (path for paths in lists for path in paths):
        pair = path.launch, path.capture
        if pair not in worst or path.delay_ns > worst[pair].delay_ns:
            worst[pair] = path
    return tuple(worst.values())


def _limit_clock(clock: Clock, paths: tuple[TimingPath, ...]) -> Clock:
    """The clock with its achieved frequency limited to what its paths allow."""
    limits = [1000 / path.delay_ns for path in paths if path.launch == path.capture == clock.name]
    clocks = [mhz for mhz in (clock.achieved_mhz, *limits) if mhz is not None]
    return clock.model_copy(update={"achieved_mhz": min(clocks) if clocks else None})
