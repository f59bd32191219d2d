# SPDX-License-Identifier: Apache-2.0
"""Measures padding units: area and clock of a unit alone, and the cycles that it adds to a core's message."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.keys import bare_code, digest, text_digest
from fairhash.bench.record import bench_commit
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.padding import PADDING_FILES, padding_generics
from fairhash.catalog.recipe import Recipe
from fairhash.features.padding.padded import padded_core, padding_unit
from fairhash.features.padding.record import PaddingCost, PaddingCosts, PaddingCycles, UnitArea
from fairhash.targets.fpga.placement import place
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.testbench.engines import version
from fairhash.testbench.verification import VerifyOptions, verify

_MEMORY_CELLS = {"TRELLIS_DPR16X4": 4}
"""LUTs of a logic cell that is a memory, on families that have such cells."""


def sources_digest() -> str:
    """Digest of the code of the unit's sources."""
    return digest([text_digest(bare_code(paths.rtl() / name)) for name in PADDING_FILES])


def measure_cost(  # noqa: PLR0917 - the inputs of a run
    core: Core,
    device: Device,
    recipe: Recipe,
    seed: int | None,
    stored: PaddingCosts,
    folder: Path,
    *,
    with_cycles: bool,
) -> PaddingCost:
    """The cost of a core's unit; what is stored and would be the same today is not measured again.

    Args:
        core: The core.
        device: An FPGA.
        recipe: How the unit is implemented, with the packer and without it.
        seed: Of the placements; None for synthesis only, which a stored placement has too.
        stored: The costs of the device.
        folder: An empty working folder.
        with_cycles: Whether to simulate the cycles too; without, those stay that are stored beside a unit of today's
            sources.

    Raises:
        FairhashError: A tool is missing, a unit cannot be implemented, or the padded core gives a wrong digest.
    """
    known = unit_areas(stored.costs)

    def unit(*, pack: bool) -> UnitArea:
        area = known.get(unit_identity(padding_generics(core, pack=pack)))
        if area and area.recipe == recipe.name and seed in (None, area.seed):
            return area
        return measure_unit(core, pack, device, recipe, folder / str(pack), seed)

    old = stored.find(core.name)
    cycles = old.cycles if old and old.packed.sources == sources_digest() else None
    return PaddingCost(
        core=core.name,
        packed=unit(pack=True),
        plain=unit(pack=False),
        cycles=measure_cycles(core, folder / "core") if with_cycles else cycles,
    )


def unit_areas(costs: Iterable[PaddingCost]) -> dict[tuple[tuple[str, int], ...], UnitArea]:
    """The stored units of today's sources, by their generics."""
    today = sources_digest()
    areas = [area for cost in costs for area in (cost.packed, cost.plain)]
    return {unit_identity(area.generics): area for area in areas if area.sources == today}


def measure_unit(  # noqa: PLR0917 - the inputs of a run
    core: Core, pack: bool, device: Device, recipe: Recipe, folder: Path, seed: int | None = None
) -> UnitArea:
    """Synthesise the unit of a core alone, and place it in the measuring frame if there is a seed.

    Args:
        core: The core.
        pack: Whether the unit has the packer.
        device: An FPGA.
        recipe: How it is implemented.
        folder: An empty working folder.
        seed: Of the placement; None for synthesis only.

    Raises:
        FairhashError: A tool is missing, or the unit cannot be implemented.
    """
    unit = padding_unit(core, pack)
    synthesis = synthesise(unit, device, recipe, folder / "synthesis")
    _require(unit, synthesis)
    placed = place(synthesis, unit, device, recipe, seed, folder / "placement") if seed is not None else None
    if placed:
        _require(unit, placed)
    return UnitArea(
        generics=padding_generics(core, pack=pack),
        recipe=recipe.name,
        sources=sources_digest(),
        netlist_cells=synthesis.cells,
        flip_flops=synthesis.flip_flops,
        counted_cells=placed.area if placed and placed.area is not None else _counted(synthesis, device),
        clock_mhz=placed.effective_mhz if placed else None,
        seed=seed,
        critical_path=placed.critical_paths[0].text() if placed and placed.critical_paths else "",
        tools=tuple(name for name in (version("ghdl"), synthesis.yosys, placed.nextpnr if placed else "") if name),
        commit=bench_commit(),
        date=datetime.now(UTC).replace(microsecond=0),
    )


def measure_cycles(core: Core, folder: Path) -> PaddingCycles:
    """Simulate messages of 1, 2, ... blocks through the core with its unit, and through the formula of the core.

    Raises:
        FairhashError: The padded core gives a wrong digest.
    """
    padded = padded_core(core, folder)
    report = verify(padded, VerifyOptions(modes=("cycles",), seed=0))
    if report.cycles is None:
        raise FairhashError("no cycles to measure: a wrong digest", core.name, "verify the padded core")
    added = tuple(cycles - core.formula.cycles(blocks, core.io_ratio) for blocks, cycles in report.cycles.measured)
    return PaddingCycles(added=added, commit=bench_commit(), date=datetime.now(UTC).replace(microsecond=0))


def unit_identity(generics: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Generics as a key."""
    return tuple(sorted(generics.items()))


def _require(unit: Core, outcome: Synthesis | Placement) -> None:
    if outcome.status != "ok":
        raise FairhashError(f"{outcome.status}: {outcome.reason}", unit.name, f"see {outcome.log}")


def _counted(synthesis: Synthesis, device: Device) -> int:
    """The cells of a netlist as place and route will count them."""
    weights = {**dict.fromkeys(device.count.luts, 1), **device.count.carry, **_MEMORY_CELLS}
    return round(sum(weight * synthesis.cells.get(kind, 0) for kind, weight in weights.items()))
