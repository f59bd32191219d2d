# SPDX-License-Identifier: Apache-2.0
"""Each algorithm by its architecture of most throughput per area, whatever cycles it takes, beside paper A's cycles."""

from dataclasses import dataclass

from fairhash.analysis.figures import Figure
from fairhash.papers.a.candidates import ALL, SHA2, Bits, Candidate
from fairhash.papers.our_results import PRELIMINARY, OurResults
from fairhash.papers.table import Cell, Column, Table


@dataclass(frozen=True)
class Best:
    """The core of an algorithm with most throughput per area on a device."""

    candidate: Candidate
    core: str
    figure: Figure

    @property
    def ratio(self) -> float:
        """Throughput per area in Mbit/s per logic cell, median over the seeds."""
        return self.figure.ratio.median if self.figure.ratio else 0.0


def best(ours: OurResults, candidate: Candidate, bits: Bits, device: str) -> Best | None:
    """Return the algorithm's best known core of one message at a time, or None if none is known.

    Cores with several messages in flight are excluded: paper A compares the speed of one long message.
    """
    found = [
        Best(candidate, name, figure)
        for name, figure in _tried(ours, candidate, bits, device)
        if not figure.preliminary
    ]
    return max(found, key=lambda each: each.ratio, default=None)


def _tried(ours: OurResults, candidate: Candidate, bits: Bits, device: str) -> list[tuple[str, Figure]]:
    """The algorithm's cores with one message at a time that have a figure on the device."""
    algorithm = candidate.algorithm(bits)
    names = sorted(core for core, on in ours.figures if on == device and core.split("/")[0] == algorithm)
    figures = [(name, ours.figures[name, device]) for name in names]
    return [(name, figure) for name, figure in figures if figure.succeeded and figure.first.messages_in_flight == 1]


def _note(ours: OurResults, candidate: Candidate, bits: Bits, device: str) -> str:
    """The architectures that are preliminary: one of them may be better than the best known one."""
    reasons = [
        f"{name.split('/')[1]}: {figure.preliminary}"
        for name, figure in _tried(ours, candidate, bits, device)
        if figure.preliminary
    ]
    return f"{PRELIMINARY}: {'; '.join(reasons)}" if reasons else ""


def table(ours: OurResults, bits: Bits, device: str) -> Table:
    """Return the algorithms by their best known architecture, most throughput per area first, with their rank by
    `highspeed`; then those of which no architecture is known.

    Args:
        ours: results of all architectures.
        bits: of the digest.
        device: the FPGA.
    """
    found = [each for candidate in ALL if (each := best(ours, candidate, bits, device))]
    by_highspeed = {
        candidate.name: figure.ratio.median
        for candidate in ALL
        if (figure := ours.known_figure(candidate.core(bits), device)) and figure.ratio
    }
    reference = next((each.ratio for each in found if each.candidate == SHA2), None)
    rows: list[tuple[Cell, ...]] = []
    for rank, each in enumerate(sorted(found, key=lambda each: -each.ratio), 1):
        figure, own = each.figure, by_highspeed.get(each.candidate.name)
        rows.append(
            (
                rank,
                each.candidate.algorithm(bits),
                each.core.split("/")[1],
                figure.throughput_mbit_s.median if figure.throughput_mbit_s else None,
                figure.area_cells.median if figure.area_cells else None,
                each.ratio,
                each.ratio / reference if reference else None,
                len(figure.succeeded),
                own,
                1 + sum(other > own for other in by_highspeed.values()) if own else None,
                _note(ours, each.candidate, bits, device),
            )
        )
    ranked = {each.candidate for each in found}
    for candidate in ALL:
        note = _note(ours, candidate, bits, device)
        if candidate not in ranked and note:
            rows.append((None, candidate.algorithm(bits), *(None,) * 8, note))
    return Table(
        f"best-architectures-{bits}-{device}",
        f"Each algorithm of {bits} bits by its best architecture on {device}",
        (
            Column("rank"),
            Column("algorithm"),
            Column("architecture"),
            Column("Mbit/s"),
            Column("cells"),
            Column("Mbit/s/cell", 3),
            Column("over SHA-2", 2, "throughput_per_cell_over_sha_2"),
            Column("seeds"),
            Column("highspeed: Mbit/s/cell", 3),
            Column("rank", key="highspeed_rank"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Of all architectures with one message at a time, block memories not counted as cells; `highspeed` has the "
            "cycles of Table 1. Medians over the seeds, each core by the recipe chosen for it. Only known figures have "
            "a rank; the note names the preliminary ones, which may be better.",
        ),
    )


def tables(ours: OurResults) -> tuple[Table, ...]:
    """Return the rankings of 512 and 256 bits on the first family; none without results."""
    sizes: tuple[Bits, ...] = (512, 256)
    return tuple(table(ours, bits, ours.family_devices[0]) for bits in sizes) if ours.figures else ()
