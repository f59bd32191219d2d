# SPDX-License-Identifier: Apache-2.0
"""The figures of the authors' follow-up (Lien, Grembowski, Gaj, CT-RSA 2004) beside ours."""

from fairhash.papers.c.evidence import PAIR, Evidence
from fairhash.papers.c.published import follow_up, follow_up_gain
from fairhash.papers.c.unrolling import ROUNDS, core_name, steps
from fairhash.papers.our_results import NOT_MEASURED
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
        basic = figure.throughput_mbit_s.median if figure and figure.throughput_mbit_s else None
        measured_steps = steps(evidence, algorithm, device)
        best = max(measured_steps, key=lambda step: step.throughput.value, default=None)
        unrolled = [evidence.figure(core_name(algorithm, rounds), device) for rounds in ROUNDS[algorithm]]
        throughputs = [one.throughput_mbit_s.median for one in unrolled if one and one.throughput_mbit_s]
        measured = {step.rounds for step in measured_steps}
        missing = [
            f"m = {rounds} {'not comparable (seeds)' if figure_of_rounds else NOT_MEASURED}"
            for rounds, figure_of_rounds in zip(ROUNDS[algorithm], unrolled, strict=True)
            if rounds not in measured
        ]
        ratio = (best.throughput.value, best.throughput.low, best.throughput.high) if best else (None,) * 3
        note = "; ".join([*([f"fastest comparable core: m = {best.rounds}"] if best else []), *missing])
        rows.append((algorithm, "ours", device, basic, max(throughputs, default=None), *ratio, note))
    return Table(
        f"follow-up-{device}",
        f"The follow-up and our cores on {device}",
        (
            Column("algorithm", "algorithm"),
            Column("source", "source"),
            Column("device", "device"),
            Column("basic Mbit/s", "basic_mbit_s"),
            Column("unrolled Mbit/s", "unrolled_mbit_s"),
            Column("unrolled x", "unrolled_ratio", 2),
            Column("from", "unrolled_ratio_low", 2),
            Column("to", "unrolled_ratio_high", 2),
            Column("note", "note"),
        ),
        tuple(rows),
        (
            "Published: Lien, Grembowski, Gaj, CT-RSA 2004, Abstract. Basic: one round a cycle. The factor is that of "
            "the fastest unrolled core with at least three seeds.",
        ),
    )
