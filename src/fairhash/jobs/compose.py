# SPDX-License-Identifier: Apache-2.0
"""One result from the outcomes of a run's stages."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairhash.catalog.device import Device
from fairhash.implement import Placement, Synthesis
from fairhash.jobs.facts import Keys
from fairhash.jobs.record import Cycles, Record
from fairhash.results.schema import Clocks, Cost, CriticalPath, NetlistGate, Resources, Result, ToolUse

_CARRY_CELLS = ("CARRY", "CCU2", "ALU")
"""What the families call their carry cells, in part."""


@dataclass(frozen=True)
class Checks:
    """What simulation says of the core and of its netlist."""

    gate: NetlistGate
    cycles: Cycles


def compose(
    keys: Keys, seed: int, synthesis: Record[Synthesis], checks: Checks, placement: Record[Placement] | None
) -> Result:
    """The result of one seed; without a placement it is the synthesis that failed."""
    core, device = keys.core, keys.device
    last = placement or synthesis
    made, placed = synthesis.outcome, placement.outcome if placement else None
    good = placed if placed and placed.status == "ok" else None
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
        device=device.id,
        device_family=device.family,
        area_unit=device.place.area_cell,
        recipe=keys.recipe.name,
        seed=seed,
        tools=_tools(keys, made, placed),
        requested=_requested(keys, placed),
        achieved=_achieved(core.io_ratio, good) if good else None,
        status=last.outcome.status,
        stage="placement" if placement else "synthesis",
        reason=last.outcome.reason,
        resources=_resources(made, good) if good else None,
        frame_resources=_frame_resources(device, good) if good else None,
        netlist=checks.gate,
        measured_cycles=checks.cycles.measured,
        cycles_note=checks.cycles.note,
        critical_path=_critical_path(core.io_ratio, good) if good else None,
        synthesis_cost=_cost(made),
        placement_cost=_cost(placed) if placed else None,
        date=last.date,
        machine=last.machine,
    )


def _tools(keys: Keys, made: Synthesis, placed: Placement | None) -> tuple[ToolUse, ...]:
    device = keys.device
    used = [
        ToolUse(tool="ghdl", version=keys.builds["ghdl"], commands=(made.elaboration,) if made.elaboration else ()),
        ToolUse(
            tool="yosys",
            version=made.yosys or f"pyosys {keys.builds['pyosys']}",
            commands=tuple(tuple(command.split()) for command in made.commands),
        ),
    ]
    if placed:
        constraints = tuple(tuple(line.split()) for line in placed.constraints.splitlines())
        package = f"{device.place.package} {keys.builds[device.place.package]}"
        used.append(
            ToolUse(
                tool="nextpnr",
                version=f"{placed.nextpnr} ({package})" if placed.nextpnr else package,
                commands=((device.place.command, *placed.arguments), *constraints),
            )
        )
    return tuple(used)


def _requested(keys: Keys, placed: Placement | None) -> Clocks:
    """As place and route said it received it; what was meant where it did not come that far."""
    clk_mhz = keys.recipe.clock.target(keys.core.name)
    asked = {"clk": clk_mhz, "io_clk": clk_mhz * keys.core.io_ratio}
    received = {clock.name: clock.received_mhz or clock.asked_mhz for clock in placed.clocks} if placed else {}
    return _clocks({**asked, **received}, keys.core.io_ratio, None)


def _achieved(io_ratio: int, placed: Placement) -> Clocks:
    return _clocks({clock.name: clock.achieved_mhz for clock in placed.clocks}, io_ratio, placed.effective_mhz)


def _clocks(by_name: Mapping[str, float | None], io_ratio: int, effective_mhz: float | None) -> Clocks:
    clk_mhz = by_name.get("clk")
    io_clk_mhz = clk_mhz if io_ratio == 1 else by_name.get("io_clk")
    limits = [limit for limit in (clk_mhz, io_clk_mhz / io_ratio if io_clk_mhz else None) if limit]
    return Clocks(clk_mhz=clk_mhz, io_clk_mhz=io_clk_mhz, effective_mhz=effective_mhz or min(limits))


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


def _critical_path(io_ratio: int, placed: Placement) -> CriticalPath | None:
    """The path that limits clk: one that touches io_clk has less time."""
    if not placed.critical_paths:
        return None
    worst = max(
        placed.critical_paths,
        key=lambda path: path.delay_ns * (io_ratio if "io_clk" in (path.launch, path.capture) else 1),
    )
    return CriticalPath(
        start=f"{worst.launch}: {worst.first_cell}",
        end=f"{worst.capture}: {worst.last_cell}",
        delay_ns=worst.delay_ns,
        logic_ns=max(0.0, worst.logic_ns),
        routing_ns=max(0.0, worst.routing_ns),
        levels=worst.levels,
    )


def _cost(outcome: Synthesis | Placement) -> Cost:
    return Cost(wall_s=outcome.wall_s, cpu_s=outcome.cpu_s, peak_mib=outcome.peak_mib)
