# SPDX-License-Identifier: Apache-2.0
"""What the bench needs to know of a library of cells, from its Liberty files."""

import fnmatch
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path

from fairhash.catalog import liberty
from fairhash.catalog.device import CellLibrary
from fairhash.errors import FairhashError
from fairhash.targets.cells.function import evaluate, inputs_of
from fairhash.targets.cells.tables import Table, table

_PREFIXES = {"f": 1e-15, "p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1.0}
_PACKAGED = Path("/usr/share/qflow")
_STATEFUL = ("ff", "latch", "ff_bank", "latch_bank", "statetable")


@dataclass(frozen=True)
class Energy:
    """One internal_power group: energy a transition of the pin costs inside the cell, in units of `energy_j`."""

    related: str
    """The input whose change causes it; empty for power of the pin's own transition."""
    rise: Table | None
    fall: Table | None


@dataclass(frozen=True)
class Pin:
    """One pin; capacitance in the library's unit."""

    name: str
    output: bool
    capacitance: float
    function: str
    energies: tuple[Energy, ...]


@dataclass(frozen=True)
class FlipFlop:
    """A flip-flop of a rising clock without set, reset or enable, by its pins."""

    cell: str
    clock: str
    data: str
    output: str


@dataclass(frozen=True)
class Cell:
    """One cell; area in the library's unit (µm² by custom), leakage in units of `leakage_w`."""

    name: str
    area: float
    leakage: float
    pins: dict[str, Pin]
    stateful: bool
    latch: bool
    clock: str
    """The clock pin of a flip-flop."""


@dataclass(frozen=True)
class Library:
    """A library at one corner. Units: seconds, farads, watts and joules for one of the file's own."""

    name: str
    files: tuple[Path, ...]
    digest: str
    """SHA-256 of the files' contents in order."""
    voltage_v: float
    time_s: float
    capacitance_f: float
    leakage_w: float
    cells: dict[str, Cell]
    nand2: str
    driver: str
    flip_flop: FlipFlop
    clock_transition: float
    """Of an ideal clock's edge: the shortest the flip-flop was characterised for."""
    dont_use: tuple[str, ...]

    @property
    def energy_j(self) -> float:
        """What one unit of internal energy is: the unit of capacitance times a volt squared."""
        return self.capacitance_f

    def gate_equivalents(self, area: float) -> float:
        """An area in two-input NANDs."""
        return area / self.cells[self.nand2].area


def read_library(declared: CellLibrary) -> Library:
    """The library with what its declaration leaves open found in its files; FairhashError for one that cannot do."""
    stamps = tuple(_stamp(file) for file in declared.liberty)
    return _read(declared, stamps)


def files_digest(files: Sequence[Path]) -> str:
    """SHA-256 of the contents."""
    return hashlib.sha256(b"".join(hashlib.sha256(_bytes(file)).digest() for file in files)).hexdigest()


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise _absent(file, error) from error


def _stamp(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError as error:
        raise _absent(file, error) from error
    return found.st_size, found.st_mtime_ns


def _absent(file: Path, error: OSError) -> FairhashError:
    """What belongs to a package is the setup's to bring, other files are the user's."""
    hint = "run ./run --setup" if _PACKAGED in file.parents else liberty.HINT
    return FairhashError(f"cannot read the Liberty file: {error.strerror}", str(file), hint)


@lru_cache(maxsize=4)
def _read(declared: CellLibrary, _stamps: tuple[tuple[int, int], ...]) -> Library:
    parts = [liberty.read(file) for file in declared.liberty]
    first, where = parts[0], str(declared.liberty[0])
    templates = {group.name: group for part in parts for group in part.of("lu_table_template", "power_lut_template")}
    cells = {group.name: _cell(group, templates) for part in parts for group in part.of("cell")}
    usable = [
        cell
        for cell in cells.values()
        if cell.area > 0 and not any(fnmatch.fnmatchcase(cell.name, unwanted) for unwanted in declared.dont_use)
    ]
    groups = [group for part in parts for group in part.of("cell")]
    flip_flop = _flip_flop(groups, usable, where)
    return Library(
        name=first.name,
        files=declared.liberty,
        digest=files_digest(declared.liberty),
        voltage_v=first.number("nom_voltage") or _missing("nom_voltage", where),
        time_s=_unit(first.simple.get("time_unit", "1ns")),
        capacitance_f=_capacitance_unit(first),
        leakage_w=_unit(first.simple.get("leakage_power_unit", "1nW")),
        cells=cells,
        nand2=_named(declared.nand2, cells, where) or _smallest(usable, _NAND2, "two-input NAND", where),
        driver=_named(declared.driver, cells, where) or _smallest(usable, _BUFFER, "buffer", where),
        flip_flop=flip_flop,
        clock_transition=_clock_transition(groups, templates, flip_flop),
        dont_use=declared.dont_use,
    )


def _missing(what: str, where: str) -> float:
    raise FairhashError(f"the library says no {what}", where, liberty.HINT)


def _unit(text: str) -> float:
    """``1ns`` in seconds, ``10nW`` in watts."""
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzWVAF")
    return float(digits or 1) * _PREFIXES.get(text[len(digits) : -1], 1.0)


def _capacitance_unit(library: liberty.Group) -> float:
    ((size, unit),) = library.complex.get("capacitive_load_unit", [("1", "pf")])
    return float(size) * _PREFIXES[unit.lower().removesuffix("f")]


def _cell(group: liberty.Group, templates: dict[str, liberty.Group]) -> Cell:
    pins = {}
    for inner in group.of("pin"):
        for name in inner.arguments:
            pins[name] = _pin(name, inner, templates)
    clocked = next((ff.simple.get("clocked_on", "") for ff in group.of("ff")), "")
    leakage = group.number("cell_leakage_power")
    if leakage is None:
        found = [value for part in group.of("leakage_power") if (value := part.number("value")) is not None]
        leakage = sum(found) / len(found) if found else 0.0
    return Cell(
        name=group.name,
        area=group.number("area") or 0.0,
        leakage=leakage,
        pins=pins,
        stateful=any(True for _ in group.of(*_STATEFUL)),
        latch=any(True for _ in group.of("latch", "latch_bank")),
        clock=next(iter(inputs_of(clocked)), "") if clocked else "",
    )


def _pin(name: str, group: liberty.Group, templates: dict[str, liberty.Group]) -> Pin:
    energies = []
    for power in group.of("internal_power"):
        both = next(power.of("power"), None)
        rise, fall = (next(power.of(kind), both) for kind in ("rise_power", "fall_power"))
        for related in power.simple.get("related_pin", "").split() or [""]:
            tables = [None if part is None else table(part, templates) for part in (rise, fall)]
            energies.append(Energy(related, *tables))
    direction = group.simple.get("direction", "")
    function = group.simple.get("function", "") if "three_state" not in group.simple else ""
    return Pin(name, direction == "output", group.number("capacitance") or 0.0, function, tuple(energies))


def _named(name: str, cells: dict[str, Cell], where: str) -> str:
    if name and name not in cells:
        raise FairhashError(f"the library has no cell {name}", where, "leave it out to have one chosen")
    return name


_NAND2: tuple[int, Callable[[Sequence[bool]], bool]] = (2, lambda bits: not all(bits))
_BUFFER: tuple[int, Callable[[Sequence[bool]], bool]] = (1, lambda bits: bits[0])


def _smallest(
    cells: Iterable[Cell], wanted: tuple[int, Callable[[Sequence[bool]], bool]], what: str, where: str
) -> str:
    """The cell of least area, then least name, that computes the wanted function."""
    count, function = wanted
    found = [(cell.area, cell.name) for cell in cells if _computes(cell, count, function)]
    if not found:
        raise FairhashError(f"the library has no {what}", where, liberty.HINT)
    return min(found)[1]


def _computes(cell: Cell, count: int, function: Callable[[Sequence[bool]], bool]) -> bool:
    outputs = [pin for pin in cell.pins.values() if pin.output]
    inputs = [pin.name for pin in cell.pins.values() if not pin.output]
    if cell.stateful or len(outputs) != 1 or len(inputs) != count or inputs_of(outputs[0].function) != set(inputs):
        return False
    return all(
        evaluate(outputs[0].function, dict(zip(inputs, bits, strict=True))) == function(bits)
        for bits in product((False, True), repeat=count)
    )


def _flip_flop(groups: Iterable[liberty.Group], usable: Sequence[Cell], where: str) -> FlipFlop:
    """The smallest plain one, of which the frame is made; whether it inverts does not matter there."""
    areas = {cell.name: cell.area for cell in usable}
    found = [
        (areas[group.name], made)
        for group in groups
        if group.name in areas
        for ff in group.of("ff")
        if (made := _plain(group, ff)) is not None
    ]
    if not found:
        raise FairhashError("the library has no plain rising-edge flip-flop", where, liberty.HINT)
    return min(found, key=lambda entry: (entry[0], entry[1].cell))[1]


def _plain(group: liberty.Group, ff: liberty.Group) -> FlipFlop | None:
    """The cell's pins if it is a flip-flop of a rising clock with data and nothing else."""
    clock = ff.simple.get("clocked_on", "").strip("() ")
    data = ff.simple.get("next_state", "").strip("()!' ")
    directions = {name: pin.simple.get("direction", "") for pin in group.of("pin") for name in pin.arguments}
    inputs = {name for name, direction in directions.items() if direction == "input"}
    by_state = {pin.simple.get("function", "").strip("() "): name for pin in group.of("pin") for name in pin.arguments}
    outputs = [by_state[state] for state in ff.arguments if state in by_state]
    if inputs != {clock, data} or not outputs or "clear" in ff.simple or "preset" in ff.simple:
        return None
    return FlipFlop(group.name, clock, data, outputs[0])


def _clock_transition(
    groups: Iterable[liberty.Group], templates: dict[str, liberty.Group], flip_flop: FlipFlop
) -> float:
    """The least transition of the clock in the tables of clock to output; 0 where they do not depend on it."""
    cell = next(group for group in groups if group.name == flip_flop.cell)
    pin = next(pin for pin in cell.of("pin") if flip_flop.output in pin.arguments)
    shortest = [
        found.transitions[0]
        for timing in pin.of("timing")
        if timing.simple.get("related_pin") == flip_flop.clock
        for part in timing.of("cell_rise", "cell_fall")
        if (found := table(part, templates)) is not None
    ]
    return min(shortest, default=0.0)
