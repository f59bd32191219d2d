# SPDX-License-Identifier: Apache-2.0
"""What the study of today's hash functions finds, in a few lines: the best core by each measure, beside SHA-256."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairhash.catalog.core import MAIN_ARCHITECTURES
from fairhash.figures import energy
from fairhash.figures.figures import Figure
from fairhash.studies.papers.our_results import OurResults
from fairhash.studies.today.hashes import REFERENCE, DeployedCore, deployed_cores

SHORT_BYTES = 64
"""A block of SHA-256."""
_REFERENCE_ALGORITHM = REFERENCE.partition("/")[0]
_NAMES = {"highspeed": "high-speed", "lightweight": "lightweight"}

Value = Callable[[DeployedCore, Figure], float | None]
"""Of one core and its figure on a device, or None."""


@dataclass(frozen=True)
class Best:
    """The best core of one architecture by one measure."""

    deployed: DeployedCore
    value: float
    preliminary: str
    """Why its figure is preliminary; empty if it is known."""
    count: int
    """Cores of the architecture that have a value."""
    reference: float | None
    """The value of SHA-256's core of the architecture."""

    def text(self, places: int, unit: str) -> str:
        """E.g. ``BLAKE3 of 12 lightweight cores, 0.83 Mbit/s (preliminary; SHA-256 0.77)``."""
        notes = ["preliminary"] if self.preliminary else []
        if self.reference is not None and self.deployed.core.algorithm != _REFERENCE_ALGORITHM:
            notes.append(f"SHA-256 {self.reference:,.{places}f}")
        end = f" ({'; '.join(notes)})" if notes else ""
        among = f"{self.count} {_NAMES[self.deployed.core.architecture]} cores"
        return f"{self.deployed.function.name} of {among}, {self.value:,.{places}f} {unit}{end}"


def best(ours: OurResults, device: str, architecture: str, value: Value, *, least: bool = False) -> Best | None:
    """The core with the highest value on a device, known or preliminary but not stale; None if no core has one.

    Args:
        ours: our results.
        device: the device.
        architecture: only cores of this one.
        value: the measure.
        least: whether the lowest value is the best one.
    """
    found = [
        (number, one, figure.preliminary)
        for one in deployed_cores()
        if one.core.architecture == architecture
        and (figure := ours.figure(one.core.name, device))
        and not figure.ratio_exclusion
        and (number := value(one, figure)) is not None
    ]
    if not found:
        return None
    number, one, preliminary = (min if least else max)(found, key=lambda each: each[0])
    reference = next((each[0] for each in found if each[1].core.algorithm == _REFERENCE_ALGORITHM), None)
    return Best(one, number, preliminary, len(found), reference)


def _per_cell(_one: DeployedCore, figure: Figure) -> float | None:
    """Throughput of long messages over area."""
    return figure.ratio.median if figure.ratio else None


def _throughput(_one: DeployedCore, figure: Figure) -> float | None:
    return figure.throughput_mbit_s.median if figure.throughput_mbit_s else None


def _area(_one: DeployedCore, figure: Figure) -> float | None:
    return figure.area_cells.median if figure.area_cells else None


def _short_ns(one: DeployedCore, figure: Figure) -> float | None:
    return one.latency_ns(SHORT_BYTES, figure.clock_mhz.median) if figure.clock_mhz else None


def _pj_per_bit(_one: DeployedCore, figure: Figure) -> float | None:
    return energy.pj_per_bit(figure)


def lines(ours: OurResults, device: str, libraries: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """A heading and a text for each measure that any core has.

    Args:
        ours: our results.
        device: the FPGA.
        libraries: of standard cells, those with results.
    """
    measures: tuple[tuple[str, Value, bool, int, str], ...] = (
        ("Throughput per cell", _per_cell, False, 2, "Mbit/s"),
        ("Throughput of long messages", _throughput, False, 0, "Mbit/s"),
        ("Fewest cells", _area, True, 0, "cells"),
        (f"Fastest digest of {SHORT_BYTES} bytes", _short_ns, True, 0, "ns"),
    )
    found = [
        (f"{heading} on {device}", _text(ours, device, value, least, places, unit))
        for heading, value, least, places, unit in measures
    ]
    library = _with_most_energies(ours, libraries)
    if library:
        found.append((f"Least energy for a bit on {library}", _text(ours, library, _pj_per_bit, True, 2, "pJ")))
    return tuple((heading, text) for heading, text in found if text)


def _text(ours: OurResults, device: str, value: Value, least: bool, places: int, unit: str) -> str:  # noqa: PLR0917
    parts = []
    for architecture in MAIN_ARCHITECTURES:
        one = best(ours, device, architecture, value, least=least)
        if one:
            parts.append(one.text(places, unit))
    return f"{'; '.join(parts)}." if parts else ""


def _with_most_energies(ours: OurResults, libraries: Sequence[str]) -> str:
    """The library on which most cores have an energy; empty if none has one."""
    counts = {
        library: sum(
            bool((figure := ours.figure(one.core.name, library)) and energy.pj_per_bit(figure) is not None)
            for one in deployed_cores()
        )
        for library in libraries
    }
    most = max(counts, key=counts.__getitem__, default="")
    return most if counts.get(most) else ""


def message(ours: OurResults, device: str) -> str:
    """The title of the chart: the high-speed core of the most throughput per cell; empty without any figure."""
    one = best(ours, device, "highspeed", _per_cell)
    if one is None:
        return ""
    times = f", {one.value / one.reference:.1f} times SHA-256" if one.reference else ""
    mark = " (preliminary)" if one.preliminary else ""
    name = one.deployed.function.name
    return f"{name} has the most throughput per cell of {one.count} high-speed cores on {device}{times}{mark}"
