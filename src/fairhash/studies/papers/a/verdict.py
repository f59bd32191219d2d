# SPDX-License-Identifier: Apache-2.0
"""What paper A's claims are compared with, and the chart of the published order and ours."""

from collections.abc import Mapping
from functools import reduce

import numpy as np

from fairhash.base.table import Table, column
from fairhash.figures.charts.slopes import Slope, specification
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.a import normalised_values
from fairhash.studies.papers.a.normalised_values import (
    ALL,
    CANDIDATES,
    MEASURE_NAMES,
    Bits,
    NormalisedValues,
    Ranking,
    overall,
)
from fairhash.studies.papers.a.rankings import NUMBERS, place
from fairhash.studies.papers.a.tables_1_2 import prediction
from fairhash.studies.papers.a.tables_3_7 import published_ratios
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding, known_of, number_of
from fairhash.studies.papers.differences import LIMIT
from fairhash.studies.papers.estimate import MEASURES, Estimate, Measure
from fairhash.studies.papers.our_results import UNDECIDED, OurResults

_BITS: Bits = 512
_SHOWN = 3
"""So many of the first candidates are in the message of the chart."""


def findings(values: NormalisedValues) -> dict[str, Finding]:
    """Return the value of each measure of the 512-bit variants, over the families of overall values."""
    known = {measure: Ranking.from_values(values, _BITS, measure).overalls for measure in MEASURES}
    count = len(CANDIDATES)
    found = {
        "above SHA-512 per area": number_of(known["ratio"], count, "candidates", lambda value: value > 1),
        "slower than SHA-512": number_of(known["throughput"], count, "candidates", lambda value: value < 1),
        "more than twice as fast": number_of(known["throughput"], count, "candidates", lambda value: value > 2),
        "larger than SHA-512": number_of(known["area"], count, "candidates", lambda value: value > 1),
    }
    for measure in MEASURES:
        found[f"spread of {MEASURE_NAMES[measure][0]}"] = spread(
            known[measure], count, normalised_values.overalls(NUMBERS[measure])
        )
    reason = "" if len(known["ratio"]) == count else known_of(len(known["ratio"]), count, "candidates")
    found["first per area"] = Finding(None if reason else next(iter(known["ratio"])), preliminary=reason)
    predicted = {candidate.name: prediction(candidate).throughput for candidate in ALL}
    ours = {
        candidate.name: mean["throughput"].times(1 / predicted[candidate.name])
        for candidate in ALL
        if (mean := overall(values.large_over_small(candidate), values.ours.overall_devices))
        and mean["throughput"].is_known
    }
    theirs = {candidate.name: published_ratios(candidate)["throughput"] for candidate in ALL}
    agreeing = [name for name, ratio in theirs.items() if ratio and _is_near(ratio / predicted[name])]
    found["predicted throughput"] = number_of(ours, len(ALL), "functions", _is_near, len(agreeing))
    return found


def _is_near(over: float) -> bool:
    return max(over, 1 / over) <= LIMIT


def spread(known: Mapping[str, Estimate], count: int, published: Mapping[str, float]) -> Finding:
    """Return the largest value over the smallest one, draw by draw."""
    expected = max(published.values()) / min(published.values())
    if len(known) < count:
        return Finding(preliminary=known_of(len(known), count, "candidates"), published=expected)
    draws = [each.known_draws for each in known.values()]
    quotients = reduce(np.maximum, draws) / reduce(np.minimum, draws)
    values = [each.value for each in known.values()]
    both = Estimate(max(values) / min(values), quotients)
    return Finding(both.value, both.low, both.high, published=expected)


def picture(values: NormalisedValues) -> Chart | None:
    """Return the published ranks by throughput per area joined with ours, or None without any figure of ours."""
    measure: Measure = "ratio"
    ranking = Ranking.from_values(values, _BITS, measure)
    published = normalised_values.overalls(NUMBERS[measure])
    ours = _values(values.ours, ranking)
    if not ours:
        return None
    order = sorted(ours, key=lambda name: -ours[name])
    slopes = []
    for number, name in enumerate(published, 1):
        at = order.index(name) + 1 if name in ours else None
        rank = ranking.ranks.get(name)
        # a rank is among the known candidates only, and the chart shows the preliminary ones between them
        low, high = (at + rank.lowest - rank.rank, at + rank.highest - rank.rank) if rank and at else (None, None)
        slopes.append(Slope(name, number, at, low, high, rank is None))
    message = _message(list(published), order, ranking)
    table = Table.declare(
        "order",
        message,
        slopes,
        (
            column("algorithm", lambda one: one.name),
            column("published rank", lambda one: place(published[one.name], published, smallest_first=False)),
            column("position in our order", lambda one: one.right, key="position"),
            column("from", lambda one: one.low, key="rank_lowest"),
            column("to", lambda one: one.high, key="rank_highest"),
            column("preliminary", lambda one: str(one.is_preliminary).lower()),
        ),
    )
    spec = specification(slopes, ("paper", "ours"), order[:1])
    caption = (
        "512-bit variants by throughput per area, best first: the paper's mean over seven families, and ours on "
        f"{', '.join(values.ours.overall_devices)}. Bars: 95 % of the draws of seeds. Hollow, dashed and in "
        "parentheses: the position of a preliminary value, which is no rank."
    )
    return Chart("order", message, to_svg_element(spec, message), table.to_csv(), caption)


def _values(ours: OurResults, ranking: Ranking) -> dict[str, float]:
    """Return the value that orders each candidate: the overall one if all are known, else that on the first device."""
    if len(ranking.overalls) == len(CANDIDATES):
        return {name: each.value for name, each in ranking.overalls.items()}
    figures = {each.name: ours.figure(each.core(_BITS), ours.overall_devices[0]) for each in CANDIDATES}
    return {name: figure.ratio.median for name, figure in figures.items() if figure and figure.ratio}


def _message(published: list[str], order: list[str], ranking: Ranking) -> str:
    known = len(ranking.overalls)
    theirs, ours = (", ".join(names[:_SHOWN]) for names in (published, order))
    if known < len(published):
        return (
            f"Our order is {UNDECIDED}: {known} of {len(published)} candidates are known. It begins with {ours} "
            f"(preliminary), the paper's with {theirs}"
        )
    near = sum(abs(published.index(name) - order.index(name)) <= 1 for name in order)
    return f"{ours} are first of our order, {theirs} of the paper's; {near} of {len(order)} are within one rank"
