# SPDX-License-Identifier: Apache-2.0
"""Composes a result from the outcomes of a run's stages."""

from dataclasses import dataclass
from typing import Any

from fairhash.bench.bench_commit import bench_commit
from fairhash.bench.record import Cycles, Record
from fairhash.bench.run_keys import RunKeys
from fairhash.results.schema import Cost, NetlistGate, Result
from fairhash.testbench.verification import untested_modes


@dataclass(frozen=True)
class Checks:
    """Outcomes of the simulations: known answers on the netlist, and the core's cycles."""

    gate: NetlistGate
    cycles: Cycles


def compose(keys: RunKeys, seed: int, synthesis: Record[Any], checks: Checks, placement: Record[Any] | None) -> Result:
    """The result of one seed. If `placement` is None, the synthesis failed or the target has no placement."""
    design = keys.design
    core, target = design.core, design.target
    last = placement or synthesis
    synthesised, placed = synthesis.outcome, placement.outcome if placement else None
    stage_fields: dict[str, Any] = {"status": last.outcome.status, "reason": last.outcome.reason}
    stage_fields |= design.kind.result_fields(design, synthesised, placed)
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
        verilog_digest=keys.elaboration.verilog,
        bench_commit=bench_commit(),
        device=target.id,
        device_family=target.family,
        recipe=design.recipe.name,
        seed=seed,
        netlist=checks.gate,
        measured_cycles=checks.cycles.measured,
        cycles_note=checks.cycles.note,
        untested=untested_modes(core),
        synthesis_cost=_cost(synthesised),
        placement_cost=_cost(placed) if placed else None,
        date=last.date,
        machine=last.machine,
        **stage_fields,
    )


def _cost(outcome: Any) -> Cost:
    return Cost(wall_s=outcome.wall_s, cpu_s=outcome.cpu_s, peak_mib=outcome.peak_mib)
