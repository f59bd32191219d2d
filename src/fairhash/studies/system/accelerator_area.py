# SPDX-License-Identifier: Apache-2.0
"""Area and clock of an accelerator on an FPGA, by the tools and the recipe that measure cores; also in campaigns."""

import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.bench.campaign_run import CampaignRun, PlanInputs, Price, Prices, State, StoredCost, expected
from fairhash.bench.implementing import NO_SEED
from fairhash.bench.keys import digest
from fairhash.bench.record import bench_commit
from fairhash.bench.store import Interrupted
from fairhash.bench.workspace import Workspace
from fairhash.catalog.campaign import Entry
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results.accelerator_areas import AcceleratorAreaRecord, read_accelerator_areas, store_accelerator_area
from fairhash.results.results_folder import ResultsFolder
from fairhash.studies.system.accelerator import Accelerator, default_bus_bits, write_accelerator
from fairhash.targets.fpga.placement import place
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.testbench.engines import version
from fairhash.toolchain import reaper

MEASURED = "accelerator_measured"
"""Entity with the ports of a core around the accelerator, because the measuring frame has these ports."""

_WORD = 64
_FIRST_CORE = "cores_and_units_n1_core"
"""GHDL's name of the first copy of the core in the Verilog of the top entity."""

_WRAPPER = Path(__file__).with_name("accelerator_measured.vhd.txt")


@dataclass(frozen=True)
class AcceleratorArea:
    """Cells of an accelerator, and its clock if it was placed. The netlist is not checked against known answers."""

    synthesis: Synthesis
    placement: Placement | None


def area_record(
    accelerator: Accelerator, recipe: Recipe, seed: int | None, area: AcceleratorArea, folder: Path, *, inputs: str = ""
) -> AcceleratorAreaRecord:
    """Return what is stored of an implemented accelerator.

    Args:
        accelerator: The accelerator.
        recipe: Options of the tools.
        seed: The one that measure_area() had, also if the synthesis failed: each seed keeps its own outcome.
        area: From measure_area().
        folder: The working folder that measure_area() had.
        inputs: Digest of what the tools received.
    """
    synthesis, placed = area.synthesis, area.placement
    last = placed or synthesis
    verilog = folder / "synthesis" / f"{MEASURED}.v"
    path = placed.critical_paths[0] if placed and placed.critical_paths else None
    return AcceleratorAreaRecord(
        core=accelerator.core.name,
        cores=accelerator.cores,
        bus_bits=accelerator.bus_bits,
        buffer_bytes=accelerator.buffer_bytes,
        recipe=recipe.name,
        seed=seed,
        verilog_digest=sha256(verilog.read_bytes()).hexdigest() if verilog.is_file() else "not elaborated",
        inputs=inputs,
        status=last.status,
        reason=last.reason,
        cells=synthesis.cells,
        flip_flops=synthesis.flip_flops,
        block_rams=synthesis.dedicated.get("bram", 0),
        area_cells=placed.area if placed else None,
        clock_mhz=placed.effective_mhz if placed else None,
        critical_path=path.text() if path else "",
        tools=tuple(name for name in (version("ghdl"), synthesis.yosys, placed.nextpnr if placed else "") if name),
        commands=(*synthesis.commands, *((" ".join(placed.arguments),) if placed else ())),
        synthesis_cpu_s=round(synthesis.cpu_s, 1),
        placement_cpu_s=round(placed.cpu_s, 1) if placed else None,
        commit=bench_commit(),
        date=datetime.now(UTC).replace(microsecond=0),
    )


def measured_core(accelerator: Accelerator, folder: Path) -> Core:
    """Write the sources of an accelerator to `folder`, and return it in the form in which the flow measures cores.

    Raises:
        FairhashError: the core is an external one, whose sources may be Verilog.
    """
    core = accelerator.core
    if core.external:
        raise FairhashError("an accelerator of an external core", core.user_name, "name a core of the catalogue")
    written = write_accelerator(accelerator, folder)
    text = files.read_text(_WRAPPER).format(measured=MEASURED, bus_bits=accelerator.bus_bits, top=accelerator.top)
    (folder / f"{MEASURED}.vhd").write_text(text, encoding="utf-8")
    allowed = tuple(sorted({"bram", "lutram", *core.allowed_dedicated}))
    changes = {
        "architecture": f"{core.architecture}-accelerator-{accelerator.cores}",
        "entity": MEASURED,
        "generics": {},
        "files": (*written.vhdl, f"{MEASURED}.vhd"),
        "word_bits": _WORD,
        "allowed_dedicated": allowed,
        "memory": None,
        "source": folder / MEASURED / "cores.toml",
    }
    return core.model_copy(update=changes)


