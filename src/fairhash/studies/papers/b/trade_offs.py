# SPDX-License-Identifier: Apache-2.0
"""Throughput over area of all architectures of an algorithm: what more area gives (the paper's future work)."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.base.table import Cell, Table, column, interval, mark
from fairhash.catalog.core import Core
from fairhash.figures.charts.dot_groups import Dot, Group, specification
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.b.evidence import CoreSpeed, LightweightEvidence
from fairhash.studies.papers.b.figures import AXES
from fairhash.studies.papers.b.published import ALL, PublishedDesign
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.our_results import NOT_MEASURED

LEAST_ARCHITECTURES = 2
"""An algorithm with fewer architectures in the catalogue has no curve."""
_OWN_CHART = 3
"""An algorithm with at least this many measured architectures has a chart of its own."""


@dataclass(frozen=True)
class ArchitecturePlace:
    """Area and throughput of one architecture."""

    core: Core
    cells: float
    speed: CoreSpeed
    note: str
    """Why it is preliminary; empty if it is known."""

    @property
    def mbit_s(self) -> float:
        """Throughput of long messages."""
        return self.speed.mbit_s.value

    @property
    def is_known(self) -> bool:
        """Whether its figure is known."""
        return self.speed.per_cell.is_known


def architectures(evidence: LightweightEvidence, candidate: PublishedDesign) -> list[Core]:
    """Return all cores of the algorithm in the catalogue, the lightweight one first."""
    cores = [core for core in evidence.ours.cores.values() if core.algorithm == candidate.algorithm]
    return sorted(cores, key=lambda core: (core.name != candidate.core, core.name))


def places(evidence: LightweightEvidence, candidate: PublishedDesign, device: str) -> list[ArchitecturePlace]:
    """Return the architectures that have a figure on the device which is not stale, smallest first."""
    designs = []
    for core in architectures(evidence, candidate):
        figure = evidence.figure(core.name, device)
        speed = evidence.speed(core.name, device, "long")
        if figure and figure.area_cells and speed and not figure.ratio_exclusion:
            designs.append(
                ArchitecturePlace(core, figure.area_cells.median, speed, evidence.ours.statement(core.name, device))
            )
    return sorted(designs, key=lambda place: (place.cells, -place.mbit_s))


def curve(among: Sequence[ArchitecturePlace]) -> list[ArchitecturePlace]:
    """Return the known architectures that no smaller or equal known one surpasses: throughput grows along them."""
    best: list[ArchitecturePlace] = []
    for place in among:
        if not place.is_known:
            continue
        if not best or place.mbit_s > best[-1].mbit_s:
            best.append(place)
    return best


@dataclass(frozen=True)
class _Row:
    """An architecture of a declared table: its place among those of its algorithm, or none."""

    core: Core
    place: ArchitecturePlace | None = None
    curve: Sequence[ArchitecturePlace] = ()
    """The curve of the algorithm."""

    def over(self, value: Callable[[ArchitecturePlace], float]) -> Cell:
        """Return a value over that of the smallest known architecture, which begins the curve."""
        return self.marked(lambda place: value(place) / value(self.curve[0])) if self.curve else None

    def marked(self, value: Callable[[ArchitecturePlace], float]) -> Cell:
        """Return a value, marked if the architecture is preliminary."""
        return mark(value(self.place), not self.place.is_known) if self.place else None

    def exponent(self) -> float | None:
        """Return the exponent against the next smaller architecture of the curve."""
        smaller = [each for each in self.curve if self.place and each.cells < self.place.cells]
        return exponent(smaller[-1], self.place) if smaller and self.place in self.curve and self.place else None

    def surpassing(self) -> str:
        """Return a smaller architecture that is as fast."""
        if self.place is None or not self.place.is_known or self.place in self.curve:
            return ""
        return next((each.core.architecture for each in self.curve if each.mbit_s >= self.place.mbit_s), "")


def trade_off_table(evidence: LightweightEvidence, device: str) -> Table | None:
    """Return all architectures of each algorithm with two or more of them, or None if none was measured."""
    rows: list[_Row] = []
    absent: list[str] = []
    for candidate in ALL:
        cores = architectures(evidence, candidate)
        if len(cores) < LEAST_ARCHITECTURES:
            continue
        designs = places(evidence, candidate, device)
        rows += [_Row(place.core, place, curve(designs)) for place in designs]
        without = [core for core in cores if core not in [place.core for place in designs]]
        for core in without:
            if evidence.ours.absence(core.name, device) == NOT_MEASURED:
                absent.append(core.name)
            else:
                rows.append(_Row(core))
    if not any(row.place for row in rows):
        return None
    return Table.declare(
        f"trade-off-{device}",
        f"Throughput over area on {device}",
        rows,
        (
            column("core", lambda row: row.core.name),
            column("cells", lambda row: row.marked(lambda place: place.cells)),
            column("Mbit/s", lambda row: row.marked(lambda place: place.mbit_s), 1, "mbit_s"),
            interval("Mbit/s/cell", lambda row: row.place.speed.per_cell if row.place else None, 3, "mbit_s_per_cell"),
            column("cells x", lambda row: row.over(lambda place: place.cells), 2),
            column("Mbit/s x", lambda row: row.over(lambda place: place.mbit_s), 2),
            column("exponent", _Row.exponent, 2),
            column("no better than", _Row.surpassing, key="dominated_by"),
            column("note", lambda row: evidence.ours.statement(row.core.name, device)),
        ),
        "All architectures of the catalogue, of every algorithm with two or more, by area. `cells x` and "
        "`Mbit/s x` are over the smallest known one. `exponent` is log(throughput ratio) / log(area ratio) against "
        "the next smaller architecture that no smaller one surpasses: above 1, more area gives more throughput per "
        "area. `no better than` names a smaller architecture that is as fast.",
        f"Not measured: {', '.join(absent)}." if absent else "",
    )


def charts(evidence: LightweightEvidence, device: str) -> list[Chart]:
    """Return the curves of all algorithms together, then of each algorithm with enough measured architectures."""
    by_algorithm = {candidate: places(evidence, candidate, device) for candidate in ALL}
    several = {candidate: designs for candidate, designs in by_algorithm.items() if len(designs) >= LEAST_ARCHITECTURES}
    drawn = []
    if several:
        groups = [
            Group(candidate.name, tuple(_dot(place, "") for place in designs), _line(designs))
            for candidate, designs in several.items()
        ]
        drawn.append(_chart(f"trade-off-{device}", f"Throughput over area on {device}", groups, several))
    for candidate, designs in several.items():
        if len(designs) >= _OWN_CHART:
            dots = tuple(_dot(place, place.core.architecture) for place in designs)
            title = f"{candidate.name} on {device}: throughput over area"
            name = f"trade-off-{candidate.algorithm}-{device}"
            drawn.append(_chart(name, title, [Group(candidate.name, dots, _line(designs))], {candidate: designs}))
    return drawn


def exponent(small: ArchitecturePlace, large: ArchitecturePlace) -> float:
    """Return the exponent of area that throughput grows with from one architecture to a larger one."""
    return math.log(large.mbit_s / small.mbit_s) / math.log(large.cells / small.cells)


def _dot(place: ArchitecturePlace, name: str) -> Dot:
    value = place.speed.mbit_s
    return Dot(name, place.cells, value.value, value.low, value.high)


def _line(designs: Sequence[ArchitecturePlace]) -> tuple[tuple[float, float], ...]:
    return tuple((place.cells, place.mbit_s) for place in curve(designs))


def _chart(
    name: str, title: str, groups: Sequence[Group], shown: dict[PublishedDesign, list[ArchitecturePlace]]
) -> Chart:
    caption = (
        "Both axes logarithmic; bars: 95 % intervals; the line joins the known architectures that no smaller one "
        "surpasses; hollow: preliminary."
    )
    return curve_chart(name, title, specification(title, AXES, groups), shown, caption)


def curve_chart(
    name: str,
    title: str,
    spec: dict[str, Any],
    shown: Mapping[PublishedDesign, Sequence[ArchitecturePlace]],
    caption: str,
) -> Chart:
    """Return a chart of architectures with its table.

    Args:
        name: of its files.
        title: what it shows.
        spec: its Vega-Lite specification.
        shown: the architectures by algorithm.
        caption: shown below it.
    """
    table = Table.declare(
        "",
        title,
        [place for designs in shown.values() for place in designs],
        (
            column("core", lambda place: place.core.name),
            column("cells", lambda place: place.cells),
            interval("Mbit/s", lambda place: place.speed.mbit_s, key="mbit_s"),
            column("note", lambda place: place.note),
        ),
    )
    return Chart(name, title, to_svg_element(spec, title), table.to_csv(), caption)
