# SPDX-License-Identifier: Apache-2.0
"""The table of figures: one row for each core, device and comparison, bad outcomes included."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

from fairhash.base.table import NONE, Column, Table, number_text, table_of_texts
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.figures import energy
from fairhash.figures.figures import OWN_BEST, Figure, ratio_note, reference_figure
from fairhash.figures.measures import CELLS


@dataclass(frozen=True)
class FigureRow:
    """Medians over the seeds; None where there is no such value, and `note` says why.

    A preliminary figure has no quartiles.
    """

    core: str
    device: str
    comparison: str
    recipe: str
    formula: str | None
    """Cycles for N blocks as measured."""
    area_unit: str
    """What `area_cells` counts: `cell` (a logic cell needed), the tool's unit, or a gate equivalent."""
    area_cells: float | None
    counted_unit: str
    """What the place tool counts, e.g. TRELLIS_COMB."""
    counted_cells: float | None
    luts: float | None
    """Of the mapped netlist, as are the carry cells."""
    carry: float | None
    flip_flops: float | None
    memory_bits: float | None
    """Requested by the design in block memory."""
    memory_blocks: float | None
    """Used on the device, in its family's smallest blocks."""
    fmax_median_mhz: float | None
    fmax_lower_quartile_mhz: float | None
    fmax_upper_quartile_mhz: float | None
    fmax_best_mhz: float | None
    throughput_mbit_s: float | None
    throughput_per_cell_mbit_s: float | None
    energy_pj_per_bit: float | None
    """On standard cells, of long messages at the achieved clock, as figures/energy.py defines it."""
    common_clock_energy_pj_per_bit: float | None
    """The same at COMMON_CLOCK_MHZ."""
    short_message_energy_pj: float | None
    """Of one message of the fewest blocks, at the achieved clock."""
    normalised_throughput: float | None
    normalised_area: float | None
    normalised_ratio: float | None
    """Throughput per cell against the reference's."""
    reference: str | None
    seeds: int
    estimated: bool
    """An area of a mapped netlist that nothing placed."""
    preliminary: str
    """Why the figure is preliminary; empty if it is known."""
    note: str


def figure_rows(figures: Sequence[Figure]) -> list[FigureRow]:
    """A row for each figure, normalised where its reference is known and nothing forbids a ratio of the figure."""
    return [_row(figure, figures) for figure in figures]


def _row(figure: Figure, among: Sequence[Figure]) -> FigureRow:
    first = figure.first
    clock, area, registers = figure.clock_mhz, figure.area_cells, figure.flip_flops
    speed, ratio = figure.throughput_mbit_s, figure.ratio
    cycles = first.measured_cycles
    base = None if figure.ratio_exclusion else reference_figure(figure, among)
    several = len(figure.succeeded) > 1
    chosen = f"recipe {first.recipe}" if figure.comparison == OWN_BEST else ""
    basis = "" if figure.open_choice or not chosen else figure.basis
    preliminary = f"preliminary: {figure.preliminary}" if figure.preliminary and figure.succeeded else ""
    stale = f"stale: {figure.stale}" if figure.stale and figure.stale not in figure.preliminary else ""
    limits = (figure.failures, ratio_note(figure, among), figure.over_budget, figure.untimed_note)
    parts = (preliminary, stale, f"{chosen} ({basis})" if basis else chosen, *limits)
    notes = list(dict.fromkeys(note for note in parts if note))
    return FigureRow(
        core=first.core,
        device=first.device,
        comparison=figure.comparison,
        recipe=first.recipe,
        formula=cycles.formula.text(first.io_ratio) if cycles else None,
        area_unit=_unit(figure),
        area_cells=area.median if area else None,
        counted_unit=first.area_unit,
        counted_cells=figure.counted_cells.median if figure.counted_cells else None,
        luts=figure.luts.median if figure.luts else None,
        carry=figure.carry.median if figure.carry else None,
        flip_flops=registers.median if registers else None,
        memory_bits=figure.memory_bits.median if figure.memory_bits else None,
        memory_blocks=figure.memory_blocks.median if figure.memory_blocks else None,
        fmax_median_mhz=clock.median if clock else None,
        fmax_lower_quartile_mhz=clock.lower if clock and figure.has_interval else None,
        fmax_upper_quartile_mhz=clock.upper if clock and figure.has_interval else None,
        fmax_best_mhz=clock.best if clock and several else None,
        throughput_mbit_s=speed.median if speed else None,
        throughput_per_cell_mbit_s=ratio.median if ratio else None,
        energy_pj_per_bit=energy.pj_per_bit(figure),
        common_clock_energy_pj_per_bit=energy.common_clock_pj_per_bit(figure),
        short_message_energy_pj=energy.short_message_pj(figure),
        normalised_throughput=speed.median / base.throughput_mbit_s.median
        if base and speed and base.throughput_mbit_s
        else None,
        normalised_area=area.median / base.area_cells.median if base and area and base.area_cells else None,
        normalised_ratio=ratio.median / base.ratio.median if base and ratio and base.ratio else None,
        reference=base.first.core if base else None,
        seeds=len(figure.runs),
        estimated=figure.estimated,
        preliminary=figure.preliminary,
        note=" ".join("; ".join(notes).split()),
    )


