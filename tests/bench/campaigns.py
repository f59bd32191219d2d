# SPDX-License-Identifier: Apache-2.0
"""A checkout with three toy cores that campaigns can name, and a bench that runs campaigns there."""

from dataclasses import dataclass
from pathlib import Path

from fairhash.bench.campaign import Planner, run_campaign
from fairhash.bench.campaign_run import CampaignRun
from fairhash.bench.workspace import Workspace
from fairhash.catalog.campaign import Campaign, Entry
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.figures.recipe_choice import StoredSelections
from fairhash.results.results_folder import ResultsFolder
from tests.bench.fakes import Fake, Heard

FPGA, OTHER_FPGA, CELLS = "ecp5-85k-8", "ice40-hx8k", "osu018"
A, B, C = "toy-256/highspeed", "toy-512/folded", "toy-512/highspeed"

_CORES = """
[family]
files = ["toy/toy.vhd"]
entity = "toy"
block_bits = 1024
word_bits = 64
formula = { setup = 2, load = 16, block = 81, unload = 8 }

[[core]]
algorithm = "toy-512"
architecture = "highspeed"
other_architectures = ["case-1"]
digest_bits = 512

[[core]]
algorithm = "toy-512"
architecture = "folded"
digest_bits = 512
generics = { FOLD = 2 }

[[core]]
algorithm = "toy-256"
architecture = "highspeed"
digest_bits = 256
generics = { DIGEST_BITS = 256 }
"""


def add_toy_cores(checkout: Path) -> list[Core]:
    """Declare the cores A, B and C in a checkout, and return them."""
    folder = checkout / "rtl" / "toy"
    folder.mkdir(parents=True)
    (folder / "toy.vhd").write_text("entity toy is end;\n")
    (folder / "cores.toml").write_text(_CORES)
    return [find_core(name) for name in (A, B, C)]


def campaign(*entries: Entry) -> Campaign:
    """A campaign of these entries."""
    return Campaign(description="a test", entry=entries)


def entry(*cores: str, target: str = FPGA, seeds: tuple[int, ...] = (1, 2), **changes: tuple[str, ...]) -> Entry:
    """One entry with one target."""
    return Entry.model_validate({"cores": cores, "targets": (target,), "seeds": seeds, **changes})


def order(runs: list[CampaignRun]) -> list[tuple[str, str, str, int]]:
    """Core, target, recipe and seed of each run."""
    return [(run.core.name, run.target.id, run.recipe.name, run.seed) for run in runs]


@dataclass
class Bench:
    """Where a campaign reads, runs and stores in a test."""

    folder: ResultsFolder
    fake: Fake
    workspace: Workspace

    def plan(self, declared: Campaign, recipe: str = "default") -> list[CampaignRun]:
        """The campaign's runs; `recipe` is what the choice of recipes says."""

        def choice(_core: str, _target: str) -> Recipe:
            return find_recipe(recipe)

        return Planner(self.folder, self.workspace, choice, StoredSelections(self.folder)).plan(declared)

    def run(self, declared: Campaign, limit_s: float | None = None) -> list[tuple[str, int]]:
        """Run what is due, one at a time; core and seed of each result, in the order in which they came.

        Results of one seed come in any order.
        """
        made = run_campaign(lambda: self.plan(declared), self.folder, self.workspace, Heard(), limit_s=limit_s, jobs=1)
        return [(result.core, result.seed) for result in made]
