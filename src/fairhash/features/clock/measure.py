# SPDX-License-Identifier: Apache-2.0
"""Measures the highest clock of placed cores by timed simulation, over seeds: what `fairhash clock` calls."""

import random
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.jobs import Progress, Silent
from fairhash.bench.keys import digest, wire_facts
from fairhash.bench.record import bench_commit, machine
from fairhash.bench.revisions import revision
from fairhash.bench.routed import RoutedCore, routed_core
from fairhash.bench.workers import default_worker_count, workers
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.features.clock.highest_clock import HighestClock, highest_clock
from fairhash.features.clock.record import CLOCKS, ClockMeasurement, Confirmation, TimedPathRecord
from fairhash.netlist.timed.static import TimedPath
from fairhash.targets.fpga.fpga_kind import fpga_tools
from fairhash.targets.fpga.report import short_name
from fairhash.testbench.message import Case, Message
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.reference import Reference, models
from fairhash.toolchain.sandbox import confined_if_external

_STAGE = "clock"
_CELL_CYCLES = 2e8
"""Cells times cycles of the default data. Measured with SHA-256 on ECP5, 3300 cells: 90 us of CPU time for a cycle, so
three simulations take about 20 s; a busy machine, larger cells and glitches take the rest of a minute."""
_KIB = 1024


