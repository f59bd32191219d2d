# SPDX-License-Identifier: Apache-2.0
"""Rank correlation of our throughput per area with the published ones, for long messages and for one block."""

from collections.abc import Mapping, Sequence

from fairhash.papers.b import published
from fairhash.papers.b.candidates import CANDIDATES, Candidate
from fairhash.papers.b.evidence import Evidence, single_block_cycles
from fairhash.papers.b.published import FAMILIES, FIRST_FAMILY, MESSAGES, Message
from fairhash.papers.estimate import Estimate
from fairhash.papers.orders import (
    MIN_PAIRS,
    basis,
    coefficient_interval,
    permutation_share,
    spearman,
    spearman_over_items,
)
from fairhash.papers.table import Cell, Column, Table

_NAMES = {"long": "long", "short": "one block"}


def table(evidence: Evidence) -> Table:
    """Return Spearman's coefficient of each device with each published family, and of the families with the first."""
    rows: list[tuple[Cell, ...]] = []
    for message in MESSAGES:
        for device in evidence.devices:
            speeds = {candidate: speed.per_cell for candidate, speed in evidence.speeds(device, message).items()}
            rows += [_row(speeds, message, device, family) for family in FAMILIES]
            converted = with_published_cycles(evidence, speeds, message)
            rows.append(_row(converted, message, f"{device}, the paper's cycles", FIRST_FAMILY))
        rows += [_published_row(message, family) for family in FAMILIES if family != FIRST_FAMILY]
    return Table(
        "correlation",
        "Spearman's rank correlation of throughput per area",
        (
            Column("messages"),
            Column("device"),
            Column("published family"),
            Column("designs", key="designs_known"),
            Column("Spearman", 2),
            Column("from", 2, "spearman_low"),
            Column("to", 2, "spearman_high"),
            Column("other designs: from", 2, "spearman_low_over_designs"),
            Column("to", 2, "spearman_high_over_designs"),
            Column("p", 4, "permutation_share"),
        ),
        tuple(rows),
        (
            f"Over the designs that are known; 1 is the same order. At least {MIN_PAIRS} are needed. From and to: 95 % "
            "of the draws of seeds. `other designs`: 95 % by bootstrap over the designs. p: the share of 10,000 random "
            "orders that agree as well. `the paper's cycles`: our clock and area with the cycles of Table 2 in place "
            "of ours, so only clock and area can change the order. Rows of two published families compare these. "
            "Published values are throughput over area, because Table 4 has one digit of the quotient for many "
            "designs.",
        ),
    )


def _row(speeds: Mapping[Candidate, Estimate], message: Message, device: str, family: str) -> tuple[Cell, ...]:
    expected = _published(list(speeds), family, message)
    own = list(speeds.values())
    values = [estimate.value for estimate in own]
    return (
        _NAMES[message],
        device,
        FAMILIES[family],
        basis(len(own), len(CANDIDATES), "designs"),
        *coefficient_interval(spearman, own, expected),
        *spearman_over_items(values, expected),
        permutation_share(values, expected),
    )


def with_published_cycles(
    evidence: Evidence, speeds: Mapping[Candidate, Estimate], message: Message
) -> dict[Candidate, Estimate]:
    """Return throughput per area at our clock and area, as if each core took the cycles of Table 2."""
    by_candidate = {}
    for candidate, speed in speeds.items():
        cycles, formula = evidence.cycles(candidate.core), published.formula(candidate)
        if cycles and formula:
            is_long = message == "long"
            ours = cycles.formula.block if is_long else single_block_cycles(cycles)
            by_candidate[candidate] = speed.times(ours / (formula.block if is_long else formula.single))
    return by_candidate


def _published_row(message: Message, family: str) -> tuple[Cell, ...]:
    one, other = (_published(CANDIDATES, each, message) for each in (family, FIRST_FAMILY))
    return (
        _NAMES[message],
        f"{FAMILIES[family]} (published)",
        FAMILIES[FIRST_FAMILY],
        str(len(one)),
        spearman(one, other),
        None,
        None,
        *spearman_over_items(one, other),
        permutation_share(one, other),
    )


def _published(candidates: Sequence[Candidate], family: str, message: Message) -> list[float]:
    return [published.per_area(candidate, family, message) or 0.0 for candidate in candidates]
