# SPDX-License-Identifier: Apache-2.0
"""Reads TOML data files into validated models; every error is a one-line FairhashError that names file and entry."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from fairhash.base.errors import FairhashError
from fairhash.catalog.entry_errors import first_error

_Model = TypeVar("_Model", bound=BaseModel)


def read_toml(file: Path, hint: str) -> dict[str, Any]:
    """Parse a TOML file.

    Args:
        file: The file to read.
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
