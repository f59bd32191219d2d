# SPDX-License-Identifier: Apache-2.0
"""The two methods of proofs: k-induction, and property-directed reachability where no length of induction is given."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from fairhash.netlist.proofs import induction, reachability
from fairhash.netlist.proofs.model import Design
from fairhash.netlist.proofs.proof import ProofRun


class ProveOne(Protocol):
    """Proves one configuration of an entity."""

    def __call__(self, design: Design, *, workdir: Path, limit_s: float) -> ProofRun:
        """Prove `design` in a folder of its own."""


@dataclass(frozen=True)
class Method:
    """How designs are proven."""

    text: str
    tools: tuple[str, ...]
    """Names of fairhash.netlist.proofs.registry.tool_versions()."""
    prove: ProveOne


def method(steps: int) -> Method:
    """Return k-induction over so many cycles, or property-directed reachability for 0."""
    if steps:
        tools = ("ghdl", "pyosys", "smtbmc", "yices")
        return Method(f"k-induction, {steps} steps", tools, partial(induction.prove, steps=steps))
    return Method("property-directed reachability", ("ghdl", "pyosys"), reachability.prove)
