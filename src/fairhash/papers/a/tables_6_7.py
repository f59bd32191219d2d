# SPDX-License-Identifier: Apache-2.0
"""Tables 6 and 7: clocks of one digest size on every family, and SHA-2, by which all else is divided."""

from fairhash.papers.a import published
from fairhash.papers.a.candidates import ALL, SHA2, Bits, Candidate
from fairhash.papers.our_results import NOT_AVAILABLE, OurResults, shown_value
from fairhash.papers.published_table import parse_number
from fairhash.papers.table import Cell, Column, Table, csv_name

PUBLISHED_BITS: Bits = 512
"""The paper has Tables 6 to 10 for these variants only."""


def title_suffix(ours: OurResults) -> str:
    """Return what a table's title adds if all cores have one recipe."""
    return f", all cores by recipe `{ours.recipe}`" if ours.recipe else ""


def name_suffix(ours: OurResults, bits: Bits) -> str:
    """Return what a table's name adds for the digest size and if all cores have one recipe."""
    return suffix(bits) + (f"-recipe-{ours.recipe}" if ours.recipe else "")


def suffix(bits: Bits) -> str:
    """Of the names of tables; the paper's own have none."""
    return "" if bits == PUBLISHED_BITS else f"-{bits}"


def table_6(ours: OurResults, bits: Bits) -> Table:
    """Clocks; a word where there is none, and the reason."""
    is_published = bits == PUBLISHED_BITS
    published_values = tuple(
        Column(f"{'published: ' if first == 0 else ''}{name}", 1, f"published_{family}_mhz")
        for first, (family, name) in enumerate(published.FAMILIES.items())
    )
    columns = [Column("algorithm"), *(published_values if is_published else ())]
    columns += [Column(device, 1, f"{csv_name(device)}_mhz") for device in ours.family_devices]
    rows = []
    for candidate in ALL:
        row: list[Cell] = [candidate.algorithm(bits)]
        if is_published:
            row += [_not_available(value) for value in published.by_family(6, candidate.name)]
        row += [_clock(ours, candidate, bits, device) for device in ours.family_devices]
        rows.append((*row, _reasons(ours, candidate, bits)))
    return Table(
        f"table-6{name_suffix(ours, bits)}",
        f"Table 6: clocks in MHz, {bits} bits{title_suffix(ours)}" + ("" if is_published else " (not in the paper)"),
        (*columns, Column("why preliminary or not", key="reasons")),
        tuple(rows),
        ("Ours: medians over the seeds. N/A: does not fit or route, with the reason.",),
    )


def _not_available(value: float | None) -> Cell:
    return NOT_AVAILABLE if value is None else value


def _clock(ours: OurResults, candidate: Candidate, bits: Bits, device: str) -> Cell:
    figure = ours.figure(candidate.core(bits), device)
    if figure and figure.clock_mhz:
        return shown_value(figure, figure.clock_mhz)
    return ours.absence(candidate.core(bits), device)


def _reasons(ours: OurResults, candidate: Candidate, bits: Bits) -> str:
    parts = [(device, ours.reason(candidate.core(bits), device)) for device in ours.family_devices]
    return "; ".join(f"{device}: {reason}" for device, reason in parts if reason)


def table_7(ours: OurResults, bits: Bits) -> Table:
    """SHA-2 on every family: absolute values, with the quartiles of the clock and the best run beside the median."""
    rows: list[tuple[Cell, ...]] = []
    if bits == PUBLISHED_BITS:
        for row in published.rows(7).values():
            values = [parse_number(row[name]) for name in ("max_clock_mhz", "throughput_mbit_s", "area")]
            rows.append(
                (
                    f"{row['family']} (published)",
                    values[0],
                    None,
                    None,
                    None,
                    values[1],
                    values[2],
                    row["area_unit"],
                    parse_number(row["throughput_per_area"]),
                    None,
                    "",
                )
            )
    rows += [_sha2(ours, bits, device) for device in ours.family_devices]
    return Table(
        f"table-7{name_suffix(ours, bits)}",
        f"Table 7: {SHA2.algorithm(bits)}, the reference{title_suffix(ours)}"
        + ("" if bits == PUBLISHED_BITS else " (not in the paper)"),
        (
            Column("on", key="device"),
            Column("MHz", 1, "max_clock_mhz"),
            Column("Q1", 1, "max_clock_lower_quartile_mhz"),
            Column("Q3", 1, "max_clock_upper_quartile_mhz"),
            Column("best", 1, "max_clock_best_mhz"),
            Column("Mbit/s"),
            Column("area"),
            Column("unit"),
            Column("Mbit/s/area", 3, "throughput_per_area_mbit_s"),
            Column("seeds"),
            Column("note"),
        ),
        tuple(rows),
    )


def _sha2(ours: OurResults, bits: Bits, device: str) -> tuple[Cell, ...]:
    figure = ours.figure(SHA2.core(bits), device)
    notes = [ours.recipe_note(SHA2.core(bits), device), ours.statement(SHA2.core(bits), device)]
    words = "; ".join(note for note in notes if note)
    if figure is None or not figure.succeeded:
        return (device, *(None,) * 8, 0, words)
    clock = figure.clock_mhz
    quartiles = (clock.lower, clock.upper, clock.best) if clock and figure.has_interval else (None,) * 3
    return (
        device,
        shown_value(figure, clock),
        *quartiles,
        shown_value(figure, figure.throughput_mbit_s),
        shown_value(figure, figure.area_cells),
        ours.area_unit(figure),
        shown_value(figure, figure.ratio),
        len(figure.succeeded),
        words,
    )
