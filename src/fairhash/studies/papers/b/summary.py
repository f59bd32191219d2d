# SPDX-License-Identifier: Apache-2.0
"""The summary of paper B: goals of the lightweight cores, its conclusions, and correlations with its order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from fairhash.base.table import (
    Cell,
    Column,
    Columns,
    Preliminary,
    Table,
    column,
    csv_name,
    interval_cells,
    interval_columns,
    mark,
)
from fairhash.catalog.budget import Budget, find_budget
from fairhash.studies.papers.b import published
from fairhash.studies.papers.b.evidence import CoreSpeed, LightweightEvidence, single_block_cycles
from fairhash.studies.papers.b.figures import has_band
from fairhash.studies.papers.b.published import (
    ALL,
    CANDIDATES,
    FAMILIES,
    FINALISTS,
    FIRST_FAMILY,
    MESSAGES,
    SLICE_CELLS,
    Message,
    PublishedDesign,
)
from fairhash.studies.papers.b.trade_offs import architectures, curve, places
from fairhash.studies.papers.compared_cores import CoreOnDevice, core_link
from fairhash.studies.papers.estimate import Estimate
from fairhash.studies.papers.orders import (
    MIN_PAIRS,
    basis,
    coefficient_interval,
    permutation_share,
    spearman,
    spearman_over_items,
)
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, UNDECIDED


@dataclass(frozen=True)
class _Goal:
    """A design, and what its core should reach on the first device and on those whose cells are the budget's."""

    evidence: LightweightEvidence
    candidate: PublishedDesign
    devices: tuple[str, ...]

    def on(self, device: str) -> CoreOnDevice:
        """Return the core on a device."""
        return CoreOnDevice(self.evidence.ours, self.candidate.core, device)

    @cached_property
    def first(self) -> CoreOnDevice:
        """The core on the first device."""
        return self.on(self.evidence.devices[0])

    @cached_property
    def speed(self) -> CoreSpeed | None:
        """The speed of long messages on the first device."""
        return self.evidence.speed(self.candidate.core, self.evidence.devices[0], "long")

    @property
    def beyond(self) -> str:
        """What is beyond the budget."""
        figure = self.first.figure
        return figure.over_budget.removeprefix("over budget: ") if figure and figure.succeeded else ""

    @property
    def cycles_ratio(self) -> float | None:
        """Our cycles of a block over the paper's."""
        cycles, formula = self.evidence.cycles(self.candidate.core), published.formula(self.candidate)
        return cycles.formula.block / formula.block if cycles and formula else None

    @property
    def threshold(self) -> float | None:
        """The paper's throughput per cell, of which a slice has two."""
        per_slice = published.per_area(self.candidate, FIRST_FAMILY, "long")
        return per_slice / SLICE_CELLS if per_slice else None

    @property
    def is_known(self) -> bool:
        """Whether the speed is known."""
        return self.speed is not None and self.speed.per_cell.is_known

    @property
    def ratio(self) -> float | None:
        """Our throughput per cell over the threshold, if it may be divided."""
        figure = self.first.figure
        if self.speed is None or figure is None or figure.ratio_exclusion or not self.threshold:
            return None
        return self.speed.per_cell.value / self.threshold

    def verdict(self) -> str:
        """Return whether all goals are met, or why that is not known; empty for an algorithm that the paper lacks."""
        if published.formula(self.candidate) is None:
            return ""
        core = self.evidence.ours.cores.get(self.candidate.core)
        budget = find_budget(core) if core else None
        known = {device: self.evidence.ours.known_figure(self.candidate.core, device) for device in self.devices}
        fits = {
            device: within(figure.area_cells.median if figure and figure.area_cells else None, budget)
            for device, figure in known.items()
        }
        figure, first = self.first.figure, self.evidence.devices[0]
        checks = [
            fits.get(first),
            any_of([fit for device, fit in fits.items() if device != first]),
            not self.beyond if figure and figure.succeeded and not figure.preliminary else None,
            None if self.cycles_ratio is None else self.cycles_ratio <= 1,
            self.ratio >= 1 if self.ratio is not None and self.is_known else None,
        ]
        areas = (self.on(device).shown("area_cells") for device in self.devices)
        return verdict(checks, is_preliminary=any(isinstance(area, Preliminary) for area in areas))


def goals(evidence: LightweightEvidence) -> Table:
    """Return the area on each device, and on the first device what is compared with the paper."""
    devices = tuple(device for device in evidence.devices if has_band(device))
    first = evidence.devices[0]
    rows = [_Goal(evidence, candidate, devices) for candidate in ALL]

    def area(device: str) -> Columns[_Goal]:
        name = f"area_cells_{csv_name(device)}"
        return column(f"{device}: cells", lambda goal: goal.on(device).shown("area_cells"), 0, name)

    met = sum(goal.verdict() == "yes" for goal in rows)
    return Table.declare(
        "goals",
        "Budget, cycles and throughput per area",
        rows,
        (
            column("algorithm", lambda goal: core_link(goal.candidate.core, goal.candidate.name)),
            *map(area, devices),
            column("memory bits", lambda goal: goal.first.shown("memory_bits")),
            column("beyond the budget", lambda goal: goal.beyond),
            column("cycles per block / paper", lambda goal: goal.cycles_ratio, 2, "cycles_per_block_ratio"),
            column(
                "Mbit/s/cell",
                lambda goal: interval_cells(goal.speed.per_cell if goal.speed else None)[0],
                3,
                "mbit_s_per_cell",
            ),
            column("half of the paper's Mbit/s/slice", lambda goal: goal.threshold, 3, "published_mbit_s_per_cell"),
            column("ours / that", lambda goal: mark(goal.ratio, not goal.is_known), 2, "mbit_s_per_cell_ratio"),
            column("all met", _Goal.verdict),
            column("missing", lambda goal: goal.first.statement()),
        ),
        f"All met by {met} of {len(CANDIDATES)}. The budget: 1,200 cells of one LUT4 and one register (600 slices) "
        "and one block RAM of 18,432 bits with two ports of up to 32 bits; the columns of cells are the families "
        f"with such cells, and the area must be within the budget on {first} and on one more family. Cycles of a "
        "block: at most l + p of Table 2. Throughput per area: long messages on "
        f"{first}, against the paper's on Spartan-3 per cell, of which a slice has two. No process, device or tool "
        "is equal to the paper's, so this is a threshold and no comparison. Only known values meet or miss a goal.",
    )


