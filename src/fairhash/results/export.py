# SPDX-License-Identifier: Apache-2.0
"""Export of results as JSON Lines, CSV and SQLite, and import of the first two."""

import contextlib
import csv
import io
import json
import math
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import NoneType
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.catalog.targets import targets
from fairhash.results.schema import Clocks, Result

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that no result contains: they hide text in a terminal. Tabs and line breaks occur in tools' messages."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ .,:+/()@%-]*")
"""The names of cores, devices and recipes, which pages and tables show and files are named after."""
_LONGEST_NAME = 200
_FILE_NAMES = ("device", "recipe")
"""Of these, the names of files."""
_NAMES = ("core", "algorithm", "device", "device_family", "area_unit", "recipe")
_CRLF = "\r\n"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
"""First characters of cells that a spreadsheet would evaluate, and the one that is written before such a cell."""


def write_json_lines(results: Iterable[Result], file: Path) -> None:
    """Write one result a line; the format is docs/result.schema.json."""
    files.write_text(file, "".join(result.model_dump_json() + "\n" for result in results))


def read_json_lines(file: Path) -> list[Result]:
    """Read a JSON Lines file; a FairhashError gives the number of a wrong line."""
    return [result for result, _ in parse_json_lines(file)]


def parse_json_lines(file: Path) -> list[tuple[Result, str]]:
    """Read a JSON Lines file: each result with its line."""
    lines = files.read_text(file).split("\n")
    return [(_validate(line, f"{file}:{number}"), line) for number, line in enumerate(lines, 1) if line.strip()]


def read_folder(folder: Path) -> list[Result]:
    """Read all *.jsonl files below a folder, such as the committed results/; none if the folder does not exist."""
    return [result for file in sorted(folder.rglob("*.jsonl")) for result in read_json_lines(file)]


def write_csv(results: Iterable[Result], file: Path) -> None:
    """Write one result a row: nested fields as columns ``part.field``, lists as JSON, missing values as empty cells.

    A cell of text that a spreadsheet would evaluate begins with an apostrophe.
    """
    columns = dict(_columns(Result))
    dumps = (result.model_dump(mode="json") for result in results)
    rows = ([_cell(data, name.split("."), column) for name, column in columns.items()] for data in dumps)
    files.write_text(file, "".join(map(_csv_line, chain([columns], rows))))


def _csv_line(cells: Iterable[str]) -> str:
    """A row with its line feed; a cell with a carriage return is quoted too, as the reader needs it."""
    text = io.StringIO()
    # the writer quotes cells with a character of the end of the line only
    csv.writer(text, lineterminator=_CRLF).writerow(cells)
    return f"{text.getvalue()[: -len(_CRLF)]}\n"


def read_csv(file: Path) -> list[Result]:
    """Read a CSV file written by write_csv(); a FairhashError gives the line number of a wrong row."""
    columns = dict(_columns(Result))
    reader = csv.DictReader(io.StringIO(files.read_text(file), newline=""), strict=True)
    results = []
    try:
        if set(reader.fieldnames or ()) != set(columns):
            raise FairhashError("not a CSV file of results", str(file), "write one with fairhash results export")
        for row in reader:
            where = f"{file}:{reader.line_num}"
            if None in row or None in row.values():
                what = "more" if None in row else "fewer"
                raise FairhashError(f"a row with {what} cells than columns", where, "fix the row")
            results.append(_validate(json.dumps(_nested(row, columns, where)), where))
    except csv.Error as error:
        raise FairhashError(f"not a CSV file: {error}", f"{file}:{reader.line_num}", "fix the row") from error
    return results


def write_sqlite(results: Iterable[Result], file: Path) -> None:
    """Write a SQLite database with the table `results`: one result a row, the columns of write_csv().

    Numbers are numbers, lists are JSON, and missing values are NULL.
    """
    names = list(dict(_columns(Result)))
    with files.replacement(file) as new, contextlib.closing(sqlite3.connect(new)) as database:
        # a column without a type stores a text as it is, also one that looks like a number
        database.execute("CREATE TABLE results (" + ", ".join(f'"{name}"' for name in names) + ")")
        insert = f"INSERT INTO results VALUES ({', '.join('?' for _ in names)})"
        dumps = (result.model_dump(mode="json") for result in results)
        database.executemany(insert, ([_sqlite_value(data, name.split(".")) for name in names] for data in dumps))
        database.commit()


def read(source: Path) -> list[Result]:
    """Read a CSV or JSON Lines file, or all *.jsonl files below a folder."""
    if source.is_dir():
        return read_folder(source)
    return (read_csv if source.suffix.lower() == ".csv" else read_json_lines)(source)


def _validate(text: str, where: str) -> Result:
    hint = "see docs/result.schema.json"
    try:
        # strict: no `true` in place of a 1, no text in place of a number
        result = Result.model_validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        entry = ".".join(str(part) for part in first["loc"])[:_LONGEST_NAME] or "the line"
        raise FairhashError(f"not a result: {entry}: {first['msg'][:_LONGEST_NAME]}", where, hint) from error
    for name in _NAMES:
        value = getattr(result, name)
        is_path = ".." in value or "//" in value or value.endswith("/") or ("/" in value and name in _FILE_NAMES)
        if not _NAME.fullmatch(value) or is_path or len(value) > _LONGEST_NAME:
            raise FairhashError(f"not a result: {name}: {value[:60]!r} is not a name", where, hint)
    if problem := contradiction(result):
        raise FairhashError(f"not a result: {problem}", where, hint)
    for entry, value in _texts(result.model_dump(mode="python", exclude={"date"})):
        if match := _CONTROL.search(value):
            raise FairhashError(f"not a result: {entry}: the control character {match[0]!r}", where, hint)
    return result


