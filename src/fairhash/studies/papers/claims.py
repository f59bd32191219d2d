# SPDX-License-Identifier: Apache-2.0
"""The claims of a paper beside our values, and the verdict of five lines that follows from them.

papers/<letter>/claims.toml declares the claims: what the paper says and where, the measure of ours that it is compared
with, and how. The reproduction of the paper returns the value of each measure.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.base.table import Table, WithInterval, column
from fairhash.catalog.data_file import read_data_file
from fairhash.figures.figures import Figure
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.differences import HINT, NO_REASON, Text
from fairhash.studies.papers.opening import Opening
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, STALE, UNDECIDED

CONFIRMED, NOT_CONFIRMED = "confirmed", "not confirmed"
NOT_KNOWN = "not known"
_HELD = {True: "true", False: "not true"}


@dataclass(frozen=True)
class Finding:
    """Our value of a measure."""

    value: float | str | None = None
    """None if there is no value."""
    low: float | None = None
    """Lower end of the 95 % interval, or the least value possible; None, as `high`, without an interval."""
    high: float | None = None
    preliminary: str = ""
    """Why the value is preliminary or missing; empty if it is known."""
    published: float | str | None = None
    """The paper's value, if it is computed from the paper's tables and not declared."""
    explanation: str = ""
    """Why ours differs, computed from the results; shown before a declared reason if the claim is not confirmed."""

    @property
    def is_decisive(self) -> bool:
        """Whether a claim can be decided by it: it is known, or it has limits."""
        return self.low is not None or (self.value is not None and not self.preliminary)

    @staticmethod
    def of(value: WithInterval | None, missing: str = NOT_MEASURED, published: float | None = None) -> "Finding":
        """Return the finding of a value with its interval.

        Args:
            value: ours, or None.
            missing: why there is none, or why it is preliminary.
            published: the paper's value, if it is not declared.
        """
        if value is None:
            return Finding(preliminary=missing, published=published)
        reason = "" if value.is_known else PRELIMINARY if missing == NOT_MEASURED else missing
        return Finding(value.value, value.low, value.high, reason, published)


def known_of(known: int, count: int, what: str) -> str:
    """Return how many are known, as a reason."""
    return f"{known} of {count} {what} known"


def number_of(
    known: Mapping[str, WithInterval],
    count: int,
    what: str,
    holds: Callable[[float], bool],
    published: float | None = None,
) -> Finding:
    """Return for how many values something holds; its limits are the numbers that are possible.

    Args:
        known: the known values.
        count: how many values there could be.
        what: the values, in the plural.
        holds: whether it holds for a value.
        published: the paper's number, if it is not declared.
    """
    reason = "" if len(known) == count else known_of(len(known), count, what)
    if not known:
        return Finding(preliminary=reason, published=published)
    ends = [[holds(end) for end in (each.low, each.value, each.high) if end is not None] for each in known.values()]
    surely, possibly = sum(map(all, ends)), sum(map(any, ends)) + count - len(known)
    value = None if reason else sum(holds(each.value) for each in known.values())
    return Finding(value, surely, possibly, reason, published, _sides(known, holds))


def _sides(known: Mapping[str, WithInterval], holds: Callable[[float], bool]) -> str:
    """Return for which values it holds and for which not."""
    sides: dict[bool, list[str]] = {True: [], False: []}
    for name, each in known.items():
        sides[holds(each.value)].append(f"{name} {each.value:.2f}")
    return "; ".join(f"{text} of {', '.join(sides[held])}" for held, text in _HELD.items() if sides[held])


class Claim(StrictModel):
    """One claim."""

    measure: Text
    """Name of the finding that it is compared with."""
    text: Text
    place: Text
    """Where the paper says it."""
    published: float | str | None = None
    """The paper's value; None if the finding has it."""
    comparison: Literal["equal", "at least", "at most"] = "equal"
    tolerance: Annotated[float, Field(ge=0)] = 0.0
    """Relative: equal values differ by at most this."""
    digits: Annotated[int, Field(ge=0)] = 2
    unit: str = ""
    headline: str = ""
    """What the value is, for the verdict; empty for a claim that the verdict does not name."""
    calibration: str = ""
    """What was chosen so that our model has this value; the claim is then no evidence."""
    open: str = ""
    """What the paper's text leaves open."""
    reason: str = ""
    """Why ours differs; shown if the claim is not confirmed."""

    def show(self, value: float | str | None) -> str:
        """Return a value as text."""
        if value is None:
            return ""
        return value if isinstance(value, str) else f"{value:,.{self.digits}f}"


