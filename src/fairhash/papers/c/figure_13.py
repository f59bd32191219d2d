# SPDX-License-Identifier: Apache-2.0
"""Fig. 13 of paper C: hash functions and ciphers of equal security."""

from fairhash.analysis.figures import Figure
from fairhash.papers.c.evidence import Evidence, interval_cells, quotient_of_figures
from fairhash.papers.our_results import NOT_MEASURED, PRELIMINARY, shown_value
from fairhash.papers.table import Cell, Column, Table

PAIRS = (("sha-1", "skipjack"), ("sha-1", "3des"), ("sha-256", "aes-128"), ("sha-512", "aes-256"))
"""Hash function and cipher: Table 1, and Triple DES, the standard that AES replaced."""
CIPHERS = tuple(dict.fromkeys(cipher for _, cipher in PAIRS))


def fastest(evidence: Evidence, algorithm: str, device: str) -> Figure | None:
    """Return the figure with the highest throughput among the cores that are not unrolled; a known one if there is."""
    sources = [evidence.ours, *([evidence.ciphers] if evidence.ciphers and algorithm in CIPHERS else [])]
    medians = [
        figure
        for source in sources
        for (core, place), figure in source.figures.items()
        if place == device
        and figure.first.algorithm == algorithm
        and "unrolled" not in core
        and figure.throughput_mbit_s
    ]
    return max(
        medians,
        key=lambda figure: (
            not figure.preliminary,
            figure.throughput_mbit_s.median if figure.throughput_mbit_s else 0,
        ),
        default=None,
    )


def table(evidence: Evidence, device: str) -> Table:
    """Return the throughputs of hash function and cipher side by side."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm, cipher in PAIRS:
        ours, other = fastest(evidence, algorithm, device), fastest(evidence, cipher, device)
        over = quotient_of_figures(ours, other, "throughputs_mbit_s")
        rows.append(
            (
                ours.first.core if ours else algorithm,
                *_figure(ours),
                other.first.core if other else cipher,
                *_figure(other),
                *interval_cells(over),
                "; ".join(
                    f"{name} {NOT_MEASURED if one is None else f'{PRELIMINARY}: {one.preliminary}'}"
                    for name, one in ((algorithm, ours), (cipher, other))
                    if one is None or one.preliminary
                ),
            )
        )
    return Table(
        f"figure-13-{device}",
        f"Fig. 13 on {device}: hash functions and ciphers of equal security",
        (
            Column("hash function", key="hash_core"),
            Column("Mbit/s", key="hash_mbit_s"),
            Column("cells", key="hash_area_cells"),
            Column("cipher", key="cipher_core"),
            Column("Mbit/s", key="cipher_mbit_s"),
            Column("cells", key="cipher_area_cells"),
            Column("Mbit/s x", 2),
            Column("from", 2, "throughput_ratio_low"),
            Column("to", 2, "throughput_ratio_high"),
            Column("note"),
        ),
        tuple(rows),
        (
            "The fastest known basic iterative core of each. Published: the hash functions are faster than the ciphers "
            "of equivalent security (Abstract); the values are only in the figure. The ciphers are external cores "
            "(examples/ciphers). Nothing is divided by a cipher that is not known.",
        ),
    )


def _figure(figure: Figure | None) -> tuple[Cell, Cell]:
    if figure is None:
        return None, None
    return (
        shown_value(figure, figure.throughput_mbit_s),
        shown_value(figure, figure.area_cells),
    )
