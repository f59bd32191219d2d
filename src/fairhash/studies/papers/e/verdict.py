# SPDX-License-Identifier: Apache-2.0
"""What paper E's claims are compared with, and the map of what limits the two computers."""

import math
from collections.abc import Sequence

from fairhash.base.table import Column, Table
from fairhash.figures.charts.limit_map import LimitMap, specification
from fairhash.figures.charts.lines import size_name
from fairhash.figures.charts.style import SERIES
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding
from fairhash.studies.papers.differences import Comparison
from fairhash.studies.papers.e.crossings import Crossing, entries, find_crossing
from fairhash.studies.papers.e.evidence import LONG, MACHINES, NAMES, Source, SystemEvidence
from fairhash.studies.papers.our_results import NOT_MEASURED, UNDECIDED
from fairhash.studies.system.paper_grid import CORES, PAPER
from fairhash.studies.system.software_cases import ALGORITHMS, LENGTHS

LIMITS = {
    "padding": "padding in software",
    "notification": "bus",
    "transfer": "bus",
    "collection": "bus",
    "buffer": "storage in buffers",
    "computation": "core",
    "disk": "disk",
}
"""The limit that each cause of the simulation belongs to."""
_COLOURS = dict(
    zip(dict.fromkeys(LIMITS.values()), (SERIES[4], SERIES[1], SERIES[3], SERIES[0], SERIES[2]), strict=True)
)
_SHOWN = "keccak-256"
"""The algorithm of the map."""
_SCENARIOS: tuple[tuple[str, Source, bool], ...] = (
    ("memory", "memory", True),
    ("memory, not interleaved", "memory", False),
    ("disk", "disk", True),
)


def findings(evidence: SystemEvidence, compared: Sequence[Comparison]) -> dict[str, Finding]:
    """Return the values of the simulated computer of the paper by measure.

    Args:
        evidence: the stored runs and speeds.
        compared: the numbers of the text beside the simulation.
    """
    found = {f"{one.algorithm}, {one.quantity}": Finding(one.measured, published=one.expected) for one in compared}
    missing = Finding(preliminary=NOT_MEASURED)
    for algorithm in ALGORITHMS:
        crossing = find_crossing(evidence, PAPER, algorithm, 1, "memory")
        measure = f"{NAMES[algorithm]}, length from which hardware is faster"
        found[measure] = Finding(crossing.value, crossing.low, crossing.high) if crossing else missing
    filled = list(entries(evidence, PAPER))
    from_disk = [one for one in filled if (one.scenario, one.length) == ("SMH-HD", "long")]
    for measure, among in (("disk limits long messages", from_disk), ("bottlenecks", filled)):
        found[measure] = Finding(sum(one.agrees for one in among)) if among else missing
    return found


def _limit(
    evidence: SystemEvidence, machine: str, cores: int, length: int, source: Source, *, interleaved: bool
) -> str:
    run = evidence.hardware(machine, _SHOWN, cores, length, source, interleaved=interleaved or cores == 1)
    shares: dict[str, float] = {}
    for cause, share in run.cause_shares.items() if run else ():
        shares[LIMITS[cause]] = shares.get(LIMITS[cause], 0) + share
    return max(shares, key=lambda limit: shares[limit]) if shares else "-"


def _map(evidence: SystemEvidence, machine: str, title: str, source: Source, *, interleaved: bool) -> LimitMap:
    rows = {
        str(cores): [_limit(evidence, machine, cores, n, source, interleaved=interleaved) for n in LENGTHS]
        for cores in reversed(CORES[machine][_SHOWN])
    }
    crossings = [
        one.value if (one := _crossing(evidence, machine, int(cores), source, interleaved=interleaved)) else None
        for cores in rows
    ]
    preliminary = bool(evidence.preliminary(machine, _SHOWN))
    year = "2010" if machine == PAPER else "today"
    name = f"{year}, {title}" + (" (preliminary)" if preliminary else "")
    return LimitMap(name, rows, crossings, preliminary)


def _crossing(
    evidence: SystemEvidence, machine: str, messages: int, source: Source, *, interleaved: bool
) -> Crossing | None:
    return find_crossing(evidence, machine, _SHOWN, messages, source, interleaved=interleaved or messages == 1)


def _from(evidence: SystemEvidence, machine: str) -> str:
    """Return from which length hardware is faster, over all numbers of messages from memory."""
    if evidence.preliminary(machine, _SHOWN):
        return UNDECIDED
    found = [_crossing(evidence, machine, cores, "memory", interleaved=True) for cores in CORES[machine][_SHOWN]]
    values = [one.value for one in found if one]
    finite = [value for value in values if not math.isinf(value)]
    if not values:
        return NOT_MEASURED
    if not finite:
        return f"at no length up to {size_name(LONG)}"
    text = f"from {min(finite):.0f} to {max(finite):.0f} bytes on" if max(finite) else "at all lengths"
    return text if len(finite) == len(values) else f"{text}, with {len(finite)} of {len(values)} numbers of messages"


def picture(evidence: SystemEvidence) -> Chart | None:
    """Return the maps of both computers, or None if nothing was simulated."""
    if evidence.runs is None:
        return None
    maps = [
        [_map(evidence, machine, title, source, interleaved=interleaved) for machine in MACHINES]
        for title, source, interleaved in _SCENARIOS
    ]
    texts = [f"{'in 2010' if machine == PAPER else 'today'} {_from(evidence, machine)}" for machine in MACHINES]
    message = f"Hardware overtakes software {', '.join(texts)}"
    spec = specification(maps, LENGTHS, _COLOURS, ("message length", "messages at once"))
    heads = (Column("map"), Column("messages at once", key="messages"))
    lengths = (Column(f"{n} bytes", key=f"limit_{n}_bytes") for n in LENGTHS)
    rows = ((one.title, row, *limits) for pair in maps for one in pair for row, limits in one.rows.items())
    table = Table("limits", message, (*heads, *lengths), tuple(rows))
    caption = (
        "Keccak-256 on the computer of the paper (2010) and on one of today: what limits the accelerator, by its first "
        "letter. Right of the line hardware is faster than software. Faint and dashed: preliminary."
    )
    return Chart("limits", message, to_svg_element(spec, message), table.to_csv(), caption)
