# SPDX-License-Identifier: Apache-2.0
"""Areas of netlists mapped to families that nothing open can place: Table 9 as far as mapping alone goes."""

from collections.abc import Mapping

from fairhash.analysis.measures import geometric_mean
from fairhash.papers.a import published
from fairhash.papers.a.candidates import CANDIDATES, SHA2, Bits, Candidate
from fairhash.papers.a.normalised_values import NormalisedValues, Ranking
from fairhash.papers.orders import MIN_PAIRS, basis, kendall, spearman
from fairhash.papers.our_results import OurResults
from fairhash.papers.table import Cell, Column, Table, csv_name

_AREA = 9
"""The table."""
_BITS: Bits = 512


def table(ours: OurResults) -> Table | None:
    """Mapped areas of the 512-bit variants over SHA-512's, with the published ones; None if nothing was mapped."""
    mapped = _over_sha2(ours)
    if not mapped:
        return None
    rows = []
    for candidate in CANDIDATES:
        cells: list[Cell] = [*published.by_family(_AREA, candidate.name)]
        for device, areas in mapped.items():
            cells.append(areas.get(candidate.name) or _absence(ours, candidate, device))
        rows.append((candidate.algorithm(_BITS), *cells))
    return Table(
        "table-9-mapped",
        f"Table 9 by mapping alone, estimates: area over that of {SHA2.algorithm(_BITS)}",
        (
            Column("algorithm"),
            *(
                Column(f"{'published: ' if first == 0 else ''}{words}", 2, f"published_{family}")
                for first, (family, words) in enumerate(published.FAMILIES.items())
            ),
            *(Column(device, 2, f"{csv_name(device)}_mapped") for device in mapped),
        ),
        tuple(rows),
        (
            "Mapped by the open tools to the cells of a family that they cannot place: an area, no clock, no ranking. "
            "A netlist of earlier sources is divided by no other one, and none by it.",
        ),
    )


def order(values: NormalisedValues) -> Table | None:
    """Agreement of mapped and of placed areas with the published ones; None if nothing was mapped."""
    every = _over_sha2(values.ours)
    if not every:
        return None
    placed = {name: estimate.value for name, estimate in Ranking.from_values(values, _BITS, "area").overalls.items()}
    columns = {words: published.family(_AREA, column) for column, words in enumerate(published.FAMILIES.values())}
    rows = []
    for device, mapped in every.items():
        for words, published_values in {**columns, "Overall": published.overalls(_AREA)}.items():
            names = [name for name in published_values if name in mapped and name in placed]
            rows.append(
                (
                    device,
                    words,
                    basis(len(names), len(published_values), "candidates"),
                    *_near(mapped, published_values, names),
                    *_near(placed, published_values, names),
                )
            )
    return Table(
        "table-9-mapped-order",
        "Areas by mapping alone and areas placed, against the paper's",
        (
            Column("mapped to", key="device"),
            Column("the paper's column", key="published_column"),
            Column("candidates"),
            Column("mapped: Spearman", 2),
            Column("Kendall", 2, "mapped_kendall"),
            Column("apart", 2, "mapped_apart"),
            Column("placed: Spearman", 2),
            Column("Kendall", 2, "placed_kendall"),
            Column("apart", 2, "placed_apart"),
        ),
        tuple(rows),
        (
            "Placed: the overall values of Table 9 above. All over the candidates that were mapped from today's "
            f"sources, whose placed area is known, and that are in the paper; at least {MIN_PAIRS} are needed. Apart: "
            "the geometric mean of the larger over the smaller of both areas; 1 is the same.",
        ),
    )


def _over_sha2(ours: OurResults) -> dict[str, dict[str, float]]:
    """By device that any of the cores was mapped to, and by the paper's name; only netlists that are not stale."""
    over: dict[str, dict[str, float]] = {}
    cores = {candidate.core(_BITS): candidate for candidate in CANDIDATES}
    for device in sorted({device for core, device in ours.mapped_figures if core in cores}):
        base = _mapped_area(ours, SHA2, device)
        areas = {candidate.name: _mapped_area(ours, candidate, device) for candidate in CANDIDATES}
        over[device] = {name: area / base for name, area in areas.items() if area and base}
    return over


def _mapped_area(ours: OurResults, candidate: Candidate, device: str) -> float | None:
    """The area of a netlist of today's sources."""
    figure = ours.mapped_figures.get((candidate.core(_BITS), device))
    return figure.area_cells.median if figure and figure.area_cells and not figure.stale else None


def _absence(ours: OurResults, candidate: Candidate, device: str) -> str:
    """Why a mapped area is not divided by that of SHA-512."""
    for each, prefix in ((candidate, ""), (SHA2, f"{SHA2.algorithm(_BITS)} ")):
        figure = ours.mapped_figures.get((each.core(_BITS), device))
        if figure is None:
            return prefix + ours.absence(each.core(_BITS), device)
        if figure.stale:
            return f"{prefix}stale: {figure.stale}"
    raise AssertionError(f"{candidate.name} has a mapped area on {device}")


def _near(own: Mapping[str, float], published_values: Mapping[str, float], names: list[str]) -> tuple[Cell, Cell, Cell]:
    """Spearman, Kendall and how many times apart."""
    pairs = [(own[name], published_values[name]) for name in names]
    ours, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    apart = geometric_mean([max(pair) / min(pair) for pair in pairs]) if pairs else None
    return spearman(ours, theirs), kendall(ours, theirs), apart
