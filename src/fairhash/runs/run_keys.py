# SPDX-License-Identifier: Apache-2.0
"""The keys of one design's outcomes: digests of what the tools receive, and of nothing else.

A key never holds the name or the comments of a file, nor the bench's code: the Verilog stands for the sources, the
netlist's contents stand for what made it, and revision numbers stand for the bench's own part (revisions.py).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fairhash.runs.elaboration import Elaboration
from fairhash.runs.keys import digest, file_contents_digest, source_digest, wire_facts
from fairhash.runs.revisions import revision
from fairhash.targets.design import Design
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import LIMITS
from fairhash.testbench.answers import answers_place

_SIMULATION = ("testbench", "models")


@dataclass(frozen=True)
class RunKeys:
    """The keys of all stages of one design, once its sources are elaborated."""

    design: Design[Any]
    elaboration: Elaboration

    @cached_property
    def source(self) -> str:
        """Digest of the core's source files, kept in results to tell where they came from; part of no key."""
        return source_digest(self.design.core)

    @cached_property
    def _synthesis(self) -> dict[str, Any]:
        kind = kind_of(self.design.target)
        return {
            "verilog": self.elaboration.verilog,
            "inputs": kind.synthesis_inputs(self.design),
            "revision": revision("synthesis", *kind.own_revisions),
        }

    @cached_property
    def synthesis(self) -> str:
        """Key of the synthesis: the Verilog and what the tools are asked to do with it."""
        return digest(self._synthesis)

    @cached_property
    def cycles(self) -> str:
        """Key of the cycle measurement: the Verilog, its wires and the declared formula."""
        formula = self.design.core.formula.model_dump(mode="json")
        return digest({**self._simulated_sources, "formula": formula})

    @cached_property
    def verification(self) -> str:
        """Key of the verification of the sources: the same, and the answers."""
        return digest({**self._simulated_sources, "formula": self.cycles, "answers": self._answers})

    @property
    def _simulated_sources(self) -> dict[str, Any]:
        return {
            "verilog": self.elaboration.verilog,
            "wire": wire_facts(self.design.core),
            "revision": revision(*_SIMULATION),
        }

    @cached_property
    def _answers(self) -> str:
        answers = answers_place(self.design.core)
        return file_contents_digest([answers] if answers.is_file() else [])

    def netlist_check(self, netlist: str) -> str:
        """Key of the known answers on the netlist with the digest `netlist`."""
        models = kind_of(self.design.target).cell_models(self.design.target)
        return digest(
            {
                "netlist": netlist,
                "wire": wire_facts(self.design.core),
                "answers": self._answers,
                "cell models": file_contents_digest(models),
                "revision": revision(*_SIMULATION),
            }
        )

    def placement(self, netlist: str, seed: int) -> str:
        """Key of the placement of the netlist with the digest `netlist`: its frame, constraints, options and seed."""
        return digest({"netlist": netlist, **self._placement(seed)})

    def _placement(self, seed: int) -> dict[str, Any]:
        kind = kind_of(self.design.target)
        return {
            "inputs": kind.placement_inputs(self.design, seed),
            "revision": revision("placement", *kind.own_revisions) if kind.has_placement else {},
        }

    def result(self, seed: int) -> str:
        """Key of the stored result: everything that the tools of the whole run receive.

        The Verilog and the options of the synthesis stand for the netlist, so the key is known before any tool that
        takes long has run. Two cores with the same circuit still have two results.
        """
        return digest(self._facts(placement=self._placement(seed)))

    @cached_property
    def series(self) -> str:
        """What the results that differ only in the seed have in common."""
        return digest(self._facts(series=self._placement(seed=0)))

    def _facts(self, **placement: dict[str, Any]) -> dict[str, Any]:
        """Limits of time and memory decide only whether a tool ends: they are part of the stages' keys alone."""
        stages = {"synthesis": self._synthesis, **placement}
        return {**self._named, **{name: _without_limits(stage) for name, stage in stages.items()}}

    @property
    def _named(self) -> dict[str, str]:
        return {"core": self.design.core.name, "recipe": self.design.recipe.name, "target": self.design.target.id}


def _without_limits(stage: dict[str, Any]) -> dict[str, Any]:
    inputs = {name: value for name, value in stage["inputs"].items() if name not in LIMITS}
    return {**stage, "inputs": inputs}
