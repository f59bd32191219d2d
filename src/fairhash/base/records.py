# SPDX-License-Identifier: Apache-2.0
"""Records that are stored as JSON files, one record a file: how they are read and written, and a folder of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from fairhash.base import files
from fairhash.base.errors import FairhashError


class FrozenModel(BaseModel):
    """Validated data that do not change."""

    model_config = ConfigDict(frozen=True)


class StrictModel(FrozenModel):
    """Validated data in which an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")


class StoredRecord(StrictModel):
    """A record as JSON; numbers that are not finite are errors too."""

    model_config = ConfigDict(allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _version_is_a_number(cls, values: object) -> object:
        # `true` equals 1
        if isinstance(values, dict) and isinstance(values.get("schema_version"), bool):
            raise ValueError("schema_version must be an integer")
        return values


Record = TypeVar("Record", bound=BaseModel)
Measurement = TypeVar("Measurement", bound=StoredRecord)

HINT = "restore it from the repository, or delete it and measure again"


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


def write_record(file: Path, record: BaseModel, rows: str = "", *, omit_defaults: bool = False) -> None:
    """Write a record to a JSON file.

    Args:
        file: The file.
        record: The record.
        rows: Name of its last field, a list of records of which each is written in one line, so that commits show
            single records.
        omit_defaults: Whether fields with their default value are not written.
    """
    text = record.model_dump_json(indent=1, exclude={rows}, exclude_defaults=omit_defaults)
    if rows:
        others = text.removesuffix("}").rstrip()
        lines = ",\n".join(f"  {row.model_dump_json()}" for row in getattr(record, rows))
        text = f'{others}{"" if others == "{" else ","}\n "{rows}": [\n{lines}\n ]\n}}'
    files.write_text(file, text + "\n")


@dataclass(frozen=True)
class RecordFolder(Generic[Record]):
    """A folder of records, each in a file of its own. Files are JSON: every *.jsonl below results/ holds results."""

    path: Path
    record_type: type[Record]
    content: str
    """What a file is, for messages, e.g. ``a file of clock measurements``."""
    hint: str = HINT
    """What to do with a file that is not valid."""
    rows: str = ""
    """As of write_record(), like `omit_defaults`."""
    omit_defaults: bool = False

    def file(self, name: str) -> Path:
        """The file of a record with this name, e.g. that of a core."""
        return self.path / f"{name.replace('/', '-')}.json"

    def read(self, name: str) -> Record | None:
        """The record with this name, or None; a FairhashError if its file is not valid."""
        return self._read(self.file(name)) if self.file(name).is_file() else None

    def read_all(self, pattern: str = "*") -> list[Record]:
        """All records, or those whose names match, by name; none if there is no folder."""
        return [self._read(file) for file in sorted(self.path.glob(f"{pattern}.json"))]

    def store(self, name: str, record: Record) -> None:
        """Store a record in place of an earlier one with this name; the file is written atomically."""
        write_record(self.file(name), record, self.rows, omit_defaults=self.omit_defaults)

    def update(self, name: str, change: Callable[[Record | None], Record]) -> None:
        """Store what `change` returns for the stored record, or for None; other processes wait meanwhile."""
        with files.locked(self.file(name)):
            self.store(name, change(self.read(name)))

    def add(self, name: str, field: str, new: Iterable[Any], identity: Callable[[Any], Any], **others: str) -> None:
        """Add entries to the list of a record, sorted by identity, each in place of one of the same identity.

        Args:
            name: Name of the record.
            field: Its field with the list.
            new: The entries.
            identity: What distinguishes the entries of a list.
            others: The other fields of the record.
        """

        def added(old: Record | None) -> Record:
            entries = {identity(entry): entry for entry in (*(getattr(old, field) if old else ()), *new)}
            return self.record_type(**others, **{field: tuple(entries[key] for key in sorted(entries))})

        self.update(name, added)

    def _read(self, file: Path) -> Record:
        return read_record(file, self.record_type, f"not {self.content}", self.hint)


class CoreMeasurements(StoredRecord, Generic[Measurement]):
    """The measurements of one core."""

    core: str
    measurements: tuple[Measurement, ...] = ()


@dataclass(frozen=True)
class MeasurementStore(Generic[Measurement]):
    """Folders of measurements, a file for each core."""

    file_type: type[CoreMeasurements[Measurement]]
    content: str
    """As of RecordFolder."""
    identity: Callable[[Measurement], Any]
    """What distinguishes the measurements of a core."""

    def read(self, path: Path, core: str) -> list[Measurement]:
        """The measurements of a core in a folder; a FairhashError if the file is not valid."""
        stored = self._folder(path).read(core)
        return list(stored.measurements) if stored else []

    def store(self, path: Path, core: str, one: Measurement) -> None:
        """Store a measurement of a core in a folder, in place of one of the same identity."""
        self._folder(path).add(core, "measurements", [one], self.identity, core=core)

    def _folder(self, path: Path) -> RecordFolder[CoreMeasurements[Measurement]]:
        return RecordFolder(path, self.file_type, self.content)
