# SPDX-License-Identifier: Apache-2.0
"""Public cores and ours of the same algorithm side by side, one table for each algorithm."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from fairhash.base.table import NONE, Table, table_of_texts
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.figures.figures import OWN_BEST, Figure, figures
from fairhash.figures.measures import CELLS
from fairhash.studies.league.entries import League, LeagueEntry
from fairhash.studies.league.record import LeagueRow

DEVICE = "ecp5-85k-8"
RECIPE = MAIN_RECIPE
_NUMBERS = ("cells", "clock MHz", "Mbit/s", "Mbit/s per cell", "of our best", "1 block ns", "seeds")
_HEAD = ("core", "whose", "interface", *_NUMBERS, "recipe", "verified", "licence", "commit", "note")
_NOT_MEASURED = "not measured yet"
_SHOWN_DIGITS = 8
_OURS = "ours"


@dataclass(frozen=True)
class Line:
    """One core in the table of an algorithm."""

    core: str
    whose: str
    """The address of a public core's repository, without the protocol; or `ours`."""
    interface: str
    verified: str
    licence: str
    commit: str
    figure: Figure | None = None
    reason: str = ""
    """Why there is no figure, and the cure."""

    @property
    def is_ours(self) -> bool:
        """Whether it is a core of the catalogue."""
        return self.whose == _OURS

    @property
    def ratio(self) -> float | None:
        """Mbit/s per cell."""
        return self.figure.ratio.median if self.figure and self.figure.ratio else None


@dataclass(frozen=True)
class Group:
    """The cores of one algorithm: the measured ones first, by throughput per cell."""

    algorithm: str
    lines: tuple[Line, ...]
    near: str = ""
    """The other algorithm that cores of ours in the table compute; empty if they compute this one."""

    @property
    def best_of_ours(self) -> Line | None:
        """Ours with the highest throughput per cell by the league's recipe."""
        return max(filter(_is_common, self._ours), key=_ratio, default=None)

    @property
    def _ours(self) -> list[Line]:
        return [line for line in self.lines if line.is_ours]

    @property
    def ahead(self) -> list[Line]:
        """Public cores with more throughput per cell than our best, by the same recipe."""
        best = self.best_of_ours
        among = [line for line in self.lines if not line.is_ours and _is_common(line)]
        return [line for line in among if best and _ratio(line) > _ratio(best)]

    def sentence(self) -> str:
        """Whether a public core is ahead of ours, by how much."""
        near = f" Ours compute {self.near}." if self.near else ""
        return f"{self._comparison()}{self._certainty()}{near}"

    def _certainty(self) -> str:
        """How many of the compared figures are preliminary."""
        compared = [line for line in self.lines if _is_common(line)]
        preliminary = [line for line in compared if line.figure and line.figure.preliminary]
        if not preliminary or all(line.is_ours for line in compared) or self.best_of_ours is None:
            return ""
        return f" Preliminary: {len(preliminary)} of the {len(compared)} figures compared."

    def _comparison(self) -> str:
        best = self.best_of_ours
        if not best:
            return f"No figure of ours of {self.algorithm} by the recipe {RECIPE}."
        if not any(_is_common(line) for line in self.lines if not line.is_ours):
            return "No public core has a figure."
        if not self.ahead:
            return f"Ours are ahead: {best.core} has the most Mbit/s per cell."
        leads = ", ".join(f"{line.core} with {_ratio(line) / _ratio(best):.2f} of {best.core}" for line in self.ahead)
        return f"Ahead of ours per cell: {leads}."

    def table(self, name: Callable[[Line], str] = lambda line: line.core) -> Table:
        """The table.

        Args:
            name: what the first column shows.
        """
        best = self.best_of_ours
        rows = [_cells(line, best, name(line)) for line in self.lines]
        return table_of_texts(_HEAD, rows, tuple(heading for heading in _HEAD if heading not in _NUMBERS))