def measure_area(
    accelerator: Accelerator, device: Device, recipe: Recipe, seed: int | None, folder: Path
) -> AcceleratorArea:
    """Synthesise an accelerator, and place and route it if there is a seed.

    The core is synthesised once, as when it is measured alone, and copied: so the time depends little on the number of
    cores, and all copies are the same netlist.

    Args:
        recipe: Options and limits of the tools.
        seed: Seed of the placement; None for the synthesis alone.
        folder: Working folder of the tools.
    """
    core = measured_core(accelerator, folder / "sources")
    synthesis = synthesise(core, device, recipe, folder / "synthesis", separate=_FIRST_CORE)
    if synthesis.status != "ok" or seed is None:
        return AcceleratorArea(synthesis, None)
    return AcceleratorArea(synthesis, place(synthesis, core, device, recipe, seed, folder / "placement"))


@dataclass(frozen=True)
class AcceleratorRuns:
    """The runs of entries of kind `accelerators`; see Accelerators of bench/campaign.py."""

    folder: ResultsFolder
    workspace: Workspace

    def runs(self, entry: Entry) -> Iterator[CampaignRun]:
        """Every accelerator of an entry: by target, then number of copies, then core. GHDL elaborates changed ones."""
        sizes = Prices(PlanInputs(self.folder, self.workspace)).sizes()
        for name in entry.targets:
            device, stored = find_device(name), self._stored(name)
            for copies in entry.copies:
                for core in entry.chosen_cores():
                    for recipe in map(find_recipe, entry.recipes):
                        price = _price(core, recipe, copies, stored, sizes)
                        for seed in entry.seeds or (NO_SEED,):
                            key = self._key(core, device, recipe, seed, copies)
                            state = _state(key, core, recipe, seed, copies, stored)
                            whole = price if entry.seeds else Price(price.synthesis_s, 0.0)
                            yield CampaignRun(
                                core, device, recipe, seed, key, state, "accelerator", copies=copies, price=whole
                            )

    def make(self, run: CampaignRun, stop: threading.Event) -> Callable[[], str]:
        """Measure the accelerator of a run; the returned function stores it."""
        assert isinstance(run.target, Device)
        device, accelerator = run.target, _accelerator(run.core, run.copies)
        seed = None if run.seed == NO_SEED else run.seed
        with tempfile.TemporaryDirectory(prefix=".accelerator.", dir=reaper.temporary_folder()) as name:
            folder = Path(name)
            area = measure_area(accelerator, device, run.recipe, seed, folder)
            if stop.is_set():
                raise Interrupted
            record = area_record(accelerator, run.recipe, seed, area, folder, inputs=run.key)

        def store() -> str:
            store_accelerator_area(self.folder.folder, device.id, record)
            return record.reason or (f"{record.clock_mhz:.1f} MHz" if record.clock_mhz else record.status)

        return store

    def _stored(self, device: str) -> Sequence[AcceleratorAreaRecord]:
        return read_accelerator_areas(self.folder.folder, device).rows

    def _key(self, core: Core, device: Device, recipe: Recipe, seed: int, copies: int) -> str:
        """Digest of what the tools receive: those of the core that the flow measures, and that a core is copied."""
        with tempfile.TemporaryDirectory(prefix=".accelerator.", dir=reaper.temporary_folder()) as folder:
            measured = measured_core(_accelerator(core, copies), Path(folder))
            return digest([self.workspace.keys(measured, device, recipe).result(seed), "copied", seed == NO_SEED])


def _accelerator(core: Core, copies: int) -> Accelerator:
    return Accelerator(core, copies, default_bus_bits(core, copies))


def _state(  # noqa: PLR0917 - what identifies an accelerator
    key: str, core: Core, recipe: Recipe, seed: int, copies: int, stored: Sequence[AcceleratorAreaRecord]
) -> State:
    for row in stored:
        if row.inputs == key:
            return "done" if row.status == "ok" else "failed"
    run = core.name, copies, recipe.name, seed
    return (
        "stale" if any((row.core, row.cores, row.recipe, row.seed or NO_SEED) == run for row in stored) else "missing"
    )


def _price(
    core: Core, recipe: Recipe, copies: int, stored: Sequence[AcceleratorAreaRecord], sizes: Mapping[str, float]
) -> Price:
    """By the costs of accelerators with as many cores, else by those with any number of cores, per core."""
    same = [row for row in stored if row.cores == copies]
    syntheses = [StoredCost(row.core, row.recipe, row.synthesis_cpu_s) for row in same or stored]
    placements = [
        StoredCost(row.core, row.recipe, row.placement_cpu_s * copies / row.cores)
        for row in stored
        if row.placement_cpu_s
    ]
    return Price(
        expected(core.name, recipe.name, syntheses, sizes), expected(core.name, recipe.name, placements, sizes)
    )
