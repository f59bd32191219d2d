# SPDX-License-Identifier: Apache-2.0
"""The cores of the catalogue that match a filter, with their figures on one device, best first."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from fairhash.base.errors import FairhashError, unknown_name
from fairhash.base.table import NONE, Table, number_text, table_of_texts
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.figures import energy
from fairhash.figures.figures import Figure, figures, own_best
from fairhash.figures.result_counts import figure_state
from fairhash.results.reader import under_main_name
from fairhash.results.schema import Result


@dataclass(frozen=True)
class CoreFilter:
    """Which cores are listed; an empty filter lists all."""

    text: str = ""
    """Beginning of a name of the core, of a further algorithm that it computes, or of a word of them. Case, dashes and
    slashes do not count."""
    algorithms: Collection[str] = field(default=())
    families: Collection[str] = field(default=())
    max_cells: int | None = None
    """Cores whose area on the device is unknown are left out too."""
    known: bool = False
    """Only those whose figure on the device is known."""


@dataclass(frozen=True)
class ListedCore:
    """A core and its figure on the device; None if it has no result there."""

    core: Core
    figure: Figure | None

    @property
    def cells(self) -> float | None:
        """Median of the area in logic cells needed, or in gate equivalents on standard cells."""
        return self.figure.area_cells.median if self.figure and self.figure.area_cells else None

    @property
    def clock_mhz(self) -> float | None:
        """Median of the effective clock."""
        return self.figure.clock_mhz.median if self.figure and self.figure.clock_mhz else None

    @property
    def throughput_mbit_s(self) -> float | None:
        """Median of the throughput for long messages."""
        return self.figure.throughput_mbit_s.median if self.figure and self.figure.throughput_mbit_s else None

    @property
    def throughput_per_cell(self) -> float | None:
        """Median in Mbit/s for each logic cell or gate equivalent."""
        return self.figure.ratio.median if self.figure and self.figure.ratio else None

    @property
    def energy_pj_per_bit(self) -> float | None:
        """On standard cells: energy for one bit of a long message at the achieved clock."""
        return energy.pj_per_bit(self.figure) if self.figure else None

    @property
    def state(self) -> str:
        """``known``, ``preliminary``, ``failed``, ``estimate`` or ``not measured``."""
        return figure_state(self.figure) if self.figure else "not measured"

    @property
    def data(self) -> dict[str, object]:
        """The row for programs: units are in the names, None where there is no value."""
        figure = self.figure
        return {
            "core": self.core.name,
            "other_names": self.core.other_names,
            **self.core.model_dump(mode="json", exclude={"source", "external"}),
            "cells": self.cells,
            "clock_mhz": self.clock_mhz,
            "throughput_mbit_s": self.throughput_mbit_s,
            "throughput_per_cell_mbit_s": self.throughput_per_cell,
            "energy_pj_per_bit": self.energy_pj_per_bit,
            "common_clock_energy_pj_per_bit": energy.common_clock_pj_per_bit(figure) if figure else None,
            "short_message_energy_pj": energy.short_message_pj(figure) if figure else None,
            "seeds": len(figure.succeeded) if figure else 0,
            "state": self.state,
            "why_preliminary": figure.preliminary if figure else "",
        }


def listed_cores(results: Iterable[Result], device: str, core_filter: CoreFilter) -> list[ListedCore]:
    """The cores that match, known figures first, then by throughput per cell, those without a figure last.

    Args:
        results: Stored results; those of other devices are ignored.
        device: Id of the FPGA or cell library.
        core_filter: Which cores.

    Raises:
        FairhashError: No core has such a name, algorithm or family, whatever its figures are.
    """
    named = [core for core in _named(all_cores(), core_filter.text) if _is_of(core, core_filter)]
    if not named:
        raise FairhashError(f"no core matches {_words(core_filter)}", "", "omit one of the filters")
    of_device = under_main_name(result for result in results if result.device == device)
    shown = {figure.first.core: figure for figure in own_best(figures(of_device))}
    listed = [ListedCore(core, shown.get(core.name)) for core in named]
    kept = [one for one in listed if _has_figure(one, core_filter)]
    return sorted(kept, key=lambda one: (one.state != "known", -(one.throughput_per_cell or 0.0), one.core.name))


def _named(cores: Mapping[str, Core], text: str) -> Sequence[Core]:
    """The cores with a name that has these words, or else one with words that begin so: `sha3` is not sha-384."""
    # a text such as `[` has no letters, and the beginning of a word is empty only without a filter
    for whole in (True, False) if _letters(text) or not text else ():
        if found := [core for core in cores.values() if any(_has_words(name, text, whole) for name in _names(core))]:
            return found
    algorithms = {name.partition("/")[0] for core in cores.values() for name in _names(core)}
    raise unknown_name("core or algorithm", text, sorted(algorithms), "fairhash list without a filter shows all")


def _names(core: Core) -> list[str]:
    return [core.name, *core.other_names, *(f"{algorithm}/{core.architecture}" for algorithm in core.also)]


def _has_words(name: str, text: str, whole: bool) -> bool:
    """Whether `text` is successive words of the name; if not `whole`, its last one may be the beginning of a word."""
    words, letters = re.split(r"[^a-z0-9]", name.lower()), _letters(text)
    spans = combinations(range(len(words) + 1), 2)
    if whole:
        return any("".join(words[first:last]) == letters for first, last in spans)
    return any("".join(words[first:last]).startswith(letters) for first, last in spans)


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _is_of(core: Core, core_filter: CoreFilter) -> bool:
    algorithms = {core.algorithm, *core.also}
    return (not core_filter.algorithms or bool(algorithms & set(core_filter.algorithms))) and (
        not core_filter.families or core.family in core_filter.families
    )


def _has_figure(one: ListedCore, core_filter: CoreFilter) -> bool:
    if core_filter.known and one.state != "known":
        return False
    return core_filter.max_cells is None or (one.cells is not None and one.cells <= core_filter.max_cells)


def _words(core_filter: CoreFilter) -> str:
    parts = [repr(core_filter.text)] if core_filter.text else []
    by_kind = {"algorithm": core_filter.algorithms, "family": core_filter.families}
    parts += [f"{kind} {', '.join(sorted(names))}" for kind, names in by_kind.items() if names]
    return " and ".join(parts)


def core_table(listed: Sequence[ListedCore]) -> Table:
    """The table that people read."""
    energies = any(one.energy_pj_per_bit is not None for one in listed)
    joules = ("pJ/bit",) if energies else ()
    head = ("core", "word", "cells", "MHz", "Mbit/s", "per cell", *joules, "seeds", "state", "also")
    return table_of_texts(head, [_row(one, energies) for one in listed], ("core", "state", "also"))


def _row(one: ListedCore, energies: bool) -> tuple[str, ...]:
    return (
        one.core.name,
        str(one.core.word_bits),
        number_text(one.cells, 0),
        number_text(one.clock_mhz, 1),
        number_text(one.throughput_mbit_s, 0),
        number_text(one.throughput_per_cell, 3),
        *((number_text(one.energy_pj_per_bit, 2),) if energies else ()),
        str(len(one.figure.succeeded)) if one.figure else NONE,
        one.state,
        one.core.also[-1] if one.core.also else NONE,
    )
