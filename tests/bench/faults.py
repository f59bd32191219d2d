# SPDX-License-Identifier: Apache-2.0
"""A program that runs a sweep with a failing disk; tests/bench/faults.c must be preloaded.

python -m tests.bench.faults FOLDER

Prints as JSON, for each number of a failing call, the error of the sweep, the errors that fsck finds afterwards, and
the clock of the sweep that follows with a working disk. The log of the calls of a sweep without a failure is in
FOLDER/calls.
"""

import ctypes
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.bench.store import Store
from fairhash.features.fsck.check import check_everything
from tests.bench.fakes import Fake, make_core, sweep


@dataclass(frozen=True)
class Outcome:
    """What happened with one failing call."""

    call: str
    error: str
    damages: list[str]
    clock_mhz: float | None


def attempt(folder: Path, log: Path, failing: int) -> tuple[int, Outcome]:
    """Run a sweep in `folder`, whose call number `failing` fails; returns the number of calls too."""
    disk = ctypes.CDLL(None)
    (folder / "rtl" / "shell").mkdir(parents=True)
    os.environ["FAIRHASH_ROOT"] = str(folder)
    store, core = folder / "disk" / "store", make_core(folder / "rtl")
    fake = Fake(folder / "log")
    error = ""
    (folder / "disk").mkdir()
    disk.faults_begin(str(folder / "disk").encode(), str(log).encode(), failing)
    try:
        sweep(store, fake, core, 1)
        files.write_text(folder / "disk" / "pages" / "page.md", "text")
    except FairhashError as caught:
        error = str(caught)
    calls = disk.faults_end()
    checked = check_everything(Store(store), folder / "sim", folder / "none", folder / "disk" / "own")
    (again,) = sweep(store, fake, core, 1)
    line = log.read_text().splitlines()[failing - 1] if failing else ""
    clock_mhz = again.achieved.effective_mhz if again.achieved and again.ranked else None
    return calls, Outcome(line, error, [str(damage) for damage in checked.damages], clock_mhz)


if __name__ == "__main__":
    base = Path(sys.argv[1])
    total, fine = attempt(base / "0", base / "calls", 0)
    attempts = [attempt(base / str(number), base / "log", number)[1] for number in range(1, total + 1)]
    print(json.dumps({"fine": asdict(fine), "failed": [asdict(outcome) for outcome in attempts]}))
