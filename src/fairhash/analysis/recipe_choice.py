# SPDX-License-Identifier: Apache-2.0
"""How the recipe of each core was chosen: as a table for the documentation and as files below results/selection/."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from fairhash import paths
from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.figures import Figure, figures, own_best
from fairhash.analysis.selection import Candidate, Need, Selection, select
from fairhash.catalog.targets import devices
from fairhash.results import files
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import SynthesisCount, read_counts

HEADER = ("device", "core", "recipe", "how it was chosen", "other recipes", "next run")


@dataclass(frozen=True)
class Choice:
    """What the rule says of one core on one FPGA, and the recipe its figure is by."""

    selection: Selection
    recipe: str
    """The chosen recipe; where the rule has not come to a choice, the provisional one."""

    def row(self) -> tuple[str, ...]:
        """As in HEADER."""
        chosen = self.selection
        losers = [_text(each) for each in chosen.candidates if each.recipe != self.recipe and _known(each)]
        needs = [_need(each) for each in chosen.needs]
        return (chosen.device, chosen.core, self.recipe, chosen.basis(), "; ".join(losers), "; ".join(needs))

    def data(self) -> dict[str, object]:
        """For JSON."""
        chosen = self.selection
        return {
            "core": chosen.core,
            "recipe": self.recipe,
            "provisional": chosen.recipe is None,
            "basis": chosen.basis(),
            "candidates": [asdict(each) for each in chosen.candidates],
            "needs": [asdict(each) for each in chosen.needs],
        }


def choices(results: Iterable[Result], counts: Sequence[SynthesisCount] | None = None) -> list[Choice]:
    """One for each core on each FPGA with results, sorted by device and core.

    `counts` are outcomes of synthesis alone, by default the committed ones.
    """
    known = read_counts(paths.results() / "synthesis") if counts is None else counts
    tried: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures(under_main_name(results)):
        if figure.first.device in devices():
            tried.setdefault((figure.first.device, figure.first.core), []).append(figure)
    found = []
    for (device, core), among in sorted(tried.items()):
        runs = [run for figure in among for run in figure.runs]
        (shown,) = own_best(among, known)
        found.append(Choice(select(core, devices()[device], runs, known), shown.first.recipe))
    return found


def needs(among: Iterable[Choice]) -> list[Need]:
    """Everything that must be run next for a choice by the rule."""
    return [need for choice in among for need in choice.selection.needs]


def write(among: Sequence[Choice], folder: Path) -> list[Path]:
    """Write the choices and the recipes that lost as one JSON file for each device."""
    written = []
    for device in sorted({choice.selection.device for choice in among}):
        cores = [choice.data() for choice in among if choice.selection.device == device]
        file = folder / f"{device}.json"
        files.write_text(file, json.dumps({"device": device, "cores": cores}, indent=1) + "\n")
        written.append(file)
    return written


def _known(candidate: Candidate) -> bool:
    return candidate.mapped_cells is not None or candidate.failed_synthesis or bool(candidate.outcome)


def _text(candidate: Candidate) -> str:
    """A recipe that lost with its figures, e.g. ``share: 4253 cells mapped, 0.931 Mbit/s/cell``."""
    if candidate.failed_synthesis:
        return f"{candidate.recipe}: synthesis failed"
    parts = [] if candidate.mapped_cells is None else [f"{candidate.mapped_cells} cells mapped"]
    if candidate.throughput_per_area is not None:
        parts.append(f"{candidate.throughput_per_area:.3f} Mbit/s/cell")
    elif candidate.outcome:
        parts.append(candidate.outcome)
    return f"{candidate.recipe}: {', '.join(parts)}"


def _need(need: Need) -> str:
    if need.stage == "synthesis":
        return f"synthesis {need.recipe}"
    return f"placement {need.recipe}, seeds {', '.join(map(str, need.seeds))}"