def groups(
    league: League,
    rows: Iterable[LeagueRow],
    ours: Iterable[Figure],
    verified: Callable[[Core], str] = lambda core: "",
) -> list[Group]:
    """The cores of each algorithm of the league, with those of ours that compute it.

    Args:
        league: the public cores.
        rows: what is stored of them.
        ours: figures of our cores in any comparison.
        verified: what is known of the verification of a core of ours.
    """
    by_name = {row.name: row for row in rows}
    public: dict[str, list[Line]] = {}
    for entry in league.entries.values():
        public.setdefault(entry.description.algorithm, []).append(_public_line(entry, by_name.get(entry.name)))
    for other in league.undescribed:
        line = Line(
            other.name,
            _address(other.origin.address),
            other.interface,
            "no description",
            other.origin.licence,
            other.origin.commit,
            reason=f"{other.reason} Cure: {other.cure}",
        )
        public.setdefault(other.algorithm, []).append(line)
    best = _chosen(ours)
    found = []
    for algorithm, lines in sorted(public.items()):
        near = league.beside.get(algorithm, "")
        every = sorted([*lines, *_our_lines(near or algorithm, best, verified)], key=_order)
        found.append(Group(algorithm, tuple(every), near))
    return found


def _chosen(ours: Iterable[Figure]) -> dict[str, Figure]:
    """The figure of each core on the league's device: by its recipe, or else by the one chosen for the core."""
    found: dict[str, Figure] = {}
    for figure in ours:
        is_common = figure.comparison == RECIPE
        if figure.first.device == DEVICE and figure.succeeded and (is_common or figure.comparison == OWN_BEST):
            name = figure.first.core
            if is_common or name not in found:
                found[name] = figure
    return found


def _our_lines(algorithm: str, chosen: Mapping[str, Figure], verified: Callable[[Core], str]) -> list[Line]:
    return [
        Line(name, _OURS, "our streams", verified(core), "Apache-2.0", "", chosen[name])
        for name, core in all_cores().items()
        if algorithm in (core.algorithm, *core.also) and name in chosen
    ]


def _public_line(entry: LeagueEntry, row: LeagueRow | None) -> Line:
    reason, verified, figure = _NOT_MEASURED, NONE, None
    if row is not None and row.digest == entry.origin.digest:
        own = [one for one in figures(row.results, CELLS) if (one.first.device, one.comparison) == (DEVICE, RECIPE)]
        figure = own[0] if own and own[0].succeeded else None
        reason, verified = entry.with_cure(row.reason), row.verified
    origin = entry.origin
    return Line(
        entry.core, _address(origin.address), entry.interface, verified, origin.licence, origin.commit, figure, reason
    )


def _address(address: str) -> str:
    return address.removeprefix("https://")


def _is_common(line: Line) -> bool:
    """Whether a line has a figure by the recipe of all."""
    return line.ratio is not None and line.figure is not None and line.figure.first.recipe == RECIPE


def _ratio(line: Line) -> float:
    return line.ratio or 0.0


def _order(line: Line) -> tuple[bool, float, str]:
    return line.figure is None, -_ratio(line), line.core


def _cells(line: Line, best: Line | None, name: str) -> tuple[str, ...]:
    figure = line.figure
    fixed = (line.verified or NONE, line.licence or NONE, line.commit[:_SHOWN_DIGITS] or NONE)
    if figure is None:
        return (name, line.whose, line.interface, *[NONE] * len(_NUMBERS), NONE, *fixed, line.reason)
    area, clock, speed = figure.area_cells, figure.clock_mhz, figure.throughput_mbit_s
    cycles = figure.first.measured_cycles
    block = (
        f"{cycles.formula.cycles(1, figure.first.io_ratio) / clock.median * 1000:,.0f}" if cycles and clock else NONE
    )
    share = f"{_ratio(line) / _ratio(best):.2f}" if best and _is_common(line) else NONE
    note = "; ".join(dict.fromkeys(part for part in (line.reason, figure.preliminary, figure.over_budget) if part))
    return (
        name,
        line.whose,
        line.interface,
        f"{area.median:,.0f}" if area else NONE,
        f"{clock.median:.1f}" if clock else NONE,
        f"{speed.median:,.0f}" if speed else NONE,
        f"{line.ratio:.3f}" if line.ratio is not None else NONE,
        share,
        block,
        str(len(figure.succeeded)),
        figure.first.recipe,
        *fixed,
        note or NONE,
    )