CELL = "cell"
"""`area_unit` of a row whose area is logic cells needed."""


def _unit(figure: Figure) -> str:
    placed = figure.first.area_unit
    return CELL if figure.area == CELLS and placed != GATE_EQUIVALENT else placed


def figure_table(rows: Sequence[FigureRow]) -> Table:
    """The table that people read: rows of one unit of area; columns for block memory or energy if a row has some."""
    memory = any(row.memory_bits or row.memory_blocks for row in rows)
    energies = any(row.energy_pj_per_bit is not None for row in rows)
    headings = _headings(rows[0].area_unit, memory=memory, energies=energies)
    texts = [_cells(row, memory=memory, energies=energies) for row in rows]
    return table_of_texts(headings, texts, ("core", "cycles", "note"))


def _headings(unit: str, *, memory: bool, energies: bool) -> tuple[str, ...]:
    """The headings for areas in this unit, with those for block memory and energy if these are set.

    The area is the first column, then its parts. In the tool's own unit the area is called LUTs.
    """
    area = unit if unit in (CELL, GATE_EQUIVALENT) else "LUT"
    parts: dict[str, tuple[str, ...]] = {CELL: ("cells", "LUTs", "carry", "FFs"), GATE_EQUIVALENT: (unit, "FFs")}
    areas = parts.get(unit, ("LUTs", "carry", "FFs"))
    memories = ("memory bits", "blocks") if memory else ()
    speeds = ("fmax MHz", "quartiles", "best", "Mbit/s", f"Mbit/s/{area}", "vs SHA-2")
    joules = ("pJ/bit", f"pJ/bit {energy.COMMON_CLOCK_MHZ:g} MHz", "1 block nJ") if energies else ()
    return ("core", "cycles", *areas, *memories, *speeds, *joules, "note")


def _cells(row: FigureRow, *, memory: bool, energies: bool) -> tuple[str, ...]:
    """A row as people read it, in the order of _headings().

    The ratio of a preliminary figure is in parentheses.
    """
    parts = {
        CELL: (row.area_cells, row.luts, row.carry, row.flip_flops),
        GATE_EQUIVALENT: (row.area_cells, row.flip_flops),
    }.get(row.area_unit, (row.area_cells, row.carry, row.flip_flops))
    quartiles = f"{number_text(row.fmax_lower_quartile_mhz, 1)}..{number_text(row.fmax_upper_quartile_mhz, 1)}"
    ratio = number_text(row.normalised_ratio, 2)
    return (
        row.core,
        row.formula or NONE,
        *(number_text(part, 0) for part in parts),
        *(number_text(part, 0) for part in ((row.memory_bits, row.memory_blocks) if memory else ())),
        number_text(row.fmax_median_mhz, 1),
        quartiles if row.fmax_lower_quartile_mhz is not None else NONE,
        number_text(row.fmax_best_mhz, 1),
        number_text(row.throughput_mbit_s, 0),
        number_text(row.throughput_per_cell_mbit_s, 3),
        f"({ratio})" if row.preliminary and row.normalised_ratio is not None else ratio,
        *(_energies(row) if energies else ()),
        row.note,
    )


def _energies(row: FigureRow) -> tuple[str, ...]:
    """Energies as people read them, in the order of the headings."""
    short_pj = row.short_message_energy_pj
    return (
        number_text(row.energy_pj_per_bit, 2),
        number_text(row.common_clock_energy_pj_per_bit, 2),
        number_text(short_pj / 1000 if short_pj is not None else None, 2),
    )


def rows_by_target(rows: Sequence[FigureRow]) -> dict[tuple[str, str], list[FigureRow]]:
    """Rows by device and comparison: only inside each are areas comparable and options alike.

    The table by the rule stands beside the one by the main recipe for all cores.
    """
    groups: dict[tuple[str, str], list[FigureRow]] = {}
    for row in rows:
        groups.setdefault((row.device, row.comparison), []).append(row)
    first = [OWN_BEST, MAIN_RECIPE]
    order = sorted(groups, key=lambda key: (key[0], first.index(key[1]) if key[1] in first else len(first), key[1]))
    return {key: groups[key] for key in order}


def comparison_title(device: str, comparison: str) -> str:
    """What a table or chart is headed with."""
    own = "each core by the recipe chosen for it"
    return f"{device}, {own if comparison == OWN_BEST else f'recipe {comparison}'}"


def figures_csv(rows: Sequence[FigureRow]) -> str:
    """All fields of the rows as CSV: full precision, an empty cell for no value."""
    columns = tuple(Column(field.name, key=field.name) for field in fields(FigureRow))
    return Table("figures", "", columns, tuple(map(astuple, rows))).to_csv()
