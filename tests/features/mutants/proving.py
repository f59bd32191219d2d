# SPDX-License-Identifier: Apache-2.0
"""All proofs of equivalence on one mutant."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.features.mutants.equivalence import Equivalence, prove_combinational, prove_sequential
from fairhash.testbench.program import Order


def prove(core: Core, order: Order, mutant: int, workdir: Path, budget_s: float) -> Equivalence:
    """The cheapest proof that succeeds; the arguments are those of prove_sequential()."""
    if prove_combinational(order, [mutant], workdir):
        return Equivalence("combinational")
    return prove_sequential(core, order, mutant, workdir, budget_s)
