# SPDX-License-Identifier: Apache-2.0
"""The proofs that tables of properties/*.toml declare: of entities in rtl/shell, accelerator and padding, and of cores.

docs/proofs.md explains the fields of the tables. The proofs of cores have a free datapath.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, find_core
from fairhash.features.proofs.model import Generic, ProofDesign, SourceEdit
from fairhash.features.proofs.proof import (
    Check,
    Proof,
    ProofRun,
    ProveOne,
    Twin,
    method,
    refute_by_abc,
    refute_by_smtbmc,
)

_PROPERTIES = Path(__file__).with_name("properties")
_COMMON = _PROPERTIES / "common.sv"

_SHELL_STEPS = 6
"""Default length of the induction. Resets are three cycles, so four is the least that distinguishes a whole reset."""
_SMTBMC_TWIN_CYCLES = 40
_ABC_TWIN_CYCLES = 200
_CORE_TWIN_CYCLES = 400
"""Cycles within which the bug of a twin must show: with the solver of the induction, with ABC, and in a core, where a
deadlock shows after the limit of the core."""

_QUICK = (
    "bits_counter",
    "block_reader",
    "word_pairs",
    "byte_packer",
    "last_finder",
    "accelerator_reader",
    "accelerator_feeder",
)
"""Entities whose proofs are part of `./test`: some of the shell, of padding units and of the accelerator."""

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


def shell_proofs() -> Iterator[Proof]:
    """One proof for each table of shell.toml."""
    for entity, table in _read_tables("shell"):
        parts = {name: part for name, part in table.items() if isinstance(part, dict)}
        whole = {name: value for name, value in table.items() if name not in parts}
        for name, fields in {"": whole, **{f"/{name}": {**whole, **part} for name, part in parts.items()}}.items():
            yield _entity_proof(
                f"shell/{entity}{name}", "shell", entity, fields, steps=_SHELL_STEPS, quick=entity in _QUICK
            )


def accelerator_proofs() -> Iterator[Proof]:
    """One proof for each table of accelerator.toml."""
    for entity, table in _read_tables("accelerator"):
        name = f"accelerator/{entity.removeprefix('accelerator_')}"
        yield _entity_proof(name, "accelerator", entity, table, steps=0, quick=entity in _QUICK)


def padding_proofs() -> Iterator[Proof]:
    """One proof for each table of padding.toml."""
    for entity, table in _read_tables("padding"):
        name = f"padding/{entity.removeprefix('padding_')}"
        yield _entity_proof(name, "padding", entity, table, steps=0, quick=entity in _QUICK)


def core_proofs() -> Iterator[Proof]:
    """One proof for each table of cores.toml."""
    for name, table in _read_tables("cores"):
        yield _core_proof(find_core(name), table)


def _read_tables(name: str) -> list[tuple[str, dict[str, Any]]]:
    return list(tomllib.loads((_PROPERTIES / f"{name}.toml").read_text(encoding="utf-8")).items())


def _entity_proof(name: str, folder: str, entity: str, table: Mapping[str, Any], *, steps: int, quick: bool) -> Proof:
    """The proof of one entity in all its configurations; `steps` is the default length of the induction."""
    own = f"{folder}/{entity}.vhd"
    vhdl = ("shell/shell_pkg.vhd", *table.get("uses", ()), own)
    properties = (_COMMON, _PROPERTIES / folder / f"{entity}.sv")
    steps = table.get("steps", steps)
    how = method(steps)
    configurations: Sequence[Mapping[str, Generic]] = table["configurations"]

    def design(generics: Mapping[str, Generic]) -> ProofDesign:
        return ProofDesign(
            entity,
            vhdl,
            properties,
            generics,
            parameters=tuple(generics),
            internals=_internals(table, generics),
            two_clocks=table.get("two_clocks", False),
            free=tuple(table.get("free", ())),
        )

    def twin(bug: Mapping[str, Any]) -> Twin:
        edit = SourceEdit(own, bug["find"], bug["replace"])
        bugged = design(bug.get("generics", configurations[0]))

        def check(workdir: Path, limit_s: float) -> ProofRun:
            if steps:
                return refute_by_smtbmc(bugged, edit, _SMTBMC_TWIN_CYCLES, workdir, limit_s)
            return refute_by_abc(bugged, edit, _ABC_TWIN_CYCLES, workdir, limit_s)

        return Twin(str(edit), check)

    return Proof(
        name=name,
        claim=table["claim"],
        method=how.text,
        cores=tuple(core.name for core in all_cores().values() if own in core.files),
        check=_check_each([design(generics) for generics in configurations], how.prove),
        twins=tuple(twin(bug) for bug in table["bugs"]),
        files=(*(paths.rtl() / file for file in vhdl), *properties),
        options={"table": table},
        tools=how.tools,
        quick=quick,
    )


def _internals(table: Mapping[str, Any], generics: Mapping[str, Generic]) -> tuple[str, ...]:
    """The internal signals that the properties read, with each element of arrays."""
    # `signal?0?` is the element signal[0]: the name is a pattern of Yosys
    arrays: Mapping[str, str] = table.get("arrays", {})
    elements = [f"{name}?{i}?" for name, length in arrays.items() for i in range(int(generics[length]))]
    further = [
        name for generic, names in table.get("internals_with", {}).items() if generic in generics for name in names
    ]
    return (*table["internals"], *elements, *further)


def _check_each(designs: Sequence[ProofDesign], prove_one: ProveOne) -> Check:
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


def _core_proof(core: Core, table: Mapping[str, Any]) -> Proof:
    properties = (_COMMON, _PROPERTIES / "cores" / "core_rules.sv", _PROPERTIES / "cores" / f"{core.entity}.sv")
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

    def twin(bug: Mapping[str, Any]) -> Twin:
        edit = SourceEdit(bug["file"], bug["find"], bug["replace"])
        return Twin(
            str(edit), lambda workdir, limit_s: refute_by_abc(design, edit, _CORE_TWIN_CYCLES, workdir, limit_s)
        )

    how = method(table.get("steps", 0))
    claim = _NO_DEADLOCK_OF_RING if table["shape"] == "ring" else _NO_DEADLOCK
    return Proof(
        name=f"core/{core.name}",
        claim=claim.format(limit=table["limit"]) + _NO_EARLY_DIGEST,
        method=f"{how.text}, free datapath",
        cores=(core.name,),
        check=lambda workdir, limit_s: how.prove(design, workdir=workdir, limit_s=limit_s),
        twins=tuple(twin(bug) for bug in table["bugs"]),
        files=(*(paths.rtl() / file for file in core.files), *properties),
        options={"generics": core.generics, "table": table},
        tools=how.tools,
    )
