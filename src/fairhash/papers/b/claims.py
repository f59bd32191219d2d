# SPDX-License-Identifier: Apache-2.0
"""What Sect. 4 of the paper concludes from its figures, and what ours say on each family."""

from collections.abc import Callable, Mapping

from fairhash.papers.b import published
from fairhash.papers.b.candidates import ALL, CANDIDATES, FINALISTS, Candidate
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.b.published import FIRST_FAMILY, Message
from fairhash.papers.b.trade_offs import architectures, curve, places
from fairhash.papers.our_results import NOT_MEASURED, UNDECIDED
from fairhash.papers.table import Column, Table, csv_name

LEAST_DESIGNS = 3
"""An order of fewer designs supports no conclusion."""

Names = Callable[[list[Candidate]], list[Candidate]]


def _first(order: list[Candidate]) -> list[Candidate]:
    return order[:1]


def _last_two(order: list[Candidate]) -> list[Candidate]:
    return order[-2:]


def _finalists(order: list[Candidate]) -> list[Candidate]:
    return [each for each in order if each in FINALISTS]


_CONCLUSIONS: tuple[tuple[str, Message, tuple[Candidate, ...], Names], ...] = (
    ("4.1: Shabal is the first for long messages", "long", CANDIDATES, _first),
    ("4.1: designs with a long finalisation are the last for one block", "short", CANDIDATES, _last_two),
    ("4.3: order of the finalists, long messages", "long", FINALISTS, _finalists),
    ("order of the finalists, one block", "short", FINALISTS, _finalists),
)
"""Conclusion, kind of messages, the designs that it is about, and those that the order names."""


def table(evidence: Evidence) -> Table:
    """Return one row for each conclusion: what the published values say, and what those of each device say."""
    rows = []
    for conclusion, message, among, names in _CONCLUSIONS:
        expected = {each: published.per_area(each, FIRST_FAMILY, message) or 0.0 for each in CANDIDATES}
        verdicts = [_verdict(evidence, device, message, among, names) for device in evidence.devices]
        rows.append((conclusion, _text(expected, names), *verdicts))
    growth = [_growth(evidence, device) for device in evidence.devices]
    rows.append(("4.2: more area gives more throughput per area", "designs of others, Table 5", *growth))
    return Table(
        "claims",
        "Conclusions of the paper",
        (
            Column("section and conclusion", key="conclusion"),
            Column("paper, Spartan-3", key="published"),
            *(Column(device, key=csv_name(device)) for device in evidence.devices),
        ),
        tuple(rows),
        (
            "By throughput per area of the designs, highest first. A conclusion is undecided until every design that "
            "it is about is known, or known not to fit. The last row counts the algorithms whose largest architecture "
            "on the curve has more throughput per area than the smallest one, of all algorithms with several measured "
            "architectures; it is undecided if any of these is preliminary.",
        ),
    )


def _verdict(evidence: Evidence, device: str, message: Message, among: tuple[Candidate, ...], names: Names) -> str:
    undecided = evidence.undecided(among, device)
    if undecided:
        return f"{UNDECIDED}: {undecided}"
    return _text({each: speed.per_cell.value for each, speed in evidence.speeds(device, message).items()}, names)


def _text(values: Mapping[Candidate, float], names: Names) -> str:
    if len(values) < LEAST_DESIGNS:
        return NOT_MEASURED
    order = sorted(values, key=lambda each: -values[each])
    return ", ".join(each.name for each in names(order)) or NOT_MEASURED


def _growth(evidence: Evidence, device: str) -> str:
    """Return of how many algorithms a larger architecture has more throughput per area, e.g. ``7 of 9``."""
    measured = {
        each: [core.name for core in architectures(evidence, each) if evidence.figure(core.name, device)]
        for each in ALL
    }
    several = {each: cores for each, cores in measured.items() if len(cores) > 1}
    if not several:
        return NOT_MEASURED
    known = [each for each, cores in several.items() if all(evidence.ours.known_figure(core, device) for core in cores)]
    if len(known) < len(several):
        return f"{UNDECIDED}: {len(known)} of {len(several)} algorithms known"
    curves = [curve(places(evidence, each, device)) for each in known]
    growing = [each for each in curves if each[-1].mbit_s / each[-1].cells > each[0].mbit_s / each[0].cells]
    return f"{len(growing)} of {len(curves)}"
