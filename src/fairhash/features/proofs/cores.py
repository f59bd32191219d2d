# SPDX-License-Identifier: Apache-2.0
"""The proofs of whole cores with a free datapath, as properties/cores.toml declares them."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.features.proofs.methods import method, refute_by_abc
from fairhash.features.proofs.model import ProofDesign, SourceEdit
from fairhash.features.proofs.proof import Proof, Twin
from fairhash.features.proofs.shell import COMMON, PROPERTIES

_TWIN_CYCLES = 400
"""Cycles within which the bug of a twin must show; a deadlock shows after the limit of a core."""

_NO_DEADLOCK = (
    "No deadlock: without stalls, a word moves in any {limit} cycles while a word is offered or a digest is due. "
)
_NO_DEADLOCK_OF_RING = (
    "No deadlock: a word moves in any {limit} consecutive cycles in which the receiver is ready and either a word is "
    "offered, or a digest is due and no message waits for its next block. "
)
_NO_EARLY_DIGEST = (
    "A digest word is offered only after the last word of its message was taken, and each digest is sent once."
)


def core_proofs() -> Iterator[Proof]:
    """One proof for each table of cores.toml."""
    tables: dict[str, Any] = tomllib.loads((PROPERTIES / "cores.toml").read_text(encoding="utf-8"))
    for name, table in tables.items():
        yield _proof(find_core(name), table)


def _proof(core: Core, table: Mapping[str, Any]) -> Proof:
    properties = (COMMON, PROPERTIES / "cores" / "core_rules.sv", PROPERTIES / "cores" / f"{core.entity}.sv")
    design = ProofDesign(
        core.entity,
        core.files,
        properties,
        core.generics,
        internals=tuple(table["internals"]),
        free=tuple(table["free"]),
        two_clocks=table.get("two_clocks", False),
        constants={"LIMIT": table["limit"]},
    )
    how = method(table.get("steps", 0))
    claim = _NO_DEADLOCK_OF_RING if table["shape"] == "ring" else _NO_DEADLOCK
    return Proof(
        name=f"core/{core.name}",
        claim=claim.format(limit=table["limit"]) + _NO_EARLY_DIGEST,
        method=f"{how.text}, free datapath",
        cores=(core.name,),
        check=lambda workdir, limit_s: how.prove(design, workdir=workdir, limit_s=limit_s),
        twins=tuple(_twin(design, SourceEdit(bug["file"], bug["find"], bug["replace"])) for bug in table["bugs"]),
        files=(*(paths.rtl() / file for file in core.files), *properties),
        options={"generics": core.generics, "table": table},
        tools=how.tools,
    )


def _twin(design: ProofDesign, edit: SourceEdit) -> Twin:
    return Twin(str(edit), lambda workdir, limit_s: refute_by_abc(design, edit, _TWIN_CYCLES, workdir, limit_s))
