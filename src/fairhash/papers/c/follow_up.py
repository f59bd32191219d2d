# SPDX-License-Identifier: Apache-2.0
"""The figures of the authors' follow-up (Lien, Grembowski, Gaj, CT-RSA 2004) beside ours."""

from fairhash.papers.c.evidence import PAIR, Evidence, interval_cells
from fairhash.papers.c.published import follow_up, follow_up_gain
from fairhash.papers.c.unrolling import ROUNDS, core_name, known_steps, steps
from fairhash.papers.our_results import shown_value
from fairhash.papers.published_table import parse_number
from fairhash.papers.table import Cell, Column, Table


def table(evidence: Evidence, device: str) -> Table:
    """Return throughput of the basic and of the fastest unrolled architecture, published and ours."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm in PAIR:
        row = follow_up(algorithm.upper())
        published = (parse_number(row["basic_mbit_s"]), parse_number(row["unrolled_mbit_s"]))
        gain = follow_up_gain(algorithm.upper())
        rows.append((algorithm, "published", row["device"], published[0], published[1], gain, None, None, row["note"]))
        figure = evidence.figure(core_name(algorithm, 1), device)
        basic = shown_value(figure, figure.throughput_mbit_s if figure else None)
        known = known_steps(steps(evidence, algorithm, device))
        best = max(known, key=lambda step: step.throughput.value, default=None)
        fastest = best.figure.throughput_mbit_s if best else None
        cores = [core_name(algorithm, 1), *(core_name(algorithm, rounds) for rounds in ROUNDS[algorithm])]
        missing = [
            f"m = {rounds} {statement}"
            for rounds, core in zip((1, *ROUNDS[algorithm]), cores, strict=True)
            if (statement := evidence.ours.statement(core, device))
        ]
        ratio = interval_cells(best.throughput if best else None)
        note = "; ".join([*([f"fastest known core: m = {best.rounds}"] if best else []), *missing])
        rows.append((algorithm, "ours", device, basic, fastest.median if fastest else None, *ratio, note))
    return Table(
        f"follow-up-{device}",
        f"The follow-up and our cores on {device}",
        (
            Column("algorithm"),
            Column("source"),
            Column("device"),
            Column("basic Mbit/s"),
            Column("unrolled Mbit/s"),
            Column("unrolled x", 2),
            Column("from", 2, "unrolled_ratio_low"),
            Column("to", 2, "unrolled_ratio_high"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Published: Lien, Grembowski, Gaj, CT-RSA 2004, Abstract. Basic: one round a cycle. The factor is that of "
            "the fastest unrolled core that is known.",
        ),
    )