@dataclass(frozen=True)
class ClockData:
    """The data that are hashed while the clock is searched."""

    data_bytes: int | None = None
    """Bytes of one repeat; None: as many as are simulated in about a minute."""
    repeats: int = 1
    seed: int = 1
    """Seed of the pseudo-random bytes."""
    unknown: bool = False
    """Whether wrong captures above the clock are simulated as X."""

    def cases(self, core: Core, data_bytes: int) -> list[Case]:
        """One case for each repeat; a core with several messages in flight gets the bytes in as many messages."""
        draw = random.Random(self.seed)
        share = -(-data_bytes // core.messages_in_flight)
        return [
            Case(
                tuple(
                    Message(core.algorithm, draw.randbytes(share), 8 * share) for _ in range(core.messages_in_flight)
                ),
                reset=power_up_cycles(core) if repeat == 0 else 0,
            )
            for repeat in range(self.repeats)
        ]


def measure_clocks(  # noqa: PLR0917 - the inputs of a measurement
    core: Core,
    device: Device,
    recipe: Recipe,
    seeds: Sequence[int],
    data: ClockData,
    progress: Progress | None = None,
    *,
    jobs: int | None = None,
    workspace: Workspace | None = None,
    folder: Path | None = None,
    reference: Reference | None = None,
) -> list[ClockMeasurement]:
    """Measure one placement for each seed, in parallel; stored measurements are reused.

    Args:
        core: The core.
        device: The FPGA.
        recipe: Options and constraint of the tools.
        seeds: Seeds of place and route.
        data: What is hashed.
        progress: Is informed of every job.
        jobs: Number of parallel jobs; by default the number of processors.
        workspace: Where runs are stored; by default that of this checkout.
        folder: Where measurements are stored; by default results/clock.
        reference: The models that compute the expected digests; by default the compiled C models.

    Raises:
        FairhashError: If a core cannot be placed or simulated, or a confirmation fails.
    """
    workspace, progress = workspace or Workspace(), progress or Silent()
    folder = folder or paths.results() / "clock"
    seeds = tuple(dict.fromkeys(seeds))
    progress.planned(len(seeds))
    with workers(jobs or default_worker_count()) as crew:

        def measure(seed: int) -> ClockMeasurement:
            job = f"{core.name} clock, seed {seed}"
            progress.started(job)
            routed = routed_core(core, device, recipe, seed, workspace)
            size = data.data_bytes or _default_bytes(core, routed)
            key = digest([routed.key, asdict(data), size, revision("timed", "testbench", "models")])

            def work(place: Path) -> ClockMeasurement:
                return _measured(routed, data, size, key, place, seed, reference or models())

            # two cores may have the same netlist, and the data depend on what the core declares
            stored_as = digest([key, core.name, wire_facts(core), core.formula.model_dump(mode="json")])
            clocks, fresh = workspace.store.get_or_make(_STAGE, stored_as, ClockMeasurement, work, crew.stop)
            progress.finished(job, f"{clocks.mhz:.1f} MHz, static {clocks.static_mhz:.1f}", fresh)
            return clocks

        clocks = crew.map(measure, seeds)
    for one in clocks:
        CLOCKS.store(folder, one.core, one)
    return clocks


def _default_bytes(core: Core, routed: RoutedCore) -> int:
    placement = routed.placement
    cells = (placement.area or 0) + (placement.flip_flops or 0)
    blocks = _CELL_CYCLES / max(cells, _KIB) / core.formula.block
    requested = blocks * core.messages_in_flight * core.block_bits / 8
    return max(1, round(requested / _KIB)) * _KIB


def _measured(  # noqa: PLR0917 - the inputs of a measurement
    routed: RoutedCore, data: ClockData, size: int, key: str, folder: Path, seed: int, reference: Reference
) -> ClockMeasurement:
    design_of_run, placement = routed.keys.design, routed.placement
    core: Core = design_of_run.core
    with tempfile.TemporaryDirectory(prefix=".clock.", dir=folder) as name:
        work = Path(name)
        design = routed.design(work)
        # the simulator is shared by all cores, and the program that it reads is of this one
        with confined_if_external(core, [paths.build() / "sim"], [work.resolve()]):
            highest = highest_clock(design, data.cases(core, size), reference, work, unknown=data.unknown)
    slowest = design.static.slowest_path(design.static.slowest())
    if placement.effective_mhz is None:
        raise FairhashError("no static clock", core.name)
    return ClockMeasurement(
        key=key,
        core=core.name,
        device=design_of_run.target.id,
        recipe=design_of_run.recipe.name,
        seed=seed,
        data_bytes=size,
        repeats=data.repeats,
        data_seed=data.seed,
        cycles=highest.cycles,
        static_mhz=placement.effective_mhz,
        static_path=_record(slowest),
        period_ps=highest.period_ps,
        mhz=highest.mhz,
        path=_record(highest.path),
        cycle=highest.cycle,
        is_static_path=highest.path.ends == slowest.ends,
        static_rank=highest.static_rank,
        static_end_ps=highest.static_end_ps,
        registers=highest.registers,
        below=_confirmation(highest, above=False, unknown=False),
        above=_confirmation(highest, above=True, unknown=data.unknown),
        seconds=round(highest.seconds, 1),
        verilog=routed.keys.elaboration.verilog,
        placement=routed.key,
        commit=bench_commit(),
        tools=fpga_tools(design_of_run, routed.synthesis, placement),
        date=datetime.now(UTC).replace(microsecond=0),
        machine=machine(),
    )


def _record(path: TimedPath) -> TimedPathRecord:
    start, end = path.ends
    return TimedPathRecord(
        start=short_name(start),
        end=short_name(end),
        delay_ps=path.delay_ps,
        wire_ps=path.wire_ps,
        cell_ps=path.delay_ps - path.wire_ps,
        stages=tuple(
            f"{step.at_ps} {short_name(step.cell)}.{step.pin} wire {step.wire_ps} cell {step.cell_ps}"
            for step in path.steps
        ),
    )


def _confirmation(highest: HighestClock, *, above: bool, unknown: bool) -> Confirmation:
    one = highest.above if above else highest.below
    return Confirmation(
        mhz=round(one.mhz, 3),
        period_ps=one.period_ps,
        wrong_captures=one.wrong_captures,
        first_cycle=one.first_cycle,
        digests_right=one.digests_right,
        unknown_captures=unknown,
    )
