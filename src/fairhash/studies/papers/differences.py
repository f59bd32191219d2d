# SPDX-License-Identifier: Apache-2.0
"""Values of ours that differ much from the paper, with the reasons from papers/<letter>/reasons.toml."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.base.table import Column, Columns, Table, column
from fairhash.catalog.data_file import read_data_file
from fairhash.figures.stated_numbers import without_markers

LIMIT = 1.25
"""A value differs if the factor is more than this. Paper A, Sect. 5, calls more than 25 % a large discrepancy."""

DEPARTURES = "departures"
"""Name of the table."""

NO_REASON = "not yet explained"

TOLERANCE = 0.05
"""Relative. A reason no longer applies when the value has moved further from the one it was written for."""

HINT = "see docs/add-a-paper.md"
"""Where the files of papers/<letter>/ are described."""

Text = Annotated[str, Field(min_length=1)]


class Reason(StrictModel):
    """Why some values of one algorithm differ from the paper."""

    algorithm: Text
    """The paper's name of the algorithm."""
    values: Annotated[dict[Text, Annotated[float, Field(gt=0)]], Field(min_length=1)]
    """Our value of each quantity when the reason was written; the names are those of the table of differences."""
    text: Annotated[Text, BeforeValidator(without_markers)]
    source: Annotated[Text, BeforeValidator(without_markers)]
    """The measurement that shows the reason."""

    def applies(self, quantity: str, measured: float) -> bool:
        """Return whether the value is still the one that was explained."""
        return abs(measured / self.values[quantity] - 1) <= TOLERANCE


class _ReasonsFile(StrictModel):
    reason: tuple[Reason, ...] = ()


def read_reasons(file: Path) -> dict[tuple[str, str], Reason]:
    """Return the reasons by algorithm and quantity; none if the file does not exist.

    Raises:
        FairhashError: the file is not valid, or gives two reasons for the same value.
    """
    if not file.exists():
        return {}
    reasons = read_data_file(file, _ReasonsFile, HINT).reason
    by_value: dict[tuple[str, str], Reason] = {}
    for reason in reasons:
        for quantity in reason.values:
            if (reason.algorithm, quantity) in by_value:
                raise FairhashError(f"{reason.algorithm}, {quantity}: two reasons", str(file), "remove one of them")
            by_value[reason.algorithm, quantity] = reason
    return by_value


@dataclass(frozen=True)
class Explanation:
    """Why a value differs, computed from the results that the value itself is made of."""

    text: str
    source: str


@dataclass(frozen=True)
class Comparison:
    """A value of ours and the value that the paper or one of its equations has for the same quantity."""

    algorithm: str
    quantity: str
    expected: float
    measured: float
    measured_low: float | None = None
    """Lower end of the 95 % interval."""
    measured_high: float | None = None
    explanation: Explanation | None = None
    """Shown where reasons.toml has no reason for this value."""

    @property
    def over(self) -> float:
        """Our value over the expected one."""
        return self.measured / self.expected

    @property
    def differs(self) -> bool:
        """Whether one value is more than LIMIT times the other."""
        return max(self.over, 1 / self.over) > LIMIT


def differences_table(
    comparisons: Sequence[Comparison], reasons: Mapping[tuple[str, str], Reason], note: str = ""
) -> Table:
    """Return the values that differ, each with its reason.

    Args:
        comparisons: every value that was compared.
        reasons: as `read_reasons` returns them.
        note: appended to the note below the table.
    """
    differing = [compared for compared in comparisons if compared.differs]
    columns: Sequence[Columns[Comparison]] = (
        column("algorithm", lambda one: one.algorithm),
        column("of", lambda one: one.quantity, key="quantity"),
        column("published or predicted", lambda one: one.expected, 2, "expected"),
        column("ours", lambda one: one.measured, 2, "measured"),
        column("from", lambda one: one.measured_low, 2, "measured_low"),
        column("to", lambda one: one.measured_high, 2, "measured_high"),
        column("over", lambda one: one.over, 2, "measured_over_expected"),
        Columns(
            (Column("reason"), Column("basis", key="rests_on")),
            lambda one: _explanation(one, reasons.get((one.algorithm, one.quantity))),
        ),
    )
    return Table.declare(
        DEPARTURES,
        "Departures of more than 25 %",
        differing,
        columns,
        f"{len(differing)} of {len(comparisons)} compared values. {note}".rstrip(),
    )


def _explanation(compared: Comparison, reason: Reason | None) -> tuple[str, str]:
    """Return the text and source; a reason that was written for another value is not repeated."""
    if reason and reason.applies(compared.quantity, compared.measured):
        return reason.text, reason.source
    if compared.explanation:
        return compared.explanation.text, compared.explanation.source
    if reason:
        return f"{NO_REASON}: a reason was given when it was {reason.values[compared.quantity]:.2f}", ""
    return NO_REASON, ""