def within(area: float | None, budget: Budget | None) -> bool | None:
    """Return whether an area is within the budget, or None if either is unknown."""
    return None if area is None or budget is None else area <= budget.logic_cells


def any_of(checks: Sequence[bool | None]) -> bool | None:
    """Return True if any check succeeded, False if all failed, None while that is undecided."""
    if True in checks:
        return True
    return False if checks and None not in checks else None


def verdict(checks: Sequence[bool | None], *, is_preliminary: bool = False) -> str:
    """Return `no` if any check of known values failed, `yes` if all succeeded, else why the row has no verdict.

    Args:
        checks: None for a check whose values are not known.
        is_preliminary: whether there are preliminary values.
    """
    if False in checks:
        return "no"
    if None not in checks:
        return "yes"
    return PRELIMINARY if is_preliminary else "unknown"


LEAST_DESIGNS = 3
"""An order of fewer designs supports no conclusion."""

Names = Callable[[list[PublishedDesign]], list[PublishedDesign]]


def _finalists(order: list[PublishedDesign]) -> list[PublishedDesign]:
    return [each for each in order if each in FINALISTS]


_CONCLUSIONS: tuple[tuple[str, Message, tuple[PublishedDesign, ...], Names], ...] = (
    ("4.1: Shabal is the first for long messages", "long", CANDIDATES, lambda order: order[:1]),
    (
        "4.1: designs with a long finalisation are the last for one block",
        "short",
        CANDIDATES,
        lambda order: order[-2:],
    ),
    ("4.3: order of the finalists, long messages", "long", FINALISTS, _finalists),
    ("order of the finalists, one block", "short", FINALISTS, _finalists),
)
"""Conclusion, kind of messages, the designs that it is about, and those that the order names."""


def claims(evidence: LightweightEvidence) -> Table:
    """Return one row for each conclusion: what the published values say, and what those of each device say."""
    rows = []
    for conclusion, message, among, names in _CONCLUSIONS:
        expected = {each: published.per_area(each, FIRST_FAMILY, message) or 0.0 for each in CANDIDATES}
        verdicts = [_conclusion(evidence, device, message, among, names) for device in evidence.devices]
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


def _conclusion(
    evidence: LightweightEvidence, device: str, message: Message, among: tuple[PublishedDesign, ...], names: Names
) -> str:
    undecided = evidence.undecided(among, device)
    if undecided:
        return f"{UNDECIDED}: {undecided}"
    return _text({each: speed.per_cell.value for each, speed in evidence.speeds(device, message).items()}, names)


def _text(values: Mapping[PublishedDesign, float], names: Names) -> str:
    if len(values) < LEAST_DESIGNS:
        return NOT_MEASURED
    order = sorted(values, key=lambda each: -values[each])
    return ", ".join(each.name for each in names(order)) or NOT_MEASURED


def _growth(evidence: LightweightEvidence, device: str) -> str:
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


_NAMES = {"long": "long", "short": "one block"}


def correlations(evidence: LightweightEvidence) -> Table:
    """Return Spearman's coefficient of each device with each published family, and of the families with the first."""
    rows: list[tuple[Cell, ...]] = []
    for message in MESSAGES:
        for device in evidence.devices:
            speeds = {candidate: speed.per_cell for candidate, speed in evidence.speeds(device, message).items()}
            rows += [_correlation(speeds, message, device, family) for family in FAMILIES]
            converted = with_published_cycles(evidence, speeds, message)
            rows.append(_correlation(converted, message, f"{device}, the paper's cycles", FIRST_FAMILY))
        rows += [_published_row(message, family) for family in FAMILIES if family != FIRST_FAMILY]
    return Table(
        "correlation",
        "Spearman's rank correlation of throughput per area",
        (
            Column("messages"),
            Column("device"),
            Column("published family"),
            Column("designs", key="designs_known"),
            *interval_columns("Spearman"),
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


def _correlation(
    speeds: Mapping[PublishedDesign, Estimate], message: Message, device: str, family: str
) -> tuple[Cell, ...]:
    expected = _published(list(speeds), family, message)
    estimates = list(speeds.values())
    values = [estimate.value for estimate in estimates]
    return (
        _NAMES[message],
        device,
        FAMILIES[family],
        basis(len(estimates), len(CANDIDATES), "designs"),
        *coefficient_interval(spearman, estimates, expected),
        *spearman_over_items(values, expected),
        permutation_share(values, expected),
    )


def with_published_cycles(
    evidence: LightweightEvidence, speeds: Mapping[PublishedDesign, Estimate], message: Message
) -> dict[PublishedDesign, Estimate]:
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


def _published(candidates: Sequence[PublishedDesign], family: str, message: Message) -> list[float]:
    return [published.per_area(candidate, family, message) or 0.0 for candidate in candidates]
