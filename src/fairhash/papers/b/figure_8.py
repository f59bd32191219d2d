# SPDX-License-Identifier: Apache-2.0
"""Fig. 8: throughput per area in the order of long messages (a to d), and control and datapath (e)."""

from fairhash.papers.b import published
from fairhash.papers.b.candidates import ALL, CANDIDATES
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.b.published import FAMILIES, FIRST_FAMILY, MESSAGES, Message
from fairhash.papers.charts import Chart, bars
from fairhash.papers.estimate import rank_ranges
from fairhash.papers.our_results import NOT_MEASURED, PRELIMINARY, seeds_note
from fairhash.papers.table import Cell, Column, Preliminary, Table, interval_cells, interval_columns

_PER_CELL = {message: f"{message}_mbit_s_per_cell" for message in MESSAGES}


def order_table(evidence: Evidence, device: str) -> Table:
    """Return the designs by throughput per cell of long messages, with their ranks and the published ones."""
    speeds: dict[Message, dict[str, Cell]] = {}
    estimates = {}
    for message in MESSAGES:
        per_cell = {candidate.name: speed.per_cell for candidate, speed in evidence.speeds(device, message).items()}
        estimates[message] = per_cell
        speeds[message] = {each.name: each.rank for each in rank_ranges(per_cell)}
    rows: list[tuple[Cell, ...]] = []
    for each in rank_ranges(estimates["long"]):
        short = estimates["short"].get(each.name)
        rows.append(
            (
                each.name,
                each.rank,
                each.lowest,
                each.highest,
                *interval_cells(estimates["long"][each.name]),
                speeds["short"].get(each.name),
                *interval_cells(short),
                *(_published_rank(each.name, message) for message in MESSAGES),
                "",
            )
        )
    rows += _preliminary_rows(evidence, device)
    missing = [candidate.name for candidate in CANDIDATES if candidate.name not in {row[0] for row in rows}]
    notes = [
        f"Ranks by Mbit/s per cell among the {len(estimates['long'])} of {len(CANDIDATES)} designs that are known; "
        "from and to: 95 % of the draws of seeds. Published ranks: throughput over area on "
        f"{FAMILIES[FIRST_FAMILY]}, among all sixteen designs."
    ]
    seeds = seeds_note(evidence.ours.figure(candidate.core, device) for candidate in CANDIDATES)
    if seeds:
        notes.append(seeds)
    if missing:
        notes.append(f"No figure: {', '.join(missing)}.")
    return Table(
        f"figure-8-{device}",
        f"Fig. 8 on {device}: throughput per area",
        (
            Column("algorithm"),
            Column("rank", key="long_rank"),
            Column("from", key="long_rank_low"),
            Column("to", key="long_rank_high"),
            *interval_columns("long: Mbit/s/cell", 3, _PER_CELL["long"]),
            Column("rank, one block", key="short_rank"),
            *interval_columns("Mbit/s/cell", 3, _PER_CELL["short"]),
            Column("published rank: long", key="published_long_rank"),
            Column("one block", key="published_short_rank"),
            Column("note"),
        ),
        tuple(rows),
        tuple(notes),
    )


def _preliminary_rows(evidence: Evidence, device: str) -> list[tuple[Cell, ...]]:
    """Return the designs that have preliminary speeds, without rank."""
    rows: list[tuple[Cell, ...]] = []
    for candidate in CANDIDATES:
        long, short = (evidence.speed(candidate.core, device, message) for message in MESSAGES)
        if long and short and not long.per_cell.is_known:
            rows.append(
                (
                    candidate.name,
                    *(None, None, None),
                    *interval_cells(long.per_cell),
                    None,
                    *interval_cells(short.per_cell),
                    *(_published_rank(candidate.name, message) for message in MESSAGES),
                    evidence.ours.statement(candidate.core, device),
                )
            )
    return rows


