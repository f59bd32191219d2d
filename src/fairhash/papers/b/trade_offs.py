# SPDX-License-Identifier: Apache-2.0
"""Throughput over area of all architectures of an algorithm: what more area gives (the paper's future work)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.charts.dot_groups import Dot, Group, specification
from fairhash.charts.svg import to_svg_element
from fairhash.papers.b.candidates import ALL, Candidate
from fairhash.papers.b.evidence import Evidence, Speed
from fairhash.papers.b.figure_7 import AXES
from fairhash.papers.charts import Chart
from fairhash.papers.our_results import NOT_MEASURED
from fairhash.papers.table import Cell, Column, Preliminary, Table, interval_cells, interval_columns

LEAST_ARCHITECTURES = 2
"""An algorithm with fewer architectures in the catalogue has no curve."""
_OWN_CHART = 3
"""An algorithm with at least this many measured architectures has a chart of its own."""

_COLUMNS = (
    Column("core"),
    Column("cells"),
    Column("Mbit/s", 1, "mbit_s"),
    *interval_columns("Mbit/s/cell", 3, "mbit_s_per_cell"),
    Column("cells x", 2),
    Column("Mbit/s x", 2),
    Column("exponent", 2),
    Column("no better than", key="dominated_by"),
    Column("note"),
)


@dataclass(frozen=True)
class Place:
    """Area and throughput of one architecture."""

    core: Core
    cells: float
    speed: Speed
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


def architectures(evidence: Evidence, candidate: Candidate) -> list[Core]:
    """Return all cores of the algorithm in the catalogue, the lightweight one first."""
    cores = [core for core in evidence.ours.cores.values() if core.algorithm == candidate.algorithm]
    return sorted(cores, key=lambda core: (core.name != candidate.core, core.name))


def places(evidence: Evidence, candidate: Candidate, device: str) -> list[Place]:
    """Return the architectures that have a figure on the device which is not stale, smallest first."""
    designs = []
    for core in architectures(evidence, candidate):
        figure = evidence.figure(core.name, device)
        speed = evidence.speed(core.name, device, "long")
        if figure and figure.area_cells and speed and not figure.ratio_exclusion:
            designs.append(Place(core, figure.area_cells.median, speed, evidence.ours.statement(core.name, device)))
    return sorted(designs, key=lambda place: (place.cells, -place.mbit_s))


def curve(among: Sequence[Place]) -> list[Place]:
    """Return the known architectures that no smaller or equal known one surpasses: throughput grows along them."""
    best: list[Place] = []
    for place in among:
        if not place.is_known:
            continue
        if not best or place.mbit_s > best[-1].mbit_s:
            best.append(place)
    return best


def table(evidence: Evidence, device: str) -> Table | None:
    """Return all architectures of each algorithm with two or more of them, or None if none was measured."""
    rows: list[tuple[Cell, ...]] = []
    absent: list[str] = []
    measured = False
    for candidate in ALL:
        cores = architectures(evidence, candidate)
        if len(cores) < LEAST_ARCHITECTURES:
            continue
        designs = places(evidence, candidate, device)
        measured = measured or bool(designs)
        rows += _rows(designs)
        for core in cores:
            if core.name in {place.core.name for place in designs}:
                continue
            if evidence.ours.absence(core.name, device) == NOT_MEASURED:
                absent.append(core.name)
            else:
                rows.append((core.name, *(None,) * 8, "", evidence.ours.statement(core.name, device)))
    if not measured:
        return None
    return Table(
        f"trade-off-{device}",
        f"Throughput over area on {device}",
        _COLUMNS,
        tuple(rows),
        (
            "All architectures of the catalogue, of every algorithm with two or more, by area. `cells x` and "
            "`Mbit/s x` are over the smallest known one. `exponent` is log(throughput ratio) / log(area ratio) against "
            "the next smaller architecture that no smaller one surpasses: above 1, more area gives more throughput per "
            "area. `no better than` names a smaller architecture that is as fast.",
            *([f"Not measured: {', '.join(absent)}."] if absent else []),
        ),
    )


def charts(evidence: Evidence, device: str) -> list[Chart]:
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


def _rows(designs: Sequence[Place]) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    best = curve(designs)
    # the smallest known architecture begins the curve
    base = best[0] if best else None
    for place in designs:
        smaller = [each for each in best if each.cells < place.cells]
        surpassing = [] if place in best or not place.is_known else [e for e in best if e.mbit_s >= place.mbit_s]
        rows.append(
            (
                place.core.name,
                _marked(place, place.cells),
                _marked(place, place.mbit_s),
                *interval_cells(place.speed.per_cell),
                _marked(place, place.cells / base.cells) if base else None,
                _marked(place, place.mbit_s / base.mbit_s) if base else None,
                exponent(smaller[-1], place) if smaller and place in best else None,
                surpassing[0].core.architecture if surpassing else "",
                place.note,
            )
        )
    return rows


def _marked(place: Place, value: float) -> Cell:
    return value if place.is_known else Preliminary(value)


def exponent(small: Place, large: Place) -> float:
    """Return the exponent of area that throughput grows with from one architecture to a larger one."""
    return math.log(large.mbit_s / small.mbit_s) / math.log(large.cells / small.cells)


def _dot(place: Place, name: str) -> Dot:
    value = place.speed.mbit_s
    return Dot(name, place.cells, value.value, value.low, value.high)


def _line(designs: Sequence[Place]) -> tuple[tuple[float, float], ...]:
    return tuple((place.cells, place.mbit_s) for place in curve(designs))


def _chart(name: str, title: str, groups: Sequence[Group], shown: dict[Candidate, list[Place]]) -> Chart:
    columns = (
        Column("core"),
        Column("cells"),
        *interval_columns("Mbit/s", key="mbit_s"),
        Column("note"),
    )
    rows: list[tuple[Cell, ...]] = [
        (place.core.name, place.cells, *interval_cells(place.speed.mbit_s), place.note)
        for designs in shown.values()
        for place in designs
    ]
    caption = (
        "Both axes logarithmic; bars: 95 % intervals; the line joins the known architectures that no smaller one "
        "surpasses; hollow: preliminary."
    )
    svg = to_svg_element(specification(title, AXES, groups), title)
    return Chart(name, title, svg, Table("", title, columns, tuple(rows)).to_csv(), caption)
