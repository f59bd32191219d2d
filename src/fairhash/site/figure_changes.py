# SPDX-License-Identifier: Apache-2.0
"""The changelog of figures: which medians moved between releases by more than their intervals."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.figures import Figure
from fairhash.analysis.statistics import Spread
from fairhash.catalog.recipe import EXPLORED_PREFIX
from fairhash.results.schema import Result

UNRELEASED = "unreleased"


@dataclass(frozen=True)
class Release:
    """A version in CHANGELOG.md."""

    version: str
    day: date | None
    """None for what is not released yet."""

    @property
    def end(self) -> datetime:
        """The last moment of the day of the release."""
        return datetime.combine(self.day, time.max, UTC) if self.day else datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Change:
    """A quantity of one figure that moved."""

    release: str
    core: str
    device: str
    recipe: str
    quantity: str
    before: Spread
    after: Spread

    @property
    def factor(self) -> float:
        """The new median over the old one."""
        return self.after.median / self.before.median


def releases(changelog: str) -> list[Release]:
    """The versions of a changelog in the form of Keep a Changelog, oldest first, and what is not released yet."""
    found = re.findall(r"^## \[([^\]]+)\] - (\d{4}-\d{2}-\d{2})", changelog, re.MULTILINE)
    dated = [Release(version, date.fromisoformat(day)) for version, day in found]
    return [*sorted(dated, key=lambda release: release.end), Release(UNRELEASED, None)]


def changes(results: Iterable[Result], known: Sequence[Release]) -> list[Change]:
    """What moved from each release to the next: the intervals between the quartiles do not overlap.

    A figure at a release has the runs of the newest series at that day. Results of replaced sources stay in results/,
    marked as stale, so earlier figures can be computed again.
    """
    series: dict[tuple[str, str, str], dict[str, dict[int, Result]]] = {}
    for result in sorted(under_main_name(results), key=lambda result: result.date):
        if not result.recipe.startswith(EXPLORED_PREFIX):
            runs = series.setdefault((result.core, result.device, result.recipe), {}).setdefault(result.series, {})
            runs[result.seed] = result
    found: list[Change] = []
    for (core, device, recipe), by_series in sorted(series.items()):
        for before, after in itertools.pairwise(known):
            old, new = _figure_at(by_series, before), _figure_at(by_series, after)
            if old and new and old.first.series != new.first.series:
                found += [
                    Change(after.version, core, device, recipe, quantity, one, other)
                    for quantity, one, other in _quantities(old, new)
                    if one and other and (one.upper < other.lower or other.upper < one.lower)
                ]
    return found


def _figure_at(by_series: dict[str, dict[int, Result]], release: Release) -> Figure | None:
    """The figure of the newest series that had a run at the release."""
    then = [
        runs for by_seed in by_series.values() if (runs := [run for run in by_seed.values() if run.date <= release.end])
    ]
    newest = max(then, key=lambda runs: max(run.date for run in runs), default=None)
    return Figure(tuple(sorted(newest, key=lambda run: run.seed)), newest[0].recipe) if newest else None


def _quantities(old: Figure, new: Figure) -> list[tuple[str, Spread | None, Spread | None]]:
    return [
        ("clock in MHz", old.clock_mhz, new.clock_mhz),
        ("area", old.area_cells, new.area_cells),
        ("throughput in Mbit/s", old.throughput_mbit_s, new.throughput_mbit_s),
    ]
