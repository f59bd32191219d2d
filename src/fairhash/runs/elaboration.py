# SPDX-License-Identifier: Apache-2.0
"""The Verilog that a core's sources elaborate to, remembered, so that the same sources start no tool twice."""

import hashlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.runs.keys import contents_digest, digest, external_facts
from fairhash.runs.revisions import revision
from fairhash.toolchain import tools
from fairhash.toolchain.elaborate import elaborate


class Elaboration(BaseModel):
    """The identity of a core's Verilog."""

    model_config = ConfigDict(frozen=True)

    verilog: str
    """SHA-256 of the Verilog without comments; of the sources where they do not elaborate."""
    reason: str = ""
    """Why the sources do not elaborate."""


def elaboration_key(core: Core, ghdl: str) -> str:
    """Digest of what decides the Verilog: contents of the sources, generics, entity and GHDL's version `ghdl`."""
    return digest(
        {
            "sources": contents_digest(core),
            "entity": core.entity,
            "generics": core.generics,
            "ghdl": ghdl,
            **external_facts(core),
            "revision": revision("elaboration"),
        }
    )


def elaborated(core: Core, folder: Path) -> Elaboration:
    """Elaborate `core` in `folder`.

    Raises:
        tools.ToolKilled: if the tool was killed or hung, which says nothing about the core.
    """
    try:
        file = elaborate(core, folder)
    except tools.ToolKilled:
        raise
    except FairhashError as error:
        return not_elaborated(core, error.what)
    found = Elaboration(verilog=hashlib.sha256(file.read_bytes()).hexdigest())
    for left in folder.iterdir():
        left.unlink()
    return found


def not_elaborated(core: Core, reason: str) -> Elaboration:
    """What stands for the Verilog of sources that do not elaborate: their own digest."""
    return Elaboration(verilog=digest(["not elaborated", contents_digest(core), core.generics]), reason=reason)
