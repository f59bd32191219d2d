# SPDX-License-Identifier: Apache-2.0
"""Records that are stored as JSON files below results/, and how such a file is read."""

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files


class StoredRecord(BaseModel):
    """A record as JSON; unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class JsonRecord(Protocol):
    """What can be written in one line."""

    def model_dump_json(self) -> str:
        """The record as JSON in one line."""


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


def write_rows(file: Path, head: str, field: str, rows: Iterable[JsonRecord]) -> None:
    """Write a JSON object whose last entry is a list of records, each in one line, so that commits show single records.

    Args:
        file: The file to write.
        head: The object without the list, as JSON.
        field: Name of the list.
        rows: The records.
    """
    others = head.rstrip().removesuffix("}").rstrip()
    begin = others if others == "{" else f"{others},"
    lines = ",\n".join(f"  {row.model_dump_json()}" for row in rows)
    files.write_text(file, f'{begin}\n "{field}": [\n{lines}\n ]\n}}\n')
