# SPDX-License-Identifier: Apache-2.0
"""Runs the Yosys commands of one file, one a line, in a process of its own, because pyosys keeps global state.

Started by its path, ``python -P yosys_child.py script.ys``, so it must not import anything of this package.
"""

import sys
from pathlib import Path

from pyosys import libyosys  # type: ignore[import-untyped]

design = libyosys.Design()
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    libyosys.run_pass(line, design)
