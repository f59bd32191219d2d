# SPDX-License-Identifier: Apache-2.0
"""How many cores, results and ladders the stored results hold, as the sentences of README, start page and devices."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.catalog.recipe import EXPLORED_PREFIX
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.figures.figures import OWN_BEST, Figure, is_annealed, select_comparison
from fairhash.figures.ranking import common_subset
from fairhash.results.schema import Result

State = Literal["known", "preliminary", "failed", "estimate"]


def figure_state(figure: Figure) -> State:
    """Whether a figure is known, preliminary, an estimate, or consists of failed runs only."""
    if figure.estimated:
        return "estimate"
    if not figure.succeeded:
        return "failed"
    return "preliminary" if figure.preliminary else "known"


@dataclass(frozen=True)
class DeviceCounts:
    """The figures on one device."""

    device: str
    by_rule: Mapping[State, int]
    """Cores by the recipe chosen for each, or by the one recipe there is."""
    known_by_main: int | None
    """Cores known by the main recipe; None where the rule has no other."""

    def sentence(self) -> str:
        """For example ``Cores on ecp5-85k-8: known 3, preliminary 80; by best for all cores, known 19.``"""
        counted = [(self.by_rule.get("known", 0), "known"), (self.by_rule.get("preliminary", 0), "preliminary")]
        if self.by_rule.get("failed"):
            counted.append((self.by_rule["failed"], "failed"))
        by_main = "" if self.known_by_main is None else f"; by {MAIN_RECIPE} for all cores, known {self.known_by_main}"
        return f"Cores on {self.device}: {', '.join(f'{state} {count}' for count, state in counted)}{by_main}."


@dataclass(frozen=True)
class ResultCounts:
    """What the stored results hold."""

    cores: int
    main: DeviceCounts
    """The first device of the common subset."""
    others: tuple[DeviceCounts, ...]
    """The other FPGAs with results of placement."""
    rows: int
    """Results of placement on FPGAs; searches, annealed placements, estimates and standard cells are not among them."""
    current_rows: int
    """Those of today's sources and tools."""
    estimated: int
    """Estimated areas."""
    on_cells: int
    """Results on standard cells, which are figures of one run."""
    ladder: Mapping[str, int]
    """Cores by `pass`, `stale`, `other` and `none`."""

    def sentences(self) -> tuple[str, ...]:
        """The counts as sentences."""
        known = self.main.by_rule.get("known", 0)
        preliminary, failed = self.main.by_rule.get("preliminary", 0), self.main.by_rule.get("failed", 0)
        missing = self.cores - known - preliminary - failed
        by_main = "" if self.main.known_by_main is None else f" ({self.main.known_by_main} by {MAIN_RECIPE} for all)"
        elsewhere = [f"{one.by_rule['known']} on {one.device}" for one in self.others if one.by_rule.get("known")]
        ladder = self.ladder
        return (
            f"{known} of {self.cores} cores {'is' if known == 1 else 'are'} known on {self.main.device} by the recipe "
            f"chosen for each{by_main}; preliminary {preliminary}, failed {failed}, not measured {missing}.",
            f"Cores known on the other FPGAs with results ({len(self.others)}): {', '.join(elsewhere) or 'none'}.",
            f"{self.current_rows} of {self.rows} rows of placed results are of today's sources and tools.",
            f"Counted apart: estimated areas {self.estimated}; results on standard cells, each of one run, "
            f"{self.on_cells}.",
            f"Cores by the outcomes of their verification ladder: all pass {ladder.get('pass', 0)}, "
            f"stale {ladder.get('stale', 0)}, other {ladder.get('other', 0)}, none {ladder.get('none', 0)}.",
        )


def count_figures(among: Sequence[Figure], device: str) -> DeviceCounts:
    """Count the figures on one device.

    Args:
        among: The figures of all comparisons.
    """
    by_main = select_comparison(among, device, MAIN_RECIPE)
    by_rule = select_comparison(among, device, OWN_BEST)
    shown = by_rule or [figure for figure in among if figure.first.device == device and not figure.annealed]
    known_by_main = sum(not figure.preliminary for figure in by_main) if by_rule else None
    return DeviceCounts(device, Counter(figure_state(figure) for figure in shown), known_by_main)


def count_results(
    cores: int, results: Iterable[Result], among: Sequence[Figure], ladder_states: Iterable[Collection[str]]
) -> ResultCounts:
    """Count what is stored.

    Args:
        cores: Number of cores of the catalogue.
        results: The stored results.
        among: Their figures of all comparisons.
        ladder_states: For each core the states of its stored ladder outcomes.
    """
    ordinary = [
        result for result in results if not result.recipe.startswith(EXPLORED_PREFIX) and not is_annealed(result)
    ]
    estimated = {(result.core, result.device) for result in ordinary if result.status == "estimate"}
    on_cells = [result for result in ordinary if result.area_unit == GATE_EQUIVALENT]
    placed = [result for result in ordinary if result.status != "estimate" and result.area_unit != GATE_EQUIVALENT]
    main = common_subset()[0]
    return ResultCounts(
        cores=cores,
        main=count_figures(among, main),
        others=tuple(count_figures(among, device) for device in sorted({one.device for one in placed} - {main})),
        rows=len(placed),
        current_rows=sum(not result.stale for result in placed),
        estimated=len(estimated),
        on_cells=len(on_cells),
        ladder=Counter(ladder_state(states) for states in ladder_states),
    )


def ladder_state(states: Collection[str]) -> str:
    """One word for the stored outcomes of a core: ``pass``, ``stale``, ``other`` or ``none``."""
    if not states:
        return "none"
    if set(states) == {"pass"}:
        return "pass"
    return "stale" if "stale" in states else "other"
