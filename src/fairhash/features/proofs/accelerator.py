# SPDX-License-Identifier: Apache-2.0
"""The proofs of the entities in rtl/accelerator and rtl/padding, as the files of these names in properties/ declare."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fairhash.base import paths
from fairhash.features.proofs.methods import method, refute_by_abc, refute_by_smtbmc
from fairhash.features.proofs.model import Generic, ProofDesign, SourceEdit
from fairhash.features.proofs.proof import Proof, ProofRun, Twin
from fairhash.features.proofs.shell import COMMON, PROPERTIES, check_each

_TWIN_CYCLES = 200
_TWIN_STEPS = 40
"""Cycles within which the bug of a twin must show: with ABC, and with the solver of the induction."""


def accelerator_proofs() -> Iterator[Proof]:
    """One proof for each table of accelerator.toml."""
    return _proofs("accelerator")


def padding_proofs() -> Iterator[Proof]:
    """One proof for each table of padding.toml."""
    return _proofs("padding")


def _proofs(folder: str) -> Iterator[Proof]:
    tables: dict[str, Any] = tomllib.loads((PROPERTIES / f"{folder}.toml").read_text(encoding="utf-8"))
    for entity, table in tables.items():
        yield _proof(folder, entity, table)


def _proof(folder: str, entity: str, table: Mapping[str, Any]) -> Proof:
    own = f"{folder}/{entity}.vhd"
    properties = (COMMON, PROPERTIES / folder / f"{entity}.sv")
    vhdl = ("shell/shell_pkg.vhd", *table["uses"], own)
    steps: int = table.get("steps", 0)
    how = method(steps)
    configurations: Sequence[Mapping[str, Generic]] = table["configurations"]

    def design(generics: Mapping[str, Generic]) -> ProofDesign:
        # `signal?0?` is the element signal[0]: the name is a pattern of Yosys
        arrays: Mapping[str, str] = table.get("arrays", {})
        elements = [f"{name}?{i}?" for name, length in arrays.items() for i in range(int(generics[length]))]
        further = [
            name for generic, names in table.get("internals_with", {}).items() if generic in generics for name in names
        ]
        internals = (*table["internals"], *elements, *further)
        free = tuple(table.get("free", ()))
        return ProofDesign(
            entity, vhdl, properties, generics, parameters=tuple(generics), internals=internals, free=free
        )

    twins = [
        _twin(design(bug.get("generics", configurations[0])), SourceEdit(own, bug["find"], bug["replace"]), steps)
        for bug in table["bugs"]
    ]
    return Proof(
        name=f"{folder}/{entity.removeprefix(f'{folder}_')}",
        claim=table["claim"],
        method=how.text,
        cores=(),
        check=check_each([design(generics) for generics in configurations], how.prove),
        twins=tuple(twins),
        files=(*(paths.rtl() / file for file in vhdl), *properties),
        options={"table": table},
        tools=how.tools,
        quick=True,
    )


def _twin(design: ProofDesign, edit: SourceEdit, steps: int) -> Twin:
    def check(workdir: Path, limit_s: float) -> ProofRun:
        if steps:
            return refute_by_smtbmc(design, edit, _TWIN_STEPS, workdir, limit_s)
        return refute_by_abc(design, edit, _TWIN_CYCLES, workdir, limit_s)

    return Twin(str(edit), check)
