# SPDX-License-Identifier: Apache-2.0
"""Table 5: 512 over 256 bits as geometric means over all families, and over those of each vendor."""

from collections.abc import Sequence

from fairhash.papers.a import printed
from fairhash.papers.a.algorithms import ALL, VARIANTS, Candidate
from fairhash.papers.a.columns import MEASURE_NAMES, SHORT, interval, interval_columns, key
from fairhash.papers.a.drawn import MEASURES
from fairhash.papers.a.normalised import Values, overall
from fairhash.papers.a.ours import Ours
from fairhash.papers.content import Cell, Column, Table

PRINTED_GROUPS = {"overall": "overall", "xilinx": "Xilinx", "altera": "Altera"}


def tables(ours: Ours, values: Values) -> tuple[Table, ...]:
    """Print's, ours over all families, and ours over each vendor's."""
    vendors = [
        _ours(ours, values, f"table-5-{key(vendor.lower()).replace(' ', '-')}", vendor, devices)
        for vendor, devices in ours.by_vendor().items()
    ]
    return (_ours(ours, values, "table-5", "all families", ours.averaged), *vendors, _printed())


def printed_ratios(candidate: Candidate, group: str = "overall") -> dict[str, float | None]:
    """Table 5 by measure."""
    row = printed.rows(5)[candidate.printed]
    return {measure: printed.cell(row[f"{group}_{MEASURE_NAMES[measure][1]}_ratio"]) for measure in MEASURES}


def _printed() -> Table:
    columns = [
        Column(
            f"{words if number == 0 else ''} {SHORT[measure]}".strip(), f"{group}_{MEASURE_NAMES[measure][1]}_ratio", 2
        )
        for group, words in PRINTED_GROUPS.items()
        for number, measure in enumerate(MEASURES)
    ]
    rows = [
        (candidate.printed, *(value for group in PRINTED_GROUPS for value in printed_ratios(candidate, group).values()))
        for candidate in ALL
    ]
    return Table(
        "table-5-printed",
        "Table 5 as printed",
        (Column("algorithm", "algorithm"), *columns),
        tuple(rows),
        ("Xilinx: Spartan 3, Virtex 4 and 5. Altera: Cyclone II and III, Stratix II and III.",),
    )


def _ours(ours: Ours, values: Values, name: str, whose: str, devices: Sequence[str]) -> Table:
    of_all = name == "table-5"
    columns = [Column("algorithm", "algorithm")]
    for measure in MEASURES:
        if of_all:
            columns.append(Column(f"print: {SHORT[measure]}", f"printed_{MEASURE_NAMES[measure][1]}_ratio", 2))
        columns += interval_columns(f"ours: {SHORT[measure]}", f"{MEASURE_NAMES[measure][1]}_ratio")
    rows: list[tuple[Cell, ...]] = []
    for candidate in ALL:
        found = values.large_over_small(candidate, devices)
        mean = overall(found)
        cells: list[Cell] = []
        for measure in MEASURES:
            if of_all:
                cells.append(printed_ratios(candidate)[measure])
            cells += interval(mean[measure] if mean else None)
        rows.append((candidate.printed, *cells, len(found), "" if found else _words(ours, candidate, devices)))
    return Table(
        name,
        f"Table 5: 512 over 256 bits, {whose}",
        (*columns, Column("families", "families"), Column("note", "note")),
        tuple(rows),
        (f"Ours: geometric mean over {', '.join(devices)}, over those where both variants may enter a ratio.",),
    )


def _words(ours: Ours, candidate: Candidate, devices: Sequence[str]) -> str:
    """Why there is no ratio."""
    said = {
        bits: "; ".join(dict.fromkeys(word for device in devices if (word := ours.absence(candidate, bits, device))))
        for bits in VARIANTS
    }
    if said[256] == said[512]:
        return said[256]
    return ". ".join(f"{bits}: {words}" for bits, words in said.items() if words) or "never both on one family"
