# SPDX-License-Identifier: Apache-2.0
"""Reads a TOML file of data as a checked model; what is wrong with it is one line."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from fairhash.errors import FairhashError

_Model = TypeVar("_Model", bound=BaseModel)

_SHOWN = 200
"""Characters of a name or a message that are shown: what is wrong may be as long as its writer pleased."""


def read_toml(file: Path, hint: str) -> dict[str, Any]:
    """What a TOML file holds; a FairhashError if it cannot be read, is no TOML or is nested beyond reason."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FairhashError(f"unreadable data file: {error.strerror}", str(file), hint) from error
    except RecursionError as error:
        raise FairhashError("unreadable data file: nested too deeply", str(file), hint) from error
    except ValueError as error:  # UnicodeDecodeError, TOMLDecodeError, and numbers of thousands of digits
        raise FairhashError(f"unreadable data file: {error}", str(file), hint) from error


def read_data_file(file: Path, model: type[_Model], hint: str) -> _Model:
    """The file as `model`; a FairhashError that names the wrong entry and ends in `hint`."""
    return checked(read_toml(file, hint), model, file, hint)


def checked(values: object, model: type[_Model], file: Path, hint: str, where: str = "") -> _Model:
    """`values` as `model`; a FairhashError that names the file, `where` in it and the wrong entry."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])[:_SHOWN] or "the whole table"
        raise FairhashError(f"{where}{place}: {first['msg'][:_SHOWN]}", str(file), hint) from error


def is_file(place: Path) -> bool:
    """Whether there is such a file; a name no file can have is none."""
    try:
        return place.is_file()
    except (OSError, ValueError):
        return False


def named_as_declared(file: Path, field: str, name: str, what: str) -> None:
    """A FairhashError unless the file is named as the `what` that it declares in `field`."""
    if name != file.stem:
        raise FairhashError(f"{field} {name!r} in a file of another name", str(file), f"rename the file or the {what}")


def read_named(folder: Path, model: type[_Model], hint: str) -> dict[str, _Model]:
    """Every *.toml of `folder` as `model`, by its id, sorted; each file is named as what it declares."""
    found = {}
    for file in sorted(folder.glob("*.toml")):
        declared = read_data_file(file, model, hint)
        named_as_declared(file, "id", getattr(declared, "id", ""), "device")
        found[file.stem] = declared
    return found
