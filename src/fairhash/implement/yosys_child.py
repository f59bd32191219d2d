# SPDX-License-Identifier: Apache-2.0
"""Runs the Yosys commands of one file, one a line. A process of its own, since pyosys keeps global state.

Called by its path, so that it needs nothing of this package: ``python -P yosys_child.py script.ys``.
"""

import sys
from pathlib import Path

from pyosys import libyosys  # type: ignore[import-untyped]


def main(script: Path) -> None:
    """Yosys ends the process with status 1 and a line that begins with ERROR when a command fails."""
    design = libyosys.Design()
    for line in script.read_text(encoding="utf-8").splitlines():
        libyosys.run_pass(line, design)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