class _ClaimsFile(StrictModel):
    found: Text
    """What the paper found; ``{measure}`` is the published value of a claim."""
    claim: Annotated[tuple[Claim, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Decided:
    """A claim with our value."""

    claim: Claim
    finding: Finding

    @property
    def published(self) -> float | str | None:
        """The paper's value."""
        return self.finding.published if self.claim.published is None else self.claim.published

    @property
    def verdict(self) -> str:
        """Whether our whole interval is among the values that the claim allows, or none of it, or neither."""
        if not self.finding.is_decisive or self.published is None:
            return UNDECIDED
        if isinstance(self.published, str) or isinstance(self.finding.value, str):
            return CONFIRMED if self.finding.value == self.published else NOT_CONFIRMED
        low, high = self.finding.low, self.finding.high
        if low is None or high is None:
            low = high = float(self.finding.value or 0)
        least, most = self._allowed(self.published)
        if least <= low and high <= most:
            return CONFIRMED
        return NOT_CONFIRMED if high < least or low > most else UNDECIDED

    def _allowed(self, published: float) -> tuple[float, float]:
        least, most = sorted((published * (1 - self.claim.tolerance), published * (1 + self.claim.tolerance)))
        return (
            least if self.claim.comparison != "at most" else -float("inf"),
            most if self.claim.comparison != "at least" else float("inf"),
        )

    @property
    def allowed(self) -> str:
        """The values that the claim allows, as text."""
        text = self.claim.show(self.published)
        prefix = "" if self.claim.comparison == "equal" else f"{self.claim.comparison} "
        suffix = f" ± {100 * self.claim.tolerance:.0f} %" if self.claim.tolerance else ""
        return f"{prefix}{text}{suffix}"

    @property
    def ours(self) -> str:
        """Our value as text, with its interval; in parentheses if it is preliminary."""
        found, show = self.finding, self.claim.show
        limits = f"{show(found.low)} to {show(found.high)}" if found.low != found.high else ""
        if found.value is None:
            return limits or NOT_KNOWN
        if found.preliminary:
            return f"({show(found.value)})"
        return f"{show(found.value)} ({limits})" if limits else show(found.value)

    @property
    def note(self) -> str:
        """Why it is undecided or differs, and what must be known of it."""
        parts = [f"calibration: {self.claim.calibration}" if self.claim.calibration else ""]
        if self.verdict == NOT_CONFIRMED:
            parts.append(self.reason)
        elif self.verdict == UNDECIDED:
            parts.append(self.finding.preliminary or "the interval overlaps the paper's value")
        parts.append(f"open in the paper: {self.claim.open}" if self.claim.open else "")
        return "; ".join(part for part in parts if part)

    @property
    def reason(self) -> str:
        """Why ours differs from the paper's value."""
        return "; ".join(part for part in (self.finding.explanation, self.claim.reason) if part) or NO_REASON

    def sentence(self) -> str:
        """Return the value for the verdict."""
        state = f", {PRELIMINARY}" if self.finding.preliminary and self.finding.value is not None else ""
        unit = f" {self.claim.unit}" if self.claim.unit and self.finding.value is not None else ""
        return f"{self.claim.headline}: {self.ours}{unit}{state} (paper: {self.allowed})"


@dataclass(frozen=True)
class Verdict(Opening):
    """What the page of a paper begins with: five lines, and its claims."""

    claims: Table
    counts: Mapping[str, int]
    """Claims by verdict."""


@dataclass(frozen=True)
class Outcome:
    """What a paper found and what we find, as sentences."""

    found: str
    counts: str
    """How many claims are confirmed."""
    headlines: str
    """Our values of the main claims."""
    basis: str

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Three headings, each with its text."""
        return (
            ("The paper", self.found),
            ("Our results", f"{self.counts} {self.headlines}"),
            ("Basis", self.basis),
        )


def read_claims(file: Path) -> tuple[str, tuple[Claim, ...]]:
    """Return what the paper found, and its claims.

    Raises:
        FairhashError: the file is not valid.
    """
    declared = read_data_file(file, _ClaimsFile, HINT)
    return declared.found, declared.claim


def decide(file: Path, findings: Mapping[str, Finding]) -> list[Decided]:
    """Return the claims of a file with our findings by measure.

    Raises:
        FairhashError: a claim names a measure that there is not, or has no published value.
    """
    decided = []
    for claim in read_claims(file)[1]:
        if claim.measure not in findings:
            raise FairhashError(f"no measure {claim.measure!r}", str(file), f"measures: {', '.join(findings)}")
        one = Decided(claim, findings[claim.measure])
        if one.published is None:
            raise FairhashError(f"{claim.measure}: no published value", str(file), HINT)
        decided.append(one)
    return decided


def verdict(file: Path, findings: Mapping[str, Finding], basis: str, departures: str, chart: Chart | None) -> Verdict:
    """Return the verdict on a paper.

    Args:
        file: the claims.
        findings: our value of each measure.
        basis: on how many families and seeds our values rest.
        departures: how many compared values depart from the paper; may be empty.
        chart: the chart beside the verdict.
    """
    decided = decide(file, findings)
    paper, ours, last = _outcome(read_claims(file)[0], decided, basis).lines
    middle = (("How sure", _certainty(decided)), ("Where they differ", _differences(decided, departures)))
    counts = Counter(one.verdict for one in decided)
    return Verdict((paper, ours, *middle, last), chart, _table(decided), counts)


def outcome(file: Path, findings: Mapping[str, Finding], basis: str) -> Outcome:
    """Return what the paper found and what we find; arguments as of verdict()."""
    return _outcome(read_claims(file)[0], decide(file, findings), basis)


def _outcome(found: str, decided: Sequence[Decided], basis: str) -> Outcome:
    headlines = "; ".join(one.sentence() for one in decided if one.claim.headline)
    return Outcome(
        _with_values(found, decided),
        _counted(decided),
        f"{headlines}.",
        basis[:1].upper() + basis[1:],
    )


def _with_values(found: str, decided: Iterable[Decided]) -> str:
    for one in decided:
        found = found.replace(f"{{{one.claim.measure}}}", one.claim.show(one.published))
    return found


def _counted(decided: Sequence[Decided]) -> str:
    counts = Counter(one.verdict for one in decided)
    calibrated = sum(bool(one.claim.calibration) for one in decided)
    text = (
        f"Of {len(decided)} claims {counts[CONFIRMED]} confirmed, {counts[NOT_CONFIRMED]} not confirmed, "
        f"{counts[UNDECIDED]} undecided"
    )
    return f"{text}; {calibrated} were used to calibrate the model." if calibrated else f"{text}."


def _certainty(decided: Sequence[Decided]) -> str:
    undecided = [one.finding for one in decided if one.verdict == UNDECIDED]
    overlapping = sum(one.is_decisive and not one.preliminary for one in undecided)
    parts = [
        (len(undecided) - overlapping, "figures that are preliminary or missing"),
        (overlapping, "overlapping intervals"),
    ]
    reasons = ", ".join(f"{count} by {what}" for count, what in parts if count)
    count = len(decided) - len(undecided)
    text = f"{count} of {len(decided)} claims are decided, by whole 95 % intervals over the seeds or exact values"
    return f"{text}; undecided: {reasons}." if reasons else f"{text}."


def _differences(decided: Sequence[Decided], departures: str) -> str:
    differing = [one for one in decided if one.verdict == NOT_CONFIRMED]
    texts = [
        f"{one.claim.headline or one.claim.text}: {one.ours} instead of {one.allowed} ({one.reason})."
        for one in differing[:_SHOWN]
    ]
    if not texts:
        texts = ["No known value contradicts a claim."]
    if len(differing) > _SHOWN:
        texts.append(f"{len(differing) - _SHOWN} more in the table of claims.")
    return " ".join([*texts, departures]).rstrip()


_SHOWN = 2
"""Claims that are not confirmed in the verdict; the table has all."""


def _table(decided: Sequence[Decided]) -> Table:
    return Table.declare(
        "headline-claims",
        "Claims of the paper",
        decided,
        (
            column("claim", lambda one: one.claim.text),
            column("verdict", lambda one: one.verdict),
            column("paper", lambda one: one.allowed, key="published"),
            column("ours", lambda one: one.ours),
            column("unit", lambda one: one.claim.unit),
            column("place", lambda one: one.claim.place),
            column("note", lambda one: one.note),
        ),
        "A claim is decided if the whole interval of our value, or an exact value, is on one side of what it allows. "
        "In parentheses after our value: the 95 % interval over the seeds, or the values that are possible while some "
        "figures are not known. A value in parentheses is preliminary, and decides nothing.",
    )


def basis_of(shown: Iterable[Figure]) -> str:
    """Return how many figures on how many FPGA families are known, with how many seeds, and how many are not."""
    listed = [figure for figure in shown if figure.succeeded]
    known = [figure for figure in listed if not figure.preliminary]
    others = [figure for figure in listed if figure.preliminary]
    seeds = sorted({len(figure.succeeded) for figure in known})
    text = "no figure is known"
    if known:
        span = f"{seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else str(seeds[0])
        text = f"{_count(known)} known, {span} seeds each"
    if others:
        stale = sum(figure.preliminary.startswith(STALE) for figure in others)
        text += f"; {_count(others)} preliminary, {stale} of them stale: sources or tools have changed since"
    return f"{text}."


def _count(figures: Sequence[Figure]) -> str:
    families = len({figure.first.device_family for figure in figures})
    return (
        f"{len(figures)} figure{'' if len(figures) == 1 else 's'} on {families} famil{'y' if families == 1 else 'ies'}"
    )