def order_chart(table: Table, device: str) -> Chart | None:
    """Return Fig. 8a to d of one of our devices as bars."""
    series = {"long messages": _PER_CELL["long"], "one block": _PER_CELL["short"]}
    caption = "In the order of long messages, then the preliminary ones; medians over the seeds."
    return bars(table, f"Fig. 8: throughput per area on {device}", series, "Mbit/s per cell", caption, "algorithm")


def published_chart(family: str) -> Chart:
    """Return Fig. 8a to d as published, from Table 4."""
    ordered = sorted(CANDIDATES, key=lambda each: -published_order(each.name, family, "long"))
    values = [
        (candidate.name, *(published.rounded_per_area(candidate, family, message) for message in MESSAGES))
        for candidate in ordered
    ]
    unit = published.AREA_UNITS[family]
    table = Table(
        f"figure-8-published-{family.replace('_', '-')}",
        f"Fig. 8 on {FAMILIES[family]}, published",
        (
            Column("algorithm"),
            Column("long", 2, f"long_mbit_s_per_{unit}"),
            Column("one block", 3, f"short_mbit_s_per_{unit}"),
        ),
        tuple(values),
    )
    series = {"long messages": f"long_mbit_s_per_{unit}", "one block": f"short_mbit_s_per_{unit}"}
    caption = "The values of Table 4; the figure itself is not in our text of the paper."
    chart = bars(table, table.title, series, f"Mbit/s per {unit}", caption, "algorithm")
    assert chart is not None
    return chart


def published_order(name: str, family: str, message: Message) -> float:
    """Return the throughput per area by which the designs are ordered."""
    value = published.per_area(next(each for each in CANDIDATES if each.name == name), family, message)
    return value or 0.0


def split_table(evidence: Evidence, device: str) -> Table:
    """Return the cells of control, datapath and shell of each core (Fig. 8e)."""
    rows: list[tuple[Cell, ...]] = []
    for candidate in ALL:
        split = evidence.split(candidate.core, device)
        if split is None or split.total is None:
            rows.append((candidate.name, *(None,) * 9, NOT_MEASURED))
            continue
        parts = [split.parts.get(part, 0) for part in ("control", "datapath", "shell")]
        shares = [100 * part / split.total for part in parts]
        without_shell = split.control_share_without_shell
        stale = evidence.split_staleness(split)
        counts = (*parts, split.total, split.flat, *shares)
        numbers = (*counts, 100 * without_shell if without_shell is not None else None)
        rows.append(
            (
                candidate.name,
                *(Preliminary(each) if stale and each is not None else each for each in numbers),
                f"recipe {split.recipe}" + (f"; {PRELIMINARY}: {stale}" if stale else ""),
            )
        )
    return Table(
        f"figure-8e-{device}",
        f"Fig. 8e on {device}: control and datapath",
        (
            Column("algorithm"),
            Column("control cells"),
            Column("datapath", key="datapath_cells"),
            Column("shell", key="shell_cells"),
            Column("sum", key="sum_cells"),
            Column("whole core", key="flat_cells"),
            Column("control %", 1),
            Column("datapath %", 1),
            Column("shell %", 1),
            Column("control % of control and datapath", 1, "control_percent_without_shell"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Each part is synthesised on its own (`fairhash area --split`), so the sum differs from the whole core. "
            "Counted are LUTs, carry cells and registers of mapped netlists, without RAM of LUTs. "
            "Control is the instance of that name; the shell reads segments and sends the digest.",
        ),
    )


def split_chart(table: Table, device: str) -> Chart | None:
    """Return Fig. 8e as stacked bars."""
    series = {part: f"{part}_percent" for part in ("control", "datapath", "shell")}
    caption = "Parts of the area, each synthesised on its own."
    return bars(table, f"Fig. 8e: parts of the area on {device}", series, "%", caption, "algorithm", stacked=True)


def _published_rank(name: str, message: Message) -> int:
    own = published_order(name, FIRST_FAMILY, message)
    return 1 + sum(published_order(each.name, FIRST_FAMILY, message) > own for each in CANDIDATES)
