# SPDX-License-Identifier: Apache-2.0
"""Reads a standard-cell library from its Liberty files, and chooses the cells that the flow needs."""

import fnmatch
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog import liberty
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.liberty import liberty_files
from fairhash.targets.cells.library import FlipFlop, InternalPower, Library, LibraryCell, Pin, read_table

_PREFIXES = {"f": 1e-15, "p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1.0}
_PACKAGE_FOLDER = Path("/usr/share/qflow")
_SEQUENTIAL = ("ff", "latch", "ff_bank", "latch_bank", "statetable")


def read_library(declared: CellLibrary) -> Library:
    """Read a library's files; cells that the declaration does not name are chosen by function and area.

    Raises:
        FairhashError: if a file cannot be read, or a cell or value that the flow needs is missing.
    """
    files = liberty_files(declared)
    stamps = tuple(_size_and_time(file) for file in files)
    return _read(declared, files, stamps)


def files_digest(files: Sequence[Path]) -> str:
    """SHA-256 of the files' contents, in order."""
    return hashlib.sha256(b"".join(hashlib.sha256(_bytes(file)).digest() for file in files)).hexdigest()


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise _unreadable_file(file, error) from error


def _size_and_time(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except OSError as error:
        raise _unreadable_file(file, error) from error
    return status.st_size, status.st_mtime_ns


def _unreadable_file(file: Path, error: OSError) -> FairhashError:
    """The hint depends on who provides the file: `./run --setup` installs packaged libraries, others are the user's."""
    hint = "run ./run --setup" if _PACKAGE_FOLDER in file.parents else liberty.HINT
    return FairhashError(f"cannot read the Liberty file: {error.strerror}", str(file), hint)


@lru_cache(maxsize=4)
def _read(declared: CellLibrary, files: tuple[Path, ...], _sizes_and_times: tuple[tuple[int, int], ...]) -> Library:
    parts = [liberty.read(file) for file in files]
    first, where = parts[0], str(files[0])
    templates = {group.name: group for part in parts for group in part.find("lu_table_template", "power_lut_template")}
    cells = {group.name: _cell(group, templates) for part in parts for group in part.find("cell")}
    usable = [
        cell
        for cell in cells.values()
        if cell.area > 0 and not any(fnmatch.fnmatchcase(cell.name, pattern) for pattern in declared.dont_use)
    ]
    groups = [group for part in parts for group in part.find("cell")]
    flip_flop = _flip_flop(groups, usable, where)
    return Library(
        name=first.name,
        files=files,
        digest=files_digest(files),
        voltage_v=first.number("nom_voltage") or _missing("nom_voltage", where),
        time_s=_unit(first.simple.get("time_unit", "1ns")),
        capacitance_f=_capacitance_unit(first),
        leakage_w=_unit(first.simple.get("leakage_power_unit", "1nW")),
        cells=cells,
        nand2=_existing_cell(declared.nand2, cells, where) or _smallest(usable, _NAND2, "two-input NAND", where),
        driver=_existing_cell(declared.driver, cells, where) or _smallest(usable, _BUFFER, "buffer", where),
        flip_flop=flip_flop,
        clock_transition=_clock_transition(groups, templates, flip_flop),
        dont_use=declared.dont_use,
    )


def _missing(attribute: str, where: str) -> float:
    raise FairhashError(f"the library does not define {attribute}", where, liberty.HINT)


def _unit(text: str) -> float:
    """Convert a unit of the Liberty file to SI units: ``1ns`` to seconds, ``10nW`` to watts."""
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzWVAF")
    return float(digits or 1) * _PREFIXES.get(text[len(digits) : -1], 1.0)


def _capacitance_unit(library: liberty.LibertyGroup) -> float:
    ((size, unit),) = library.complex.get("capacitive_load_unit", [("1", "pf")])
    return float(size) * _PREFIXES[unit.lower().removesuffix("f")]


def _cell(group: liberty.LibertyGroup, templates: dict[str, liberty.LibertyGroup]) -> LibraryCell:
    pins = {}
    for inner in group.find("pin"):
        for name in inner.arguments:
            pins[name] = _pin(name, inner, templates)
    clock = next((ff.simple.get("clocked_on", "") for ff in group.find("ff")), "")
    leakage = group.number("cell_leakage_power")
    if leakage is None:
        by_state = [value for part in group.find("leakage_power") if (value := part.number("value")) is not None]
        leakage = sum(by_state) / len(by_state) if by_state else 0.0
    return LibraryCell(
        name=group.name,
        area=group.number("area") or 0.0,
        leakage=leakage,
        pins=pins,
        sequential=any(True for _ in group.find(*_SEQUENTIAL)),
        latch=any(True for _ in group.find("latch", "latch_bank")),
        clock=next(iter(inputs_of(clock)), "") if clock else "",
    )


def _pin(name: str, group: liberty.LibertyGroup, templates: dict[str, liberty.LibertyGroup]) -> Pin:
    internal_power = []
    for power in group.find("internal_power"):
        both = next(power.find("power"), None)
        rise, fall = (next(power.find(kind), both) for kind in ("rise_power", "fall_power"))
        for related in power.simple.get("related_pin", "").split() or [""]:
            tables = [None if part is None else read_table(part, templates) for part in (rise, fall)]
            internal_power.append(InternalPower(related, *tables))
    direction = group.simple.get("direction", "")
    function = group.simple.get("function", "") if "three_state" not in group.simple else ""
    return Pin(name, direction == "output", group.number("capacitance") or 0.0, function, tuple(internal_power))


def _existing_cell(name: str, cells: dict[str, LibraryCell], where: str) -> str:
    if name and name not in cells:
        raise FairhashError(
            f"the library has no cell {name}", where, "omit the name to have a cell chosen by its function"
        )
    return name


_NAND2: tuple[int, Callable[[Sequence[bool]], bool]] = (2, lambda bits: not all(bits))
_BUFFER: tuple[int, Callable[[Sequence[bool]], bool]] = (1, lambda bits: bits[0])


def _smallest(
    cells: Iterable[LibraryCell], required: tuple[int, Callable[[Sequence[bool]], bool]], description: str, where: str
) -> str:
    """The smallest cell that computes the required function; the first by name if several are equally small."""
    input_count, function = required
    suitable = [(cell.area, cell.name) for cell in cells if _computes(cell, input_count, function)]
    if not suitable:
        raise FairhashError(f"the library has no {description}", where, liberty.HINT)
    return min(suitable)[1]


def _computes(cell: LibraryCell, input_count: int, function: Callable[[Sequence[bool]], bool]) -> bool:
    outputs = [pin for pin in cell.pins.values() if pin.output]
    inputs = [pin.name for pin in cell.pins.values() if not pin.output]
    if (
        cell.sequential
        or len(outputs) != 1
        or len(inputs) != input_count
        or inputs_of(outputs[0].function) != set(inputs)
    ):
        return False
    return all(
        evaluate(outputs[0].function, dict(zip(inputs, bits, strict=True))) == function(bits)
        for bits in product((False, True), repeat=input_count)
    )


def _flip_flop(groups: Iterable[liberty.LibertyGroup], usable: Sequence[LibraryCell], where: str) -> FlipFlop:
    """The smallest plain flip-flop, for the frame's registers; an inverted output does not matter there."""
    areas = {cell.name: cell.area for cell in usable}
    suitable = [
        (areas[group.name], flip_flop)
        for group in groups
        if group.name in areas
        for ff in group.find("ff")
        if (flip_flop := _plain_flip_flop(group, ff)) is not None
    ]
    if not suitable:
        raise FairhashError("the library has no plain rising-edge flip-flop", where, liberty.HINT)
    return min(suitable, key=lambda entry: (entry[0], entry[1].cell))[1]


def _plain_flip_flop(group: liberty.LibertyGroup, ff: liberty.LibertyGroup) -> FlipFlop | None:
    """The pins of a rising-edge flip-flop whose only inputs are clock and data; None for any other cell."""
    clock = ff.simple.get("clocked_on", "").strip("() ")
    data = ff.simple.get("next_state", "").strip("()!' ")
    directions = {name: pin.simple.get("direction", "") for pin in group.find("pin") for name in pin.arguments}
    inputs = {name for name, direction in directions.items() if direction == "input"}
    by_state = {
        pin.simple.get("function", "").strip("() "): name for pin in group.find("pin") for name in pin.arguments
    }
    outputs = [by_state[state] for state in ff.arguments if state in by_state]
    if inputs != {clock, data} or not outputs or "clear" in ff.simple or "preset" in ff.simple:
        return None
    return FlipFlop(group.name, clock, data, outputs[0])


def _clock_transition(
    groups: Iterable[liberty.LibertyGroup], templates: dict[str, liberty.LibertyGroup], flip_flop: FlipFlop
) -> float:
    """The shortest clock transition in the tables of the clock-to-output arcs; 0 if the tables have no such axis."""
    cell = next(group for group in groups if group.name == flip_flop.cell)
    pin = next(pin for pin in cell.find("pin") if flip_flop.output in pin.arguments)
    shortest = [
        delays.transitions[0]
        for timing in pin.find("timing")
        if timing.simple.get("related_pin") == flip_flop.clock
        for part in timing.find("cell_rise", "cell_fall")
        if (delays := read_table(part, templates)) is not None
    ]
    return min(shortest, default=0.0)


_FUNCTION_TOKEN = re.compile(r"\s*([A-Za-z_][\w\[\]]*|[01()!'&*+|^])")


@cache
def _function_tokens(function: str) -> tuple[str, ...]:
    return tuple(_FUNCTION_TOKEN.findall(function))


def inputs_of(function: str) -> frozenset[str]:
    """The names of the inputs in a function."""
    return frozenset(token for token in _function_tokens(function) if token[0].isalpha() or token[0] == "_")


def evaluate(function: str, values: Mapping[str, bool]) -> bool:
    """Return the value of a function in Liberty's syntax for the given input values.

    Operators in order of precedence: not (``!`` before, ``'`` after an operand), exclusive-or (``^``), and (``&``,
    ``*`` or juxtaposition), or (``+``, ``|``).

    Raises:
        ValueError: if the function is not in Liberty's syntax.
    """
    parser = _FunctionParser(_function_tokens(function), values)
    try:
        value = parser.parse_or()
    except IndexError as error:
        raise ValueError(f"unreadable function {function!r}") from error
    if parser.remaining:
        raise ValueError(f"unreadable function {function!r}")
    return value


class _FunctionParser:
    def __init__(self, tokens: tuple[str, ...], values: Mapping[str, bool]) -> None:
        self.remaining = list(tokens)
        self.values = values

    def parse_or(self) -> bool:
        value = self._parse_and()
        while self.remaining and self.remaining[0] in "+|":
            self.remaining.pop(0)
            value = self._parse_and() or value
        return value

    def _parse_and(self) -> bool:
        value = self._parse_xor()
        while self.remaining and self.remaining[0] not in "+|)":
            if self.remaining[0] in "&*":
                self.remaining.pop(0)
            value = self._parse_xor() and value
        return value

    def _parse_xor(self) -> bool:
        value = self._parse_operand()
        while self.remaining and self.remaining[0] == "^":
            self.remaining.pop(0)
            value ^= self._parse_operand()
        return value

    def _parse_operand(self) -> bool:
        token = self.remaining.pop(0)
        if token == "!":
            return not self._parse_operand()
        if token == "(":
            value = self.parse_or()
            if self.remaining.pop(0) != ")":
                raise IndexError
        elif token in self.values:
            value = self.values[token]
        elif token in "01":
            value = token == "1"
        else:
            raise IndexError
        while self.remaining and self.remaining[0] == "'":
            self.remaining.pop(0)
            value = not value
        return value
