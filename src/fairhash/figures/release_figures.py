# SPDX-License-Identifier: Apache-2.0
"""Figures stored at each release (results/releases/), and which of them moved by more than their intervals."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import Field

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.base.records import StoredRecord, read_record
from fairhash.figures.figures import Figure, figures
from fairhash.figures.statistics import Spread
from fairhash.results.reader import under_main_name
from fairhash.results.schema import Result

UNRELEASED = "unreleased"

Interval = tuple[float, float, float]
"""Median, first quartile and third quartile over the seeds."""


class ReleaseFigure(StoredRecord):
    """One core on one device with one recipe, as it was shown at a release."""

    core: str
    device: str
    recipe: str
    seeds: int = Field(ge=1)
    """Number of runs that succeeded."""
    clock_mhz: Interval | None = None
    """None if the figure is preliminary, for example because it has too few seeds."""
    throughput_mbit_s: Interval | None = None
    """For long messages; None as for the clock."""
    area: Interval | None = None
    """In logic cells needed, or in gate equivalents for standard cells; None if the figure must not enter a ratio."""


class ReleaseFigures(StoredRecord):
    """The figures of a release."""

    version: str
    day: date | None
    """None for what is not released yet."""
    figures: tuple[ReleaseFigure, ...]


@dataclass(frozen=True)
class FigureChange:
    """A quantity of one figure that moved."""

    release: str
    core: str
    device: str
    recipe: str
    quantity: str
    before: Interval
    after: Interval

    @property
    def factor(self) -> float:
        """The new median over the old one."""
        return self.after[0] / self.before[0]


def release_figures(results: Iterable[Result], version: str = UNRELEASED, day: date | None = None) -> ReleaseFigures:
    """The figures of these results; runs of searches and estimates have none.

    Args:
        results: The results at the release.
        version: Of the release.
        day: Of the release.
    """
    shown = [figure for figure in figures(under_main_name(results)) if figure.succeeded]
    return ReleaseFigures(version=version, day=day, figures=tuple(_of_figure(figure) for figure in shown))


def _of_figure(figure: Figure) -> ReleaseFigure:
    return ReleaseFigure(
        core=figure.first.core,
        device=figure.first.device,
        recipe=figure.first.recipe,
        seeds=len(figure.succeeded),
        clock_mhz=None if figure.preliminary else _interval(figure.clock_mhz),
        throughput_mbit_s=None if figure.preliminary else _interval(figure.throughput_mbit_s),
        area=None if figure.ratio_exclusion else _interval(figure.area_cells),
    )


def _interval(spread: Spread | None) -> Interval | None:
    return (round(spread.median, 3), round(spread.lower, 3), round(spread.upper, 3)) if spread else None


def released_on(changelog: str, version: str) -> date:
    """The day of a release.

    Args:
        changelog: A text in the form of Keep a Changelog.
        version: For example ``0.2.0``.

    Raises:
        FairhashError: The changelog has no such release.
    """
    heading = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d{{2}}-\d{{2}})", changelog, re.MULTILINE)
    if not heading:
        raise FairhashError(f"no release {version!r}", "CHANGELOG.md", f"add the heading: ## [{version}] - YYYY-MM-DD")
    return date.fromisoformat(heading[1])


def folder() -> Path:
    """The folder of the stored figures, one file for each release."""
    return paths.results() / "releases"


def write_release(release: ReleaseFigures, into: Path) -> Path:
    """Write the figures of a release to `into`, one figure a line, and return the file."""
    file = into / f"{release.version}.json"
    lines = ",\n".join(figure.model_dump_json() for figure in release.figures)
    day = f'"{release.day.isoformat()}"' if release.day else "null"
    files.write_text(file, f'{{"version": "{release.version}", "day": {day}, "figures": [\n{lines}\n]}}\n')
    return file


def read_releases(stored: Path) -> list[ReleaseFigures]:
    """Read the figures of all releases, oldest first.

    Raises:
        FairhashError: A file is not valid.
    """
    releases = [
        read_record(file, ReleaseFigures, "not the figures of a release", "restore it: git checkout results/releases")
        for file in stored.glob("*.json")
    ]
    return sorted(releases, key=lambda release: (release.day or date.max, release.version))


def changes(releases: Sequence[ReleaseFigures]) -> list[FigureChange]:
    """What moved from each release to the next: the intervals between the quartiles do not overlap.

    The clock and the throughput of a preliminary figure have no interval, so they are not compared. The area hardly
    depends on the seed, so it is compared where nothing but seeds is missing.

    Args:
        releases: In the order of time.
    """
    changed: list[FigureChange] = []
    for before, after in itertools.pairwise(releases):
        old = {(figure.core, figure.device, figure.recipe): figure for figure in before.figures}
        for new in after.figures:
            earlier = old.get((new.core, new.device, new.recipe))
            if earlier:
                changed += [
                    FigureChange(after.version, new.core, new.device, new.recipe, quantity, one, other)
                    for quantity, one, other in _quantities(earlier, new)
                    if one and other and (one[2] < other[1] or other[2] < one[1])
                ]
    return changed


def _quantities(old: ReleaseFigure, new: ReleaseFigure) -> list[tuple[str, Interval | None, Interval | None]]:
    return [
        ("clock in MHz", old.clock_mhz, new.clock_mhz),
        ("area", old.area, new.area),
        ("throughput in Mbit/s", old.throughput_mbit_s, new.throughput_mbit_s),
    ]
