# SPDX-License-Identifier: Apache-2.0
"""Our figures for paper A: which devices stand for its families, and what there is of each core on each of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from fairhash.analysis.figures import Figure, figures, own_best
from fairhash.catalog.core import Core
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.papers.a.algorithms import ALL, STRUCTURED_AS_PRINT, VARIANTS, Bits, Candidate
from fairhash.results.schema import Result

NO_CORE = "no core yet"
MISSING = "not measured"
NOT_AVAILABLE = "N/A"
"""As print has it: it was tried, and does not fit or route."""
NOT_RANKED = "not ranked"
"""There is a figure that is not known to be right."""

FIRST_FAMILY = "ecp5"
FIRST_DEVICE = "ecp5-85k-8"
"""Shown where nothing was measured yet."""


@dataclass(frozen=True)
class Ours:
    """What was measured of the thirty cores, each by the recipe that suits it best."""

    figures: Mapping[tuple[str, str], Figure]
    """By core and device."""
    cores: Mapping[str, Core]
    """Those the checkout has."""
    devices: tuple[str, ...]
    """One for each family."""
    vendors: Mapping[str, str]
    """Of the devices."""
    tried: Mapping[tuple[str, str], int]
    """How many recipes, by core and device."""
    mapped: Mapping[tuple[str, str], int]
    """Areas by core and device where there was nothing but mapping."""
    left_out: tuple[str, ...] = ()
    """Devices of families that another one stands for."""
    registers_count: bool = False
    """Whether an area is at least the number of registers, as in slices that have one for each function."""
    as_print: bool = False
    """Whether cores structured as print's stand for ours where they were measured."""

    @staticmethod
    def of(
        results: Iterable[Result],
        cores: Iterable[Core],
        vendors: Mapping[str, str],
        asked: Sequence[str] = (),
        *,
        registers_count: bool = False,
        as_print: bool = False,
    ) -> "Ours":
        """Those of the paper's cores on FPGAs; `asked` are the devices shown where there are no results at all."""
        names = {candidate.core(bits) for candidate in ALL for bits in VARIANTS}
        told = _structured_as_print(list(results)) if as_print else results
        kept = [result for result in told if result.core in names and result.area_unit != GATE_EQUIVALENT]
        mapped = [result for result in kept if _mapped_only(result)]
        placed = [result for result in kept if not _mapped_only(result)]
        if registers_count:
            placed = [_at_least_registers(result) for result in placed]
        by_recipe = figures(placed)
        best = {(figure.first.core, figure.first.device): figure for figure in own_best(by_recipe)}
        chosen, others = _devices(list(best.values()))
        declared = {core.name: core for core in cores if core.name in names}
        tried = Counter((figure.first.core, figure.first.device) for figure in by_recipe)
        areas = {
            (result.core, result.device): result.resources.area_cells
            for result in sorted(mapped, key=lambda result: result.date)
            if result.resources
        }
        return Ours(
            best,
            declared,
            chosen or tuple(asked) or (FIRST_DEVICE,),
            vendors,
            tried,
            areas,
            others,
            registers_count,
            as_print,
        )

    @property
    def counting(self) -> str:
        """What a title says of the areas behind its other words."""
        structure = ", Shabal structured as print's" if self.as_print else ""
        return structure + (", registers counted" if self.registers_count else "")

    @cached_property
    def shown(self) -> list[Figure]:
        """Figures with a clock and an area on the chosen devices, whether they may be ranked or not."""
        return [figure for (_, device), figure in self.figures.items() if figure.good and device in self.devices]

    @cached_property
    def averaged(self) -> tuple[str, ...]:
        """The devices whose values make an overall one: those where most cores were tried.

        A family that is still being measured would have some candidates compared over it and others not.
        """
        tried = Counter(device for _, device in self.figures)
        most = max(tried[device] for device in self.devices)
        return tuple(device for device in self.devices if tried[device] == most)

    def vendor(self, device: str) -> str:
        """Who makes the device; the device itself where nobody told."""
        return self.vendors.get(device, device)

    def by_vendor(self) -> dict[str, list[str]]:
        """The chosen devices of each vendor."""
        groups: dict[str, list[str]] = {}
        for device in self.devices:
            groups.setdefault(self.vendor(device), []).append(device)
        return groups

    def figure(self, candidate: Candidate, bits: Bits, device: str) -> Figure | None:
        """Whatever is known of it there."""
        return self.figures.get((candidate.core(bits), device))

    def usable(self, candidate: Candidate, bits: Bits, device: str) -> Figure | None:
        """The figure, if ratios may be made of it."""
        figure = self.figure(candidate, bits, device)
        return figure if figure and not figure.doubt and figure.ratio else None

    def recipe(self, candidate: Candidate, bits: Bits, device: str) -> str:
        """The recipe its figure is by, and of how many: who is tried by more is more often seen at its best."""
        figure = self.figure(candidate, bits, device)
        if figure is None or not figure.good:
            return ""
        return f"recipe {figure.first.recipe}, of {self.tried[figure.first.core, device]}"

    def absence(self, candidate: Candidate, bits: Bits, device: str) -> str:
        """The word in place of a value; nothing where there is one."""
        figure = self.figure(candidate, bits, device)
        if figure is None:
            return MISSING if candidate.core(bits) in self.cores else NO_CORE
        if not figure.good:
            return NOT_AVAILABLE
        return NOT_RANKED if figure.doubt or not figure.ratio else ""

    def reason(self, candidate: Candidate, bits: Bits, device: str) -> str:
        """What must be said of it there."""
        figure = self.figure(candidate, bits, device)
        if figure is None:
            return ""
        parts = dict.fromkeys(part for part in (figure.doubt, figure.failures) if part)
        return " ".join("; ".join(parts).split())


def _at_least_registers(result: Result) -> Result:
    """As if nothing but functions and registers side by side could share a cell."""
    used = result.resources
    if used is None:
        return result
    larger = used.model_copy(update={"area_cells": max(used.area_cells, used.flip_flops)})
    return result.model_copy(update={"resources": larger})


def _structured_as_print(results: list[Result]) -> list[Result]:
    """With what was measured of such a core under the name of ours, and nothing of ours on the same device."""
    ours = {other: core for core, other in STRUCTURED_AS_PRINT.items()}
    replaced = {(ours[result.core], result.device) for result in results if result.core in ours}
    kept = [result for result in results if (result.core, result.device) not in replaced]
    return [result.model_copy(update={"core": ours[result.core]}) if result.core in ours else result for result in kept]


def _mapped_only(result: Result) -> bool:
    """An area without a clock: an estimate for a family that cannot be placed. A bad run has neither."""
    return result.resources is not None and result.achieved is None


def _devices(known: list[Figure]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The device of each family with most figures that may enter ratios: ECP5's first, then by how many; the others."""
    counts: dict[str, int] = {}
    families: dict[str, list[str]] = {}
    for figure in known:
        device = figure.first.device
        if device not in counts:
            families.setdefault(figure.first.device_family, []).append(device)
        counts[device] = counts.get(device, 0) + (not figure.doubt)
    best = {family: min(group, key=lambda device: (-counts[device], device)) for family, group in families.items()}
    order = sorted(best, key=lambda family: (family != FIRST_FAMILY, -counts[best[family]], best[family]))
    chosen = tuple(best[family] for family in order)
    return chosen, tuple(sorted(device for device in counts if device not in chosen))
