# SPDX-License-Identifier: Apache-2.0
"""The proofs of the entities in rtl/accelerator, as properties/accelerator.toml declares them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fairhash import paths
from fairhash.netlist.proofs.induction import prove, refute
from fairhash.netlist.proofs.model import Design, Edit, write_model
from fairhash.netlist.proofs.proof import Check, Proof, ProofRun, Twin
from fairhash.netlist.proofs.shell import COMMON, PROPERTIES
from fairhash.toolchain import abc

_TWIN_CYCLES = 200
_TWIN_STEPS = 40
"""Cycles within which the bug of a twin must show: with ABC, and with the solver of the induction."""


def accelerator_proofs() -> Iterator[Proof]:
    """One proof for each table of accelerator.toml."""
    tables: dict[str, Any] = tomllib.loads((PROPERTIES / "accelerator.toml").read_text(encoding="utf-8"))
    for entity, table in tables.items():
        yield _proof(entity, table)


def _proof(entity: str, table: Mapping[str, Any]) -> Proof:
    own = f"accelerator/{entity}.vhd"
    properties = (COMMON, PROPERTIES / "accelerator" / f"{entity}.sv")
    vhdl = ("shell/shell_pkg.vhd", *table["uses"], own)
    steps: int = table.get("steps", 0)
    configurations: Sequence[Mapping[str, int | bool]] = table["configurations"]

    def design(generics: Mapping[str, int | bool]) -> Design:
        internals = tuple(table["internals"])
        free = tuple(table.get("free", ()))
        return Design(entity, vhdl, properties, generics, parameters=tuple(generics), internals=internals, free=free)

    twins = [
        _twin(design(bug.get("generics", configurations[0])), Edit(own, bug["find"], bug["replace"]), steps)
        for bug in table["bugs"]
    ]
    return Proof(
        name=f"accelerator/{entity.removeprefix('accelerator_')}",
        claim=table["claim"],
        method=f"k-induction, {steps} steps" if steps else "property-directed reachability",
        cores=(),
        check=_check([design(generics) for generics in configurations], steps),
        twins=tuple(twins),
        files=(*(paths.rtl() / file for file in vhdl), *properties),
        options={"table": table},
        tools=("ghdl", "pyosys", "smtbmc", "yices") if steps else ("ghdl", "pyosys"),
        quick=True,
    )


def _check(designs: Sequence[Design], steps: int) -> Check:
    """The check of all configurations, by induction if `steps` is not 0; the first one that is not proven decides."""

    def check(workdir: Path, limit_s: float) -> ProofRun:
        seconds = 0.0
        for number, design in enumerate(designs):
            folder = workdir / str(number)
            folder.mkdir()
            run = prove(design, steps, folder, limit_s) if steps else _prove(design, folder, limit_s)
            seconds += run.seconds
            if run.answer != "proven":
                generics = ", ".join(f"{name} = {value}" for name, value in design.generics.items())
                return ProofRun(run.answer, seconds, f"{generics}: {run.detail}")
        return ProofRun("proven", seconds)

    return check


def _prove(design: Design, workdir: Path, limit_s: float) -> ProofRun:
    run = abc.prove_unreachable(write_model(design, workdir, limit_s, form="aig"), limit_s)
    return ProofRun(run.status, run.cpu_s, run.detail)


def _twin(design: Design, edit: Edit, steps: int) -> Twin:
    def check(workdir: Path, limit_s: float) -> ProofRun:
        if steps:
            return refute(design, edit, _TWIN_STEPS, workdir, limit_s)
        run = abc.find_bad_state(write_model(design, workdir, limit_s, edit, form="aig"), _TWIN_CYCLES, limit_s)
        return ProofRun(run.status, run.cpu_s, run.detail)

    return Twin(str(edit), check)
