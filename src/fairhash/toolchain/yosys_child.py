# SPDX-License-Identifier: Apache-2.0
"""Runs the Yosys commands of one file, one a line. A process of its own, as pyosys keeps global state.

Called by its path, so that it needs nothing of this package: ``python -P yosys_child.py script.ys``.
"""

import sys
from pathlib import Path

from pyosys import libyosys  # type: ignore[import-untyped]

design = libyosys.Design()
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    libyosys.run_pass(line, design)
