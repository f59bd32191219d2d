# SPDX-License-Identifier: Apache-2.0
"""Elaborates a core's sources to Verilog and identifies the Verilog by its digest."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.base.records import FrozenModel
from fairhash.bench.keys import contents_digest, digest, elaboration_facts
from fairhash.bench.revisions import revision
from fairhash.catalog.core import Core
from fairhash.toolchain import tools


class Elaboration(FrozenModel):
    """The digest of a core's Verilog."""

    verilog: str
    """SHA-256 of the Verilog without comments; a digest of the sources if they do not elaborate."""
    reason: str = ""
    """Why the sources do not elaborate."""


def elaboration_key(core: Core, ghdl: str) -> str:
    """Digest of the inputs of elaboration.

    Args:
        core: The core, for its sources, generics and entity.
        ghdl: Version of GHDL.
    """
    return digest(
        {
            "sources": contents_digest(core),
            "entity": core.entity,
            "generics": core.generics,
            "ghdl": ghdl,
            **elaboration_facts(core),
            "revision": revision("elaboration"),
        }
    )


def elaborated(core: Core, elaborate: Callable[[Core, Path], Path], folder: Path) -> Elaboration:
    """Elaborate `core` by `elaborate` in `folder`, which is empty afterwards.

    Raises:
        tools.ToolKilled: If the tool was killed or hung, which proves nothing about the core.
    """
    try:
        file = elaborate(core, folder)
    except tools.ToolKilled:
        raise
    except FairhashError as error:
        return not_elaborated(core, error.what)
    # the same text may have another meaning in SystemVerilog
    language = b".sv\n" if file.suffix == ".sv" else b""
    elaboration = Elaboration(verilog=hashlib.sha256(language + file.read_bytes()).hexdigest())
    for leftover in folder.iterdir():
        leftover.unlink()
    return elaboration


def not_elaborated(core: Core, reason: str) -> Elaboration:
    """The outcome for sources that do not elaborate; their digest replaces that of the Verilog."""
    facts = ["not elaborated", contents_digest(core), core.generics]
    # an external core may fail for a reason outside its sources, such as a wrong name of a port
    return Elaboration(verilog=digest([*facts, reason] if core.external else facts), reason=reason)
