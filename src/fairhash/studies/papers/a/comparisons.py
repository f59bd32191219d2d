# SPDX-License-Identifier: Apache-2.0
"""Every overall value of ours that paper A or one of its equations has too, and what a difference consists of."""

import math
from collections.abc import Iterator, Mapping
from statistics import median

from fairhash.figures.figures import Figure
from fairhash.figures.measures import geometric_mean
from fairhash.figures.statistics import Spread
from fairhash.studies.papers.a import published
from fairhash.studies.papers.a.normalised_values import MEASURE_NAMES, NormalisedValues, Ranking, overall
from fairhash.studies.papers.a.published import ALL, CANDIDATES, SHA2, Bits, Candidate
from fairhash.studies.papers.a.rankings import NUMBERS
from fairhash.studies.papers.a.tables_1_2 import prediction
from fairhash.studies.papers.a.tables_3_7 import published_ratios
from fairhash.studies.papers.differences import LIMIT, Comparison, Explanation
from fairhash.studies.papers.estimate import MEASURES, Estimate, Measure
from fairhash.studies.papers.our_results import OurResults

QUANTITIES = (
    "Eq. 6: area",
    "Eq. 8: throughput",
    *(f"Table 5: {name}" for name, _ in MEASURE_NAMES.values()),
    *(f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}" for measure in MEASURES),
)
"""The compared quantities, as the table of differences and reasons.toml name them."""

NOTE = (
    "Eq. 6 and 8 predict 512 over 256 bits (Table 5). Tables 8 to 10: the Overall column. Only known values "
    "are compared."
)
"""Below the table of differences."""


def comparisons(values: NormalisedValues) -> list[Comparison]:
    """Return the comparisons of Table 5, algorithm by algorithm, then those of Tables 8 to 10."""
    return [*(each for candidate in ALL for each in _variant_ratios(values, candidate)), *_overall_values(values)]


def _variant_ratios(values: NormalisedValues, candidate: Candidate) -> Iterator[Comparison]:
    measured = overall(values.large_over_small(candidate), values.ours.overall_devices)
    if measured is None or not measured["ratio"].is_known:
        return
    predicted = prediction(candidate)
    why = {measure: large_over_small(values.ours, candidate, measure) for measure in MEASURES}
    yield _comparison(candidate, QUANTITIES[0], predicted.area, measured["area"], why["area"])
    yield _comparison(candidate, QUANTITIES[1], predicted.throughput, measured["throughput"], why["throughput"])
    expected_ratios = published_ratios(candidate)
    for measure in MEASURES:
        expected = expected_ratios[measure]
        if expected is not None:
            quantity = f"Table 5: {MEASURE_NAMES[measure][0]}"
            yield _comparison(candidate, quantity, expected, measured[measure], why[measure])


def _overall_values(values: NormalisedValues) -> Iterator[Comparison]:
    for measure in MEASURES:
        expected = published.overalls(NUMBERS[measure])
        measured = Ranking.from_values(values, 512, measure).overalls
        overs = {name: each.value / expected[name] for name, each in measured.items()}
        for candidate in CANDIDATES:
            if candidate.name in measured:
                quantity = f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}"
                why = over_reference(values.ours, candidate, 512, measure, overs)
                yield _comparison(candidate, quantity, expected[candidate.name], measured[candidate.name], why)


def _comparison(
    candidate: Candidate, quantity: str, expected: float, measured: Estimate, why: Explanation | None
) -> Comparison:
    return Comparison(candidate.name, quantity, expected, measured.value, measured.low, measured.high, why)


def over_reference(
    ours: OurResults, candidate: Candidate, bits: Bits, measure: Measure, overs: Mapping[str, float]
) -> Explanation | None:
    """Return why a value of Tables 8 to 10 differs.

    Args:
        ours: the results; the counts and clocks are those of the first device of the overall values.
        candidate: whose value it is.
        bits: of the digest.
        measure: of the table.
        overs: our value over the paper's, of every candidate that has both.

    Returns:
        The part that all candidates have in common, which is the reference's, the candidate's part, and what its
        value is made of. None if fewer than three candidates are compared or a core is not known.
    """
    parts = _parts(ours, candidate.core(bits), SHA2.core(bits), measure)
    if len(overs) < 3 or parts is None:
        return None
    common = geometric_mean(list(overs.values()))
    alone = overs[candidate.name] / common
    text = (
        f"The factor is {common:.2f} for the {len(overs)} candidates together, which is the part of the reference "
        f"{SHA2.algorithm(bits)}, times {alone:.2f} of {candidate.algorithm(bits)} alone"
    )
    text += ", which is no departure. " if 1 / LIMIT <= alone <= LIMIT else ". "
    return Explanation(f"{text}On {_device(ours)} {parts}.", _source(ours, candidate.core(bits), SHA2.core(bits)))


def large_over_small(ours: OurResults, candidate: Candidate, measure: Measure) -> Explanation | None:
    """Return what the quotient of 512 over 256 bits is made of, or None if a variant is not known."""
    parts = _parts(ours, candidate.core(512), candidate.core(256), measure)
    if parts is None:
        return None
    return Explanation(f"On {_device(ours)} {parts}.", _source(ours, candidate.core(512), candidate.core(256)))


def _parts(ours: OurResults, above: str, below: str, measure: Measure) -> str | None:
    """Return the quotients that make up the one of two cores, as the end of a sentence."""
    first, second = (ours.known_figure(core, _device(ours)) for core in (above, below))
    if first is None or second is None:
        return None
    texts = []
    if measure != "area":
        texts.append(_clocks(first, second))
    if measure != "throughput":
        texts.append(_counts(first, second))
    return "; ".join(texts)


def _clocks(above: Figure, below: Figure) -> str:
    throughput = _quotient(above.throughput_mbit_s, below.throughput_mbit_s)
    clock = _quotient(above.clock_mhz, below.clock_mhz)
    text = f"it has {throughput / clock:.2f} times the bits in a cycle and {clock:.2f} times the clock"
    paths = [_path(figure) for figure in (above, below)]
    if all(paths):
        text += f", with slowest paths of {paths[0]} and {paths[1]}"
    return text


def _path(figure: Figure) -> str:
    paths = [run.critical_path for run in figure.succeeded if run.critical_path]
    if not paths:
        return ""
    logic = median(path.logic_ns for path in paths)
    wires = median(path.routing_ns for path in paths)
    levels = median(path.levels for path in paths)
    return f"{logic:.1f} ns in {levels:.0f} cells and {wires:.1f} ns in wires"


def _counts(above: Figure, below: Figure) -> str:
    used, registers = (above.counted_cells, below.counted_cells), (above.flip_flops, below.flip_flops)
    return (
        f"it has {_quotient(*used):.2f} times the LUTs and carry cells ({_medians(*used)}) and "
        f"{_quotient(*registers):.2f} times the registers ({_medians(*registers)})"
    )


def _quotient(above: Spread | None, below: Spread | None) -> float:
    """The quotient of two medians; a known figure has all of them."""
    return above.median / below.median if above and below else math.nan


def _medians(*spreads: Spread | None) -> str:
    return " and ".join(f"{spread.median:.0f}" for spread in spreads if spread)


def _device(ours: OurResults) -> str:
    return ours.overall_devices[0] if ours.overall_devices else ours.family_devices[0]


def _source(ours: OurResults, *cores: str) -> str:
    return f"results/{_device(ours)}.jsonl: {' and '.join(cores)} by their chosen recipes"
