# SPDX-License-Identifier: Apache-2.0
"""Measures area, clock, critical path and power of a mapped core."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from pydantic import Field

from fairhash.base.errors import FairhashError, MachineFault
from fairhash.base.records import FrozenModel
from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLayout, CellLibrary
from fairhash.catalog.recipe import Recipe
from fairhash.netlist.activity import Activity, count_changes
from fairhash.netlist.netlist_engine import liberty_cells
from fairhash.results.schema import Layout, ShortMessage
from fairhash.targets.cells import layout, power, timing
from fairhash.targets.cells.clock_tree import ClockedNetlist
from fairhash.targets.cells.library import Library, LibraryCell
from fairhash.targets.cells.mapping import CellMapping
from fairhash.targets.cells.netlist import Bit, Netlist, read_netlist
from fairhash.targets.cells.read_library import read_library
from fairhash.targets.outcome import StageOutcome, Status, TimingPath
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.lef import UNITS, Lef, read_lef

REGISTER, LOGIC, BUFFER, FILLER = "r", "l", "b", "f"
"""Flip-flops; cells of several inputs; buffers and inverters; fillers, also those under the power stripes."""
_COMPONENT = re.compile(r"^- (\S+) (\S+) \+ PLACED \( (-?\d+) (-?\d+) \)", re.MULTILINE)


class CellPower(FrozenModel):
    """Power at the achieved clock while long messages are hashed, in milliwatts; cells/power.py defines the parts."""

    switching_mw: float
    internal_mw: float
    clock_mw: float
    leakage_mw: float
    at_mhz: float
    cycles: int
    """Cycles of clk during which changes were counted."""
    bits: int
    """Message bits hashed in these cycles."""
    short_message: ShortMessage | None = None

    @property
    def total_mw(self) -> float:
        """The sum of all parts."""
        return self.switching_mw + self.internal_mw + self.clock_mw + self.leakage_mw

    @property
    def pj_per_bit(self) -> float:
        """Energy for each bit of a long message; milliwatts times microseconds are nanojoules."""
        return self.total_mw * self.cycles / self.at_mhz / self.bits * 1000


class CellMeasurement(StageOutcome):
    """The measurement of one mapped core. Areas are in the library's unit (µm²)."""

    commands: tuple[str, ...] = ()
    """OpenSTA's commands, without the list of pins whose transition times it reports."""
    area: float | None = None
    gate_equivalents: float | None = None
    flip_flops: int | None = None
    frame_area: float | None = None
    frame_gate_equivalents: float | None = None
    frame_flip_flops: int | None = None
    achieved_mhz: dict[str, float] = Field(default_factory=dict)
    """By clock, from the slowest path that starts and ends in it."""
    effective_mhz: float | None = None
    critical_paths: tuple[TimingPath, ...] = ()
    power: CellPower | None = None
    power_note: str = ""
    """Why power could not be measured; empty if it was."""
    layout: Layout | None = None
    """None if the target does not route, or there is no layout."""


def measure(mapping: CellMapping, core: Core, declared: CellLibrary, recipe: Recipe, workdir: Path) -> CellMeasurement:
    """Measure the netlist of `mapping`.

    A failure is an outcome with a status and a reason. If only power cannot be measured, the outcome has a note.
    """
    if mapping.status != "ok":
        raise FairhashError(f"no netlist to measure: synthesis {mapping.status}", core.name, mapping.reason)
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    library = read_library(declared)
    module = yosys.netlist(mapping.json_netlist)["modules"][core.entity]
    netlist = read_netlist(module, core.entity, core.io_ratio)
    timing.link_library(library, workdir)
    limit_s = recipe.timeouts.synthesis_s
    outcome = CellMeasurement(status="failed", folder=workdir)
    routed, spef_file = None, ""
    if declared.layout is not None:
        outcome, routed = _routed(netlist, library, declared.layout, outcome, limit_s)
        if routed is None:
            return outcome
        spef_file = layout.SPEF_FILE
        (workdir / spef_file).write_text(routed.wires.spef, encoding="ascii")
    drivers = list(power.drivers(netlist, library))
    tool_run = timing.run_opensta(netlist, library, workdir, limit_s, drivers, spef=spef_file)
    commands = timing.opensta_script(netlist, library, timing.library_files(library), spef=spef_file).splitlines()
    outcome = outcome.with_cost(tool_run).model_copy(update={"commands": tuple(commands)})
    failure = timing.failure_reason(tool_run)
    report = timing.TimingReport((), {}) if failure else timing.read_report(tool_run.output, netlist, library)
    period_ns = report.period_ns(core.io_ratio)
    if period_ns is None:
        status: Status = "timed-out" if tool_run.stopped_after else "failed"
        return outcome.with_status(status, failure or "OpenSTA found no path between registers")
    effective_mhz = 1000 / period_ns
    clocked, wires = (routed.clocked, routed.wires.loads) if routed else (ClockedNetlist(netlist, {}), {})
    measured_power, note = _power(mapping, core, library, clocked, report, effective_mhz, workdir, wires)
    frame_flip_flops = sum(1 for _ in netlist.frame_pins())
    frame_area = frame_flip_flops * library.cells[library.flip_flop.cell].area
    area = netlist.area(library)
    return outcome.model_copy(
        update={
            "status": "ok",
            "area": area,
            "gate_equivalents": library.gate_equivalents(area),
            "flip_flops": netlist.count_flip_flops(library),
            "frame_area": frame_area,
            "frame_gate_equivalents": library.gate_equivalents(frame_area),
            "frame_flip_flops": frame_flip_flops,
            "achieved_mhz": {path.launch: 1000 / path.delay_ns for path in report.paths if path.launch == path.capture},
            "effective_mhz": effective_mhz,
            "critical_paths": report.paths,
            "power": measured_power,
            "power_note": note,
        }
    )