def _texts(value: Any, entry: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a result, with its entry."""
    if isinstance(value, str):
        yield entry, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _texts(name, entry)
            yield from _texts(part, f"{entry}.{name}".removeprefix("."))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part, entry)


@dataclass(frozen=True)
class _Column:
    is_text: bool
    """Whether its cells are plain text; otherwise they are JSON."""
    is_optional: bool
    """Whether the field may have no value, which is an empty cell in a column of text and null in one of JSON."""


def _columns(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, _Column]]:
    """Each column with its name."""
    for name, field in model.model_fields.items():
        choices = [choice for choice in get_args(field.annotation) if choice is not NoneType]
        is_optional = bool(choices) and NoneType in get_args(field.annotation)
        kind: Any = choices[0] if is_optional else field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _columns(kind, f"{prefix}{name}.")
        else:
            is_text = TypeAdapter(kind).json_schema(mode="serialization").get("type") == "string"
            yield prefix + name, _Column(is_text, is_optional)


def _cell(data: Any, path: list[str], column: _Column) -> str:
    for name in path:
        if data is None:
            return ""
        data = data[name]
    if data is None and column.is_text:
        return ""
    if isinstance(data, str) and column.is_text:
        return f"'{data}" if data.startswith(_FORMULA) else data
    return data if isinstance(data, str) else json.dumps(data)


def _sqlite_value(data: Any, path: list[str]) -> Any:
    for name in path:
        if data is None:
            return None
        data = data[name]
    return json.dumps(data) if isinstance(data, dict | list) else data


def _nested(row: dict[str, str], columns: dict[str, _Column], where: str) -> dict[str, Any]:
    """The row as nested parts; a part whose cells are all empty is omitted."""
    nested: dict[str, Any] = {}
    filled = {name.rsplit(".", 1)[0] for name, cell in row.items() if "." in name and cell}
    filled |= {part.split(".")[0] for part in filled}
    for name, column in columns.items():
        *parts, last = name.split(".")
        if parts and ".".join(parts) not in filled:
            continue
        target = nested
        for part in parts:
            target = target.setdefault(part, {})
        try:
            target[last] = _value(row[name], column)
        except (TypeError, ValueError, RecursionError) as error:
            raise FairhashError(f"column {name} holds {row[name][:60]!r}", where, "fix the cell") from error
    return nested


def _value(cell: str, column: _Column) -> Any:
    """What _cell() wrote."""
    if column.is_text:
        return None if column.is_optional and not cell else cell.removeprefix("'")
    return json.loads(cell)


_TOLERANCE = 1e-6
"""Relative difference up to which two numbers agree: figures are stored as computed, not rounded."""
_ROUNDED = 0.01
"""The same for delays, whose parts some tools round to 1 ps."""


def contradiction(result: Result) -> str:
    """The first field that contradicts another, with the value that follows from the others; empty if there is none.

    A row that contradicts itself was not measured.
    """
    return next(_contradictions(result), "")


def _contradictions(result: Result) -> Iterator[str]:
    if result.core.split("/")[0] != result.algorithm:
        yield f"algorithm: {result.algorithm} is not that of the core {result.core}"
    if result.key == result.series:
        yield "series: equal to the key, which depends on the seed too"
    target = targets().get(result.device)
    if target and target.family != result.device_family:
        yield f"device_family: {result.device} is of the family {target.family}"
    yield from _clocks("requested", result.requested, result.io_ratio)
    if result.achieved:
        yield from _clocks("achieved", result.achieved, result.io_ratio)
    resources = result.resources
    if resources and not resources.area_cells and resources.luts + resources.flip_flops:
        yield "resources.area_cells: no cells, although there are LUTs or flip-flops"
    measured = result.measured_cycles
    if measured:
        declared = tuple(measured.formula.cycles(blocks, result.io_ratio) for blocks in measured.blocks)
        if declared != measured.cycles:
            yield f"measured_cycles.cycles: {_short(measured.cycles)}, by the formula {_short(declared)}"
    path = result.critical_path
    if path and not math.isclose(path.delay_ns, path.logic_ns + path.routing_ns, rel_tol=_ROUNDED, abs_tol=_ROUNDED):
        yield f"critical_path.delay_ns: {path.delay_ns:g}, logic and routing are {path.logic_ns + path.routing_ns:g}"
    yield from _power(result)


def _clocks(name: str, clocks: Clocks, io_ratio: int) -> Iterator[str]:
    """Whether the effective clock follows from the two; with two clocks paths between them may limit it further."""
    both = [clocks.clk_mhz, clocks.io_clk_mhz / io_ratio if clocks.io_clk_mhz else None]
    known = [clock for clock in both if clock is not None]
    if not known:
        return
    least, effective = min(known), clocks.effective_mhz
    too_low = io_ratio == 1 and effective < least and not _agree(effective, least)
    if too_low or (effective > least and not _agree(effective, least)):
        yield f"{name}.effective_mhz: {effective:g}, by the clocks {least:g}"


def _power(result: Result) -> Iterator[str]:
    power = result.power
    if power is None:
        return
    total = power.switching_mw + power.internal_mw + power.clock_mw + power.leakage_mw
    if not _agree(power.total_mw, total):
        yield f"power.total_mw: {power.total_mw:g}, the sum of its parts is {total:g}"
    if result.achieved and power.bits:
        # mW by MHz is nJ
        energy = 1e3 * power.total_mw * power.cycles / result.achieved.effective_mhz / power.bits
        if not _agree(power.pj_per_bit, energy):
            yield f"power.pj_per_bit: {power.pj_per_bit:g}, by power and clock {energy:g}"


def _agree(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)


def _short(numbers: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, numbers))[:60]}"
