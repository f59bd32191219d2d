# SPDX-License-Identifier: Apache-2.0
"""Records that are stored as JSON files below results/, and how such a file is read."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files


class StoredRecord(BaseModel):
    """A record as JSON; unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Record = TypeVar("Record", bound=BaseModel)


def read_record(file: Path, record_type: type[Record], problem: str, hint: str) -> Record:
    """Read the record of a JSON file.

    Args:
        file: The file, which exists.
        record_type: What it must contain.
        problem: Start of the message for a file that is not valid, e.g. ``not a file of area splits``.
        hint: What to do then.

    Raises:
        FairhashError: The file is not valid; the message names the first wrong entry.
    """
    try:
        return record_type.model_validate_json(files.read_text(file))
    except ValidationError as error:
        first = error.errors()[0]
        entry = ".".join(str(part) for part in first["loc"]) or "the file"
        raise FairhashError(f"{problem}: {entry}: {first['msg']}", str(file), hint) from error
