# SPDX-License-Identifier: Apache-2.0
"""Our figures for paper D: which cores there are, the best figure of each on each device, and one against another."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from fairhash.analysis.figures import Figure, figures, own_best
from fairhash.analysis.statistics import ratio_interval
from fairhash.catalog.core import Core
from fairhash.papers.d.structure import Structure, named, structure
from fairhash.results.schema import Result

ALGORITHMS = ("keccak-512", "keccak-256")
"""The paper's, and one beyond it."""
CASES = {"I": "case-1", "II": "case-2", "III": "case-3", "IV": "case-4", "V": "case-5"}
BASE = "case-1"
"""What the others are compared with."""
GENERATORS = {
    "case-1": "bytes of Table I",
    "case-1-wide": "table of 64-bit constants",
    "case-1-lfsr": "LFSR",
    "case-1-rotating": "circular buffer",
}
"""The generators Sect. IV-A speaks of, each in the same core."""
CELLS_UNIT = "GE"
"""Area unit of standard cells, NAND2 gate equivalents."""
MISSING = "not measured"


@dataclass(frozen=True)
class Against:
    """Quotients of medians, and the 95 % interval that the seeds leave to the last of them."""

    clock: float
    throughput: float
    area: float
    ratio: float
    """Of throughput per area."""
    low: float
    high: float


@dataclass(frozen=True)
class Ours:
    """All that is known of these architectures: what the catalogue declares, what was measured."""

    results: tuple[Result, ...]
    cores: tuple[Core, ...]

    @staticmethod
    def of(results: Iterable[Result], cores: Iterable[Core]) -> "Ours":
        """Those of the paper's algorithms only."""
        return Ours(
            tuple(result for result in results if result.algorithm in ALGORITHMS),
            tuple(core for core in cores if core.algorithm in ALGORITHMS),
        )

    @cached_property
    def _best(self) -> dict[tuple[str, str], Figure]:
        """By core and device, each by the recipe that suits it best."""
        return {(figure.first.core, figure.first.device): figure for figure in own_best(figures(self.results))}

    @cached_property
    def shown(self) -> list[Figure]:
        """Figures with a clock and an area, whether they may be ranked or not."""
        return [figure for figure in self._best.values() if figure.good]

    def devices(self, cells: bool) -> list[str]:
        """Devices with results: FPGAs, or libraries of standard cells."""
        units = {result.device: result.area_unit for result in self.results}
        return sorted(device for device, unit in units.items() if (unit == CELLS_UNIT) == cells)

    def architectures(self, algorithm: str) -> list[str]:
        """Declared or measured, by number of rounds, then of registers, then by name; strange ones last."""
        declared = {core.architecture for core in self.cores if core.algorithm == algorithm}
        measured = {result.core.partition("/")[2] for result in self.results if result.algorithm == algorithm}

        def place(architecture: str) -> tuple[int, int, str]:
            found = self.structure(algorithm, architecture)
            return (found.unrolled, found.ranks, architecture) if found else (99, 0, architecture)

        return sorted(declared | measured, key=place)

    def beyond(self, algorithm: str) -> list[str]:
        """Architectures the paper does not have."""
        known = {*CASES.values(), *GENERATORS}
        return [architecture for architecture in self.architectures(algorithm) if architecture not in known]

    def structure(self, algorithm: str, architecture: str) -> Structure | None:
        """From the declaration, else from a measured formula, else from the name."""
        name = f"{algorithm}/{architecture}"
        for core in self.cores:
            if core.name == name:
                return structure(architecture, core.messages_in_flight, core.formula.block)
        for run in self.results:
            if run.core == name and run.measured_cycles:
                return structure(architecture, run.messages_in_flight, run.measured_cycles.formula.block)
        return named(architecture)

    def figure(self, algorithm: str, architecture: str, device: str) -> Figure | None:
        """The core's best figure on the device, or None."""
        return self._best.get((f"{algorithm}/{architecture}", device))

    def best_of_several(self, algorithm: str, device: str) -> str | None:
        """The architecture with several messages in flight that has the highest throughput per area, if any may be
        compared."""
        found = [(name, self.figure(algorithm, name, device)) for name in self.architectures(algorithm)]
        usable = [
            (figure.ratio.median, name)
            for name, figure in found
            if figure and figure.ratio and figure.first.messages_in_flight > 1 and not obstacle(figure)
        ]
        return max(usable)[1] if usable else None

    def against(self, algorithm: str, architecture: str, device: str, base: str = BASE) -> Against | None:
        """The core over `base` of the same algorithm on the same device, where both may be compared."""
        return against(self.figure(algorithm, architecture, device), self.figure(algorithm, base, device))


def obstacle(figure: Figure) -> str:
    """Why it must not be compared. The flow of standard cells has no chance in it, so one run of it is enough."""
    runs = figure.good
    if figure.first.area_unit == CELLS_UNIT and runs and all(run.ranked for run in runs):
        return ""
    return figure.obstacle


def note(figure: Figure | None) -> str:
    """What must be said beside its figures."""
    if figure is None:
        return MISSING
    parts = [f"recipe {figure.first.recipe}", obstacle(figure), figure.failures]
    return " ".join("; ".join(dict.fromkeys(part for part in parts if part)).split())


def against(own: Figure | None, base: Figure | None) -> Against | None:
    """Quotients of `own` over `base`; None where either may not be compared."""
    if own is None or base is None or obstacle(own) or obstacle(base):
        return None
    pairs = [
        (own.clock_mhz, base.clock_mhz),
        (own.throughput_mbit_s, base.throughput_mbit_s),
        (own.area_cells, base.area_cells),
        (own.ratio, base.ratio),
    ]
    medians = [above.median / below.median for above, below in pairs if above and below and below.median]
    if len(medians) < len(pairs):
        return None
    clock, throughput, area, ratio = medians
    # a core is as good as itself whichever seeds are drawn
    low, high = (1.0, 1.0) if own is base else ratio_interval(own.ratios, base.ratios)
    return Against(clock, throughput, area, ratio, low, high)
