# SPDX-License-Identifier: Apache-2.0
"""One result from the outcomes of a run's stages."""

from dataclasses import dataclass
from typing import Any

from fairhash.catalog.device import Device
from fairhash.catalog.recipes import family_recipe
from fairhash.results.schema import Cost, NetlistGate, Resources, Result, ToolUse
from fairhash.runs.compose_cells import cell_fields
from fairhash.runs.compose_other import estimate_fields, vendor_fields
from fairhash.runs.compose_parts import achieved, front_end, limiting_path, requested
from fairhash.runs.facts import CellKeys, CoreKeys, Keys
from fairhash.runs.other_facts import EstimateKeys, VendorKeys
from fairhash.runs.record import Cycles, Record
from fairhash.targets.fpga.placement import Placement
from fairhash.targets.fpga.synthesis import Synthesis

_CARRY_CELLS = ("CARRY", "CCU2", "ALU")
"""What the families call their carry cells, in part."""


@dataclass(frozen=True)
class Checks:
    """What simulation says of the core and of its netlist."""

    gate: NetlistGate
    cycles: Cycles


def compose(keys: CoreKeys, seed: int, synthesis: Record[Any], checks: Checks, placement: Record[Any] | None) -> Result:
    """The result of one seed; without a placement it is the synthesis that failed."""
    core = keys.core
    last = placement or synthesis
    made, placed = synthesis.outcome, placement.outcome if placement else None
    own: dict[str, Any] = {"status": last.outcome.status, "reason": last.outcome.reason}
    match keys:
        case CellKeys():
            own |= cell_fields(keys, made, placed)
        case EstimateKeys():
            own |= estimate_fields(keys, made)
        case VendorKeys():
            own |= vendor_fields(keys, made, placed)
        case Keys():
            own |= _fields(keys, made, placed)
    return Result(
        key=keys.result(seed),
        series=keys.series,
        core=core.name,
        algorithm=core.algorithm,
        digest_bits=core.digest_bits,
        block_bits=core.block_bits,
        messages_in_flight=core.messages_in_flight,
        io_ratio=core.io_ratio,
        generics=core.generics,
        source_digest=keys.source,
        device=keys.device.id,
        device_family=keys.device.family,
        recipe=keys.recipe.name,
        seed=seed,
        netlist=checks.gate,
        measured_cycles=checks.cycles.measured,
        cycles_note=checks.cycles.note,
        synthesis_cost=_cost(made),
        placement_cost=_cost(placed) if placed else None,
        date=last.date,
        machine=last.machine,
        **own,
    )


def _fields(keys: Keys, made: Synthesis, placed: Placement | None) -> dict[str, Any]:
    """What an FPGA's flow says in a way of its own."""
    good = placed if placed and placed.status == "ok" else None
    io_ratio = keys.core.io_ratio
    return {
        "area_unit": keys.device.place.area_unit,
        "tools": _tools(keys, made, placed),
        "requested": requested(keys, placed),
        "achieved": achieved(io_ratio, good) if good else None,
        "stage": "placement" if placed else "synthesis",
        "resources": _resources(made, good) if good else None,
        "frame_resources": _frame_resources(keys.device, good) if good else None,
        "critical_path": limiting_path(io_ratio, good.critical_paths) if good else None,
        "untimed_cells": good.untimed if good else {},
    }


def _tools(keys: Keys, made: Synthesis, placed: Placement | None) -> tuple[ToolUse, ...]:
    used = [*front_end(keys, made)]
    if placed:
        constraints = tuple(tuple(line.split()) for line in placed.constraints.splitlines())
        name = next(tool for tool in (keys.device.place.command, keys.device.place.package) if tool in keys.builds)
        build = f"{name} {keys.builds[name]}"
        every = family_recipe(keys.recipe, keys.device).empty_rows
        spaced = ((f"one in {every} rows kept empty",),) if every else ()
        used.append(
            ToolUse(
                tool="nextpnr",
                version=f"{placed.nextpnr} ({build})" if placed.nextpnr else build,
                commands=(*spaced, (name, *placed.arguments), *constraints),
            )
        )
    return tuple(used)


def _resources(made: Synthesis, placed: Placement) -> Resources:
    return Resources(
        area_cells=placed.area or 0,
        luts=sum(count for kind, count in made.cells.items() if "LUT" in kind),
        flip_flops=placed.flip_flops or 0,
        carry=sum(count for kind, count in made.cells.items() if any(part in kind for part in _CARRY_CELLS)),
        bram=placed.dedicated.get("bram", 0),
        dsp=placed.dedicated.get("dsp", 0),
        lutram=placed.dedicated.get("lutram", 0),
    )


def _frame_resources(device: Device, placed: Placement) -> Resources:
    """A frame has nothing but registers; a family that does not count them apart has one in each of its cells."""
    area = placed.frame_area or 0
    counted = [placed.resources[kind] for kind in device.synthesis.flip_flops if kind in placed.resources]
    registers = sum(counted) - (placed.flip_flops or 0) if counted else area
    return Resources(area_cells=area, luts=0, flip_flops=max(0, registers))


def _cost(outcome: Any) -> Cost:
    return Cost(wall_s=outcome.wall_s, cpu_s=outcome.cpu_s, peak_mib=outcome.peak_mib)