def _routed(
    netlist: Netlist, library: Library, files: CellLayout, outcome: CellMeasurement, limit_s: float
) -> "tuple[CellMeasurement, _Routed | None]":
    """Place and route; the outcome with the layout, and its wires if every net is routed."""
    run = layout.place_and_route(netlist, files, outcome.folder, limit_s)
    costs = {"wall_s": run.wall_s, "cpu_s": run.cpu_s, "peak_mib": run.peak_mib}
    outcome = outcome.model_copy(update={**costs, "status": run.status, "reason": run.reason})
    if run.routing is None or run.clocked is None:
        return outcome, None
    wires = layout.wires(run.clocked, library, layout.read_routed(run.routing, run.clocked))
    lef = read_lef(files.lef)
    measured = Layout(
        failed_nets=run.routing.failed_nets or 0,
        width_um=run.routing.width_um,
        height_um=run.routing.height_um,
        wires_pf=wires.picofarads,
        clock_buffers=len(run.clocked.changes),
        rows=read_rows(run.routing.layout, lef, library),
        site_um=lef.site_width / UNITS,
        row_um=lef.row_height / UNITS,
    )
    outcome = outcome.model_copy(update={"layout": measured})
    return outcome, None if measured.failed_nets else _Routed(run.clocked, wires)


@dataclass(frozen=True)
class _Routed:
    """What timing and power of a routed netlist count beside the cells of the mapped one."""

    clocked: ClockedNetlist
    wires: layout.Wires


def _power(  # noqa: PLR0917 - all inputs of the measurement
    mapping: CellMapping,
    core: Core,
    library: Library,
    clocked: ClockedNetlist,
    report: timing.TimingReport,
    effective_mhz: float,
    workdir: Path,
    wire_loads: Mapping[Bit, float],
) -> tuple[CellPower | None, str]:
    try:
        seen = count_changes(core, mapping.verilog_netlist, liberty_cells(library.files), "n", workdir)
    except (tools.ToolKilled, MachineFault):
        raise
    except FairhashError as error:
        return None, str(error)
    finally:
        for name in ("flat.json", "program.txt", "changes.txt"):
            (workdir / name).unlink(missing_ok=True)

    def in_a_cycle(activity: Activity) -> power.Dissipation:
        rates: dict[Bit, float] = {number: count / activity.cycles for number, count in activity.changes.items()}
        return power.dissipation(clocked.netlist, library, rates, report.transitions, wire_loads, tree=clocked.changes)

    hertz = effective_mhz * 1e6
    dissipation, short = in_a_cycle(seen.long), seen.short
    measured = CellPower(
        switching_mw=dissipation.switching_j * hertz * 1000,
        internal_mw=dissipation.internal_j * hertz * 1000,
        clock_mw=dissipation.clock_j * hertz * 1000,
        leakage_mw=dissipation.leakage_w * 1000,
        at_mhz=effective_mhz,
        cycles=seen.long.cycles,
        bits=seen.long.bits,
        short_message=ShortMessage(
            pj=in_a_cycle(short).watts(hertz) * short.cycles / hertz * 1e12,
            blocks=seen.short_blocks,
            cycles=short.cycles,
            bits=short.bits,
        ),
    )
    return measured, ""


def read_rows(design: Path, lef: Lef, library: Library) -> tuple[str, ...]:
    """The rows of a layout from the bottom, as letters of kinds, each with a number of sites: ``r12l5f1``."""
    text = design.read_text(encoding="ascii")
    components = text[text.index("\nCOMPONENTS ") : text.index("\nEND COMPONENTS")]
    cells = sorted((int(y), int(x), name) for _, name, x, y in _COMPONENT.findall(components))
    rows = []
    for _, row in groupby(cells, key=itemgetter(0)):
        kinds = ((_kind(library.cells.get(name)), lef.cells[name].width // lef.site_width) for _, _, name in row)
        runs = ((kind, sum(sites for _, sites in run)) for kind, run in groupby(kinds, key=itemgetter(0)))
        rows.append("".join(f"{kind}{sites}" for kind, sites in runs))
    return tuple(rows)


def _kind(cell: LibraryCell | None) -> str:
    if cell is None:
        return FILLER
    if cell.sequential:
        return REGISTER
    return BUFFER if sum(not pin.output for pin in cell.pins.values()) == 1 else LOGIC
