# SPDX-License-Identifier: Apache-2.0
"""The proofs of the entities in rtl/shell, as properties/shell.toml declares them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fairhash.base import paths
from fairhash.catalog.cores import all_cores
from fairhash.features.proofs.methods import ProveOne, method, refute_by_smtbmc
from fairhash.features.proofs.model import Generic, ProofDesign, SourceEdit
from fairhash.features.proofs.proof import Check, Proof, ProofRun, Twin

PROPERTIES = Path(__file__).with_name("properties")
COMMON = PROPERTIES / "common.sv"

_STEPS = 6
"""Default length of the induction. Resets are three cycles, so four is the least that distinguishes a whole reset."""

_TWIN_STEPS = 40
"""Cycles within which the bug of a twin must show."""

_QUICK = ("bits_counter", "block_reader", "word_pairs")
"""Entities whose proofs are part of `./test`."""


def shell_proofs() -> Iterator[Proof]:
    """One proof for each table of shell.toml."""
    tables: dict[str, Any] = tomllib.loads((PROPERTIES / "shell.toml").read_text(encoding="utf-8"))
    for entity, table in tables.items():
        parts = {name: part for name, part in table.items() if isinstance(part, dict)}
        whole = {name: value for name, value in table.items() if name not in parts}
        yield _proof(entity, f"shell/{entity}", whole)
        for name, part in parts.items():
            yield _proof(entity, f"shell/{entity}/{name}", {**whole, **part})


def _proof(entity: str, name: str, table: Mapping[str, Any]) -> Proof:
    properties = (COMMON, PROPERTIES / "shell" / f"{entity}.sv")
    own = f"shell/{entity}.vhd"
    vhdl = ("shell/shell_pkg.vhd", *table.get("uses", ()), own)
    how = method(table.get("steps", _STEPS))

    def design(generics: Mapping[str, Generic]) -> ProofDesign:
        return ProofDesign(
            entity,
            vhdl,
            properties,
            generics,
            parameters=tuple(generics),
            internals=tuple(table["internals"]),
            two_clocks=table.get("two_clocks", False),
        )

    configurations = table["configurations"]
    twins = [
        _twin(design(bug.get("generics", configurations[0])), SourceEdit(own, bug["find"], bug["replace"]))
        for bug in table["bugs"]
    ]
    return Proof(
        name=name,
        claim=table["claim"],
        method=how.text,
        cores=tuple(core.name for core in all_cores().values() if own in core.files),
        check=check_each([design(generics) for generics in configurations], how.prove),
        twins=tuple(twins),
        files=(*(paths.rtl() / file for file in vhdl), *properties),
        options={"table": table},
        tools=how.tools,
        quick=entity in _QUICK,
    )


def check_each(designs: Sequence[ProofDesign], prove_one: ProveOne) -> Check:
    """The check of all configurations of an entity; the first one that is not proven decides."""

    def check(workdir: Path, limit_s: float) -> ProofRun:
        seconds = 0.0
        for number, design in enumerate(designs):
            folder = workdir / str(number)
            folder.mkdir()
            run = prove_one(design, workdir=folder, limit_s=limit_s)
            seconds += run.seconds
            if run.answer != "proven":
                generics = ", ".join(f"{name} = {value}" for name, value in design.generics.items())
                return ProofRun(run.answer, seconds, f"{generics}: {run.detail}")
        return ProofRun("proven", seconds)

    return check


def _twin(design: ProofDesign, edit: SourceEdit) -> Twin:
    def check(workdir: Path, limit_s: float) -> ProofRun:
        return refute_by_smtbmc(design, edit, _TWIN_STEPS, workdir, limit_s)

    return Twin(str(edit), check)
