# SPDX-License-Identifier: Apache-2.0
"""Table 2: parameters of both variants, what Eq. 6 and 8 predict from them, the groups of Sect. 5, what came out."""

from dataclasses import dataclass

from fairhash.papers.a import published
from fairhash.papers.a.candidates import ALL, GROUPS, SHA2, VARIANTS, Candidate, group
from fairhash.papers.a.normalised_values import NormalisedValues, overall
from fairhash.papers.our_results import OurResults
from fairhash.papers.published_table import parse_number, parse_optional
from fairhash.papers.table import Cell, Column, Table

_PARAMETERS = tuple(
    Column(f"{head if first else ''}{bits}".strip(), key=name.format(bits=bits))
    for head, name in (
        ("state ", "state_size_{bits}_bits"),
        ("block ", "block_size_{bits}_bits"),
        ("rounds ", "rounds_{bits}"),
        ("word ", "word_size_{bits}_bits"),
    )
    for bits, first in ((256, True), (512, False))
)

_PREDICTIONS = (
    Column("published: area", 2, "published_predicted_area_ratio"),
    Column("Thr", 2, "published_predicted_throughput_ratio"),
    Column("Eq. 6: area", 2, "predicted_area_ratio"),
    Column("Eq. 8: Thr", 2, "predicted_throughput_ratio"),
    Column("by our cycles", 2, "throughput_ratio_at_equal_clock"),
    Column("published: group"),
    Column("derived", key="group"),
    Column("ours: area", 2, "measured_area_ratio"),
    Column("Thr", 2, "measured_throughput_ratio"),
    Column("families"),
)


@dataclass(frozen=True)
class Prediction:
    """Ratios of 512 over 256 bits, from Table 2's parameters."""

    area: float
    """Eq. 6: of the state sizes."""
    throughput: float
    """Eq. 8: of the block sizes over that of the rounds."""


def prediction(candidate: Candidate) -> Prediction:
    """By the paper's equations."""
    row = published.rows(2)[candidate.name]
    blocks = [parse_number(row[f"block_size_{bits}_bits"]) for bits in VARIANTS]
    rounds = [parse_number(row[f"rounds_{bits}"]) for bits in VARIANTS]
    area = parse_number(row["state_size_512_bits"]) / parse_number(row["state_size_256_bits"])
    return Prediction(area, (blocks[1] * rounds[0]) / (blocks[0] * rounds[1]))


def at_equal_clock(ours: OurResults, candidate: Candidate) -> float | None:
    """The ratio of throughputs that our cores' blocks and cycles alone make."""
    small, large = (ours.cores.get(candidate.core(bits)) for bits in VARIANTS)
    return large.throughput_mbit_s(1) / small.throughput_mbit_s(1) if small and large else None


def table(ours: OurResults, values: NormalisedValues) -> Table:
    """A row for each algorithm."""
    rows: list[tuple[Cell, ...]] = []
    for candidate in ALL:
        row = published.rows(2)[candidate.name]
        published_values = [parse_optional(row[column.key]) for column in _PARAMETERS]
        predicted = prediction(candidate)
        ratios = values.large_over_small(candidate)
        mean = overall(ratios, ours.overall_devices)
        rows.append(
            (
                candidate.name,
                *published_values,
                parse_number(row["predicted_area_ratio"]),
                parse_number(row["predicted_throughput_ratio"]),
                predicted.area,
                predicted.throughput,
                at_equal_clock(ours, candidate),
                candidate.group,
                group(predicted.area, predicted.throughput),
                mean["area"].value if mean else None,
                mean["throughput"].value if mean else None,
                len(ratios),
            )
        )
    listed = (
        f"Group {number_} ({what}): " + ", ".join(candidate.name for candidate in ALL if candidate.group == number_)
        for number_, what in GROUPS.items()
    )
    return Table(
        "table-2",
        "Table 2: parameters, predicted and measured ratios of 512 over 256 bits",
        (Column("algorithm"), *_PARAMETERS, *_PREDICTIONS),
        tuple(rows),
        (
            "Eq. 6: state over state. Eq. 8: block over block, divided by rounds over rounds. `by our cycles`: block "
            f"bits and cycles that our cores declare, at equal clocks. Ours: Table 5. {SHA2.name} is in the paper's "
            "group 3 too.",
            *listed,
        ),
    )
