# SPDX-License-Identifier: Apache-2.0
"""Table 5: 512 over 256 bits as geometric means over all families, and over those of each vendor."""

from collections.abc import Sequence

from fairhash.analysis.figures import Figure
from fairhash.papers.a import published
from fairhash.papers.a.candidates import ALL, VARIANTS, Candidate
from fairhash.papers.a.normalised_values import MEASURE_NAMES, SHORT_NAMES, NormalisedValues, overall
from fairhash.papers.estimate import MEASURES
from fairhash.papers.our_results import OurResults, seeds_note
from fairhash.papers.published_table import parse_optional
from fairhash.papers.table import Cell, Column, Table, csv_name, interval_cells, interval_columns

PUBLISHED_GROUPS = {"overall": "overall", "xilinx": "Xilinx", "altera": "Altera"}


def tables(ours: OurResults, values: NormalisedValues) -> tuple[Table, ...]:
    """Return the overall table, one for each vendor whose devices are others, and the paper's.

    A vendor's mean is over its devices in the common subset; a vendor without any has all its devices.
    """
    vendors = []
    for vendor, own in ours.devices_by_vendor().items():
        devices = tuple(device for device in own if device in ours.overall_devices) or tuple(own)
        if devices != ours.overall_devices:
            name = f"table-5-{csv_name(vendor.lower()).replace(' ', '-')}"
            vendors.append(_ours(ours, values, name, vendor, devices))
    return (overall_table(values), *vendors, _published())


def overall_table(values: NormalisedValues) -> Table:
    """Return the table over the devices of overall values."""
    ours = values.ours
    return _ours(ours, values, f"table-5{values.name_suffix}", f"overall{values.title_suffix}", ours.overall_devices)


def published_ratios(candidate: Candidate, group: str = "overall") -> dict[str, float | None]:
    """Table 5 by measure."""
    row = published.rows(5)[candidate.name]
    return {measure: parse_optional(row[f"{group}_{MEASURE_NAMES[measure][1]}_ratio"]) for measure in MEASURES}


def _published() -> Table:
    columns = [
        Column(
            f"{words if number == 0 else ''} {SHORT_NAMES[measure]}".strip(),
            2,
            f"{group}_{MEASURE_NAMES[measure][1]}_ratio",
        )
        for group, words in PUBLISHED_GROUPS.items()
        for number, measure in enumerate(MEASURES)
    ]
    rows = [
        (
            candidate.name,
            *(value for group in PUBLISHED_GROUPS for value in published_ratios(candidate, group).values()),
        )
        for candidate in ALL
    ]
    return Table(
        "table-5-published",
        "Table 5 as published",
        (Column("algorithm"), *columns),
        tuple(rows),
        ("Xilinx: Spartan 3, Virtex 4 and 5. Altera: Cyclone II and III, Stratix II and III.",),
    )


def _ours(ours: OurResults, values: NormalisedValues, name: str, whose: str, devices: Sequence[str]) -> Table:
    of_all = whose.startswith("overall")
    columns = [Column("algorithm")]
    for measure in MEASURES:
        if of_all:
            columns.append(
                Column(f"published: {SHORT_NAMES[measure]}", 2, f"published_{MEASURE_NAMES[measure][1]}_ratio")
            )
        columns += interval_columns(f"ours: {SHORT_NAMES[measure]}", key=f"{MEASURE_NAMES[measure][1]}_ratio")
    rows: list[tuple[Cell, ...]] = []
    for candidate in ALL:
        ratios = values.large_over_small(candidate, devices)
        mean = overall(ratios, devices)
        cells: list[Cell] = []
        for measure in MEASURES:
            if of_all:
                cells.append(published_ratios(candidate)[measure])
            cells += interval_cells(mean[measure] if mean else None)
        rows.append((candidate.name, *cells, len(ratios), _words(ours, candidate, devices)))
    return Table(
        name,
        f"Table 5: 512 over 256 bits, {whose}",
        (*columns, Column("families"), Column("note")),
        tuple(rows),
        (
            f"Ours: geometric mean over {', '.join(devices) or 'no family'}; no value if a variant is "
            "not known on one of them.",
            *([note] if (note := seeds_note(_shown(ours, devices))) else []),
        ),
    )


def _words(ours: OurResults, candidate: Candidate, devices: Sequence[str]) -> str:
    """Why there is no ratio, or why it is preliminary."""
    remarks = {
        bits: "; ".join(
            dict.fromkeys(word for device in devices if (word := ours.statement(candidate.core(bits), device)))
        )
        for bits in VARIANTS
    }
    if remarks[256] == remarks[512]:
        return remarks[256]
    return ". ".join(f"{bits}: {words}" for bits, words in remarks.items() if words)


def _shown(ours: OurResults, devices: Sequence[str]) -> list[Figure | None]:
    return [ours.figure(candidate.core(bits), device) for candidate in ALL for bits in VARIANTS for device in devices]
