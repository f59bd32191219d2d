# SPDX-License-Identifier: Apache-2.0
"""A sweep whose every stage starts a tool of two processes, to be killed.

python -m tests.bench.busy FOLDER MARK SECONDS

MARK is a word in the command line of every process of the tools.
"""

import os
import sys
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.toolchain import tools
from tests.bench.fakes import Fake, make_core, sweep

SEEDS = (1, 2, 3)

if __name__ == "__main__":
    folder, mark, seconds = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    os.environ["FAIRHASH_ROOT"] = str(folder)

    def work(_line: str, place: Path) -> None:
        # the inner one is of another session, as a tool's helper may be
        script = f"setsid sh -c 'sleep {seconds}; : {mark}' & wait; : {mark}"
        if not tools.run(["sh", "-c", script], place).ok:
            raise FairhashError("the tool failed")

    sweep(folder / "store", Fake(folder / "log", before=work), make_core(folder / "rtl"), *SEEDS, jobs=2)
