# SPDX-License-Identifier: Apache-2.0
"""Memories with contents on standard cells: their registers get the contents by the core's reset.

The RAM of an FPGA has its contents from the start. The registers that replace it on standard cells have none.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.toolchain.elaborate import sources

TECHMAP = Path(__file__).with_name("contents.v")

_GIVEN = re.compile(r"^\s*CONTENTS\s*=>", re.MULTILINE)
"""A memory of rtl/ops is given contents."""
_REGISTERS = "dfflibmap"
"""The Yosys command that replaces registers by cells of the library."""
_COMMANDS = (
    "select -set contents a:init %ci t:$_*DFF*_ %i",
    "dfflegalize -cell $_DFF_P_ 01 @contents",
    f"techmap -map {TECHMAP.name} @contents",
    "opt_merge t:$initstate",
    "select -set source t:$initstate",
    "select -set reset @source %x:+[Y] @source %d",
    "delete @source",
    "connect -nounset -set @reset rst",
)


def has_contents(core: Core) -> bool:
    """Whether a memory of the core has contents before the first reset."""
    return any(_GIVEN.search(source.read_text(encoding="utf-8")) for source in sources(core))


def inputs(core: Core) -> dict[str, Any]:
    """What the key of a mapping says of contents: nothing for a core without them."""
    return {"contents": [*_COMMANDS, TECHMAP.read_text(encoding="utf-8")]} if has_contents(core) else {}


def with_contents(core: Core, synthesis: Sequence[str]) -> tuple[str, ...]:
    """The recipe's commands to gates with those that reset to contents before registers are mapped."""
    commands = tuple(synthesis)
    at = next((n for n, command in enumerate(commands) if command.startswith(_REGISTERS)), len(commands))
    return (*commands[:at], *_COMMANDS, *commands[at:]) if has_contents(core) else commands
