# SPDX-License-Identifier: Apache-2.0
"""Reads a TOML file of data as a checked model; what is wrong with it is one line."""

import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from fairhash.errors import FairhashError

_Model = TypeVar("_Model", bound=BaseModel)


def read_data_file(file: Path, model: type[_Model], mend: str) -> _Model:
    """The file as `model`; a FairhashError that names the wrong entry and ends in `mend`."""
    try:
        return model.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FairhashError(f"unreadable data file: {error}", str(file), mend) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole file"
        raise FairhashError(f"{place}: {first['msg']}", str(file), mend) from error


def read_named(folder: Path, model: type[_Model], mend: str) -> dict[str, _Model]:
    """Every *.toml of `folder` as `model`, by its id, sorted; each file is named as what it declares."""
    found = {}
    for file in sorted(folder.glob("*.toml")):
        declared = read_data_file(file, model, mend)
        if getattr(declared, "id", None) != file.stem:
            raise FairhashError("the id is not the file's name", str(file), "rename the file or the device")
        found[file.stem] = declared
    return found
