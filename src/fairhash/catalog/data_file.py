# SPDX-License-Identifier: Apache-2.0
"""Reads TOML data files into validated models; every error is a one-line FairhashError that names file and entry."""

import difflib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from fairhash.base.errors import FairhashError

_MAX_SHOWN = 200
"""Longest entry name or message, in characters, that an error shows; a data file may hold longer ones."""

_PLAIN = {
    "missing": "is missing",
    "string_type": "must be a text in quotes",
    "int_type": "must be an integer",
    "int_parsing": "must be an integer",
    "int_from_float": "must be an integer",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "tuple_type": "must be a list in brackets",
    "list_type": "must be a list in brackets",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
}
"""Messages by pydantic's type of the error; others keep pydantic's message."""


def first_error(error: ValidationError, model: type[BaseModel], values: object) -> str:
    """The first wrong entry and what is wrong: an unknown key before a missing one, which may be the same misspelt.

    Args:
        error: What pydantic raised.
        model: The model that the values do not match.
        values: The values as parsed.
    """
    found = error.errors()
    first = next((one for one in found if one["type"] == "extra_forbidden"), found[0])
    branches = [one for one in found if one["loc"][:1] == first["loc"][:1] and one["type"] != "extra_forbidden"]
    if first["type"] != "extra_forbidden":
        # of several types that an entry may have, the one of which most matches
        first = max(branches, key=lambda one: len(_entry(one["loc"], values, one["type"])))
    path = _entry(first["loc"], values, first["type"])
    entry = ".".join(path)[:_MAX_SHOWN]
    if first["type"] == "extra_forbidden":
        return f"{entry}: unknown key{_suggestion(path, model)}"
    if first["type"] == "string_pattern_mismatch":
        message = f"{first['input']!r:.60} does not match {first['ctx']['pattern']}"
    elif first["type"] == "literal_error" and (similar := _similar(str(first["input"]), first["ctx"]["expected"])):
        message = f"{first['input']!r:.60} is unknown (did you mean {similar}?)"
    else:
        message = _PLAIN.get(first["type"], first["msg"].removeprefix("Value error, "))
        message = message.replace("Input should be", "must be")[:_MAX_SHOWN]
    return f"{entry}: {message}" if entry else message


def _similar(value: str, expected: str) -> str:
    """The value that was meant, of those that pydantic lists in quotes; empty if none is similar."""
    return next(iter(difflib.get_close_matches(value, re.findall(r"'([^']*)'", expected), 1)), "")


def _entry(location: tuple[int | str, ...], values: object, kind: str) -> list[str]:
    """The part of pydantic's location that is in the file: without names of types."""
    path: list[str] = []
    for part in location:
        inner = dict(enumerate(values)) if isinstance(values, list | tuple) else values
        if isinstance(inner, dict) and part in inner:
            values = inner[part]
        elif kind == "missing" and part == location[-1]:
            return [*path, str(part)]
        else:
            continue
        path.append(str(part))
    return path


def _suggestion(path: list[str], model: type[BaseModel]) -> str:
    """The key that was meant, if one is similar, or the place where a key belongs."""
    *outer, key = path
    table: type[BaseModel] | None = model
    for part in outer:
        field = table.model_fields.get(part) if table else None
        table = next(_models(field.annotation), None) if field else None
    known = list(table.model_fields) if table else []
    if outer and key in model.model_fields:
        return f" ({key} belongs above the first [table] of the file)"
    similar = difflib.get_close_matches(key, known, 1)
    return f" (did you mean {similar[0]}?)" if similar else ""


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in the type of a field."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


_Model = TypeVar("_Model", bound=BaseModel)


def read_toml(file: Path, hint: str) -> dict[str, Any]:
    """Parse a TOML file.

    Args:
        hint: Ends the error message: where the file's format is documented.

    Raises:
        FairhashError: The file cannot be read, is not TOML, or is nested too deeply for the parser.
    """
    try:
        # editors of Windows begin a file with a byte order mark
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise FairhashError(f"unreadable data file: {error.strerror}", str(file), hint) from error
    except RecursionError as error:
        raise FairhashError("unreadable data file: nested too deeply", str(file), hint) from error
    except ValueError as error:  # UnicodeDecodeError, TOMLDecodeError, and numbers of thousands of digits
        raise FairhashError(f"unreadable data file: {error}", str(file), hint) from error


def read_data_file(file: Path, model: type[_Model], hint: str) -> _Model:
    """Read a TOML file as `model`; a FairhashError names the first wrong entry and ends with `hint`."""
    return validate(read_toml(file, hint), model, file, hint)


def validate(values: object, model: type[_Model], file: Path, hint: str, context: str = "") -> _Model:
    """Convert parsed values to `model`.

    Args:
        values: The values as parsed.
        model: The pydantic model they must match.
        file: The file they come from, named in errors.
        hint: Ends the error message.
        context: Begins the error message: the part of the file that the values are, e.g. ``core 2: ``.

    Raises:
        FairhashError: The values do not match; the message names the first wrong entry.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise FairhashError(f"{context}{first_error(error, model, values)}", str(file), hint) from error


def is_file(path: Path) -> bool:
    """Whether `path` is an existing file; False also for a path that the operating system does not allow."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether `path` is an existing folder; False also for a path that the operating system does not allow."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def check_file_name(file: Path, field: str, name: str, kind: str) -> None:
    """Raise a FairhashError unless `file` is called `name`.toml.

    Args:
        file: The data file.
        field: The entry that declares the name, e.g. ``id``.
        name: The value of that entry.
        kind: What the file declares, e.g. ``device``; used in the hint.
    """
    if name != file.stem:
        raise FairhashError(f"{field} {name!r} in a file of another name", str(file), f"rename the file or the {kind}")


def read_folder_by_id(folder: Path, model: type[_Model], hint: str) -> dict[str, _Model]:
    """Read every *.toml file of `folder` as `model`, by id, sorted; a file must be named after the id it declares."""
    declared = {}
    for file in sorted(folder.glob("*.toml")):
        entry = read_data_file(file, model, hint)
        check_file_name(file, "id", getattr(entry, "id", ""), "device")
        declared[file.stem] = entry
    return declared
