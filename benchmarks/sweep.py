# SPDX-License-Identifier: Apache-2.0
"""What a sweep costs besides its tools: PYTHONPATH=src:. .venv/bin/python benchmarks/sweep.py

1. Overhead: 32 stages of four cores with five seeds one after the other, each a tool that sleeps for ten seconds (most
   real ones take longer). It prints the wall time beyond that of the tools, and the processor time of the bench.
2. The same sweep of 200 cores and five seeds, 1,000 results, twice; the second starts no tool.
"""

import os
import tempfile
import time
from pathlib import Path

from fairhash.bench import implement
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.results import ResultsFolder
from fairhash.toolchain import tools
from tests.bench.fakes import DEVICE, RECIPE, Fake, make_core

TOOL_S = 10
SEEDS = (1, 2, 3, 4, 5)


def run(folder: Path, fake: Fake, cores: list[Core], jobs: int | None = None) -> tuple[int, float, float]:
    """Results, wall seconds and processor seconds of this process."""
    wall, processor = time.monotonic(), time.process_time()
    workspace = Workspace(Store(folder / "store"), ResultsFolder(folder / "own"), fake.flow())
    made = implement(cores, DEVICE, RECIPE, SEEDS, workspace=workspace, jobs=jobs)
    return len(made), time.monotonic() - wall, time.process_time() - processor


def overhead(folder: Path) -> None:
    """One job at a time, so that the tools' times add up."""
    own: list[float] = []
    fake = Fake(folder / "log", before=lambda _line, place: own.append(tools.run(["sleep", str(TOOL_S)], place).wall_s))
    cores = [make_core(folder / "rtl", f"toy-512/o{i}", generics={"O": i}) for i in range(4)]
    _, wall_s, cpu_s = run(folder, fake, cores, jobs=1)
    beyond_s = wall_s - sum(own)
    print(
        f"{len(own)} tools of {TOOL_S} s: {beyond_s:.2f} s beyond their {sum(own):.1f} s "
        f"({100 * beyond_s / sum(own):.2f} %), {cpu_s:.2f} s of processor time"
    )


def stored(folder: Path) -> None:
    """Everything twice."""
    cores = [make_core(folder / "rtl", f"toy-512/a{i}", generics={"R": i}) for i in range(200)]
    fake = Fake(folder / "log")
    for _ in range(2):
        began = len(fake.lines())
        count, wall_s, cpu_s = run(folder, fake, cores)
        print(
            f"{count} results, {len(fake.lines()) - began} stages run: {wall_s:.2f} s, {cpu_s:.2f} s of processor time"
        )


if __name__ == "__main__":
    for measure in (overhead, stored):
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            for needed in (place / "rtl" / "shell", place / "models"):
                needed.mkdir(parents=True)
            os.environ["FAIRHASH_ROOT"] = name
            measure(place)
