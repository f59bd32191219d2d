# SPDX-License-Identifier: Apache-2.0
"""NIST's three groups through the placed and routed netlist of a core; the outcome is stored."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from fairhash.base import paths
from fairhash.bench.bench_commit import bench_commit
from fairhash.bench.routed import routed_core
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.features.nist.measure import CHECKPOINTS, run_groups
from fairhash.features.nist.record import NistOutcome, store_nist
from fairhash.netlist.timed.functional import functional_engine
from fairhash.toolchain import reaper


def run_placed_groups(  # noqa: PLR0917 - what decides the netlist, and the amount of data
    core: Core,
    device: Device,
    recipe: Recipe,
    seed: int,
    checkpoints: int = CHECKPOINTS,
    folder: Path | None = None,
) -> NistOutcome:
    """Run the groups and store the outcome, passed or failed.

    Args:
        core: A core of SHA-1 or SHA-2.
        device: An FPGA whose placed cells can be simulated (require_routable).
        recipe: Tool options.
        seed: Of place and route.
        checkpoints: Monte Carlo digests.
        folder: Where outcomes are stored; by default results/nist. External cores are not stored there.

    Raises:
        FairhashError: the core cannot be placed or simulated, or SHAVS has no groups for it.
    """
    with tempfile.TemporaryDirectory(prefix=".nist.", dir=reaper.temporary_folder()) as name:
        routed = routed_core(core, device, recipe, seed, Workspace())
        engine = functional_engine(routed.design(Path(name)), Path(name))
        results = run_groups(core, engine, checkpoints)
    outcome = NistOutcome(
        core=core.name,
        device=device.id,
        recipe=recipe.name,
        seed=seed,
        placement=routed.key,
        groups=tuple(results),
        commit=bench_commit(),
        date=datetime.now(UTC),
    )
    if folder or not core.external:
        store_nist(folder or paths.results() / "nist", outcome)
    return outcome
