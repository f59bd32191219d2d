# SPDX-License-Identifier: Apache-2.0
"""Elaborates a core's sources to Verilog and identifies the Verilog by its digest.

rtl/frozen.json, the list of frozen Verilog (frozen.py), holds that digest of most cores of the catalogue. Planning and
comparisons with stored results take it from there, because GHDL needs minutes for all cores.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError, MachineFault
from fairhash.base.records import FrozenModel, StrictModel
from fairhash.bench.keys import bare_code, contents_digest, digest, elaboration_facts, text_digest
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
        MachineFault: If a tool is missing or cannot be started, which does not either.
    """
    try:
        file = elaborate(core, folder)
    except (tools.ToolKilled, MachineFault):
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


class FrozenCore(StrictModel):
    """One core of the list."""

    sources: str
    """SHA-256 of its sources without comments, its entity and its generics."""
    verilog: str
    """SHA-256 of its Verilog, as results hold it."""


class FrozenCores(StrictModel):
    """The list of frozen Verilog."""

    tag: str
    ghdl: str
    """Version of GHDL that made the Verilog; another version makes other Verilog."""
    elaboration: int
    """Revision number of the bench's own code between the sources and the Verilog."""
    cores: Mapping[str, FrozenCore]


def list_file() -> Path:
    """The committed list of frozen cores."""
    return paths.rtl() / "frozen.json"


@cache
def read_frozen(file: Path) -> FrozenCores:
    """The list in `file`."""
    return FrozenCores.model_validate_json(file.read_text(encoding="utf-8"))


def sources_digest(core: Core) -> str:
    """SHA-256 of a core's sources without comments, in compile order, with its entity and generics."""
    return digest([[text_digest(bare_code(file)) for _, file in core.sources], core.entity, core.generics])


def frozen_elaboration(core: Core, ghdl: str) -> Elaboration | None:
    """The elaboration of `core` by the list; None for other sources, GHDL or code of the bench than at its time."""
    file = list_file()
    if core.external or not file.is_file():
        return None
    frozen = read_frozen(file)
    listed = frozen.cores.get(core.name)
    if listed is None or (frozen.ghdl, frozen.elaboration) != (ghdl, revision("elaboration")["elaboration"]):
        return None
    return Elaboration(verilog=listed.verilog) if sources_digest(core) == listed.sources else None
