# SPDX-License-Identifier: Apache-2.0
"""Records stored in a folder with one JSON file for each device, at most one for each core and recipe, one a line."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import create_model

from fairhash.results import files
from fairhash.results.stored_record import StoredRecord, read_record, write_rows


class DeviceRecord(Protocol):
    """What identifies a record."""

    @property
    def core(self) -> str:
        """Name of the core."""

    @property
    def device(self) -> str:
        """Id of the device."""

    @property
    def recipe(self) -> str:
        """Name of the recipe."""

    def model_dump_json(self) -> str:
        """The record as JSON in one line."""


Record = TypeVar("Record", bound=DeviceRecord)


@dataclass(frozen=True)
class DeviceFiles(Generic[Record]):
    """One kind of record."""

    record_type: type[Record]
    field: str
    """Name of the list in each file."""
    content: str
    """What a file contains, for error messages, e.g. ``synthesis counts``."""

    def read(self, folder: Path) -> list[Record]:
        """All records in `folder`; none if there is no folder."""
        return [record for file in sorted(folder.glob("*.json")) for record in self._read(file)]

    def add(self, folder: Path, records: Iterable[Record]) -> None:
        """Store records, each in place of an earlier one of the same core, device and recipe."""
        new = list(records)
        for device in sorted({record.device for record in new}):
            file = folder / f"{device}.json"
            with files.locked(file):
                stored = {(record.core, record.recipe): record for record in self._read(file)}
                stored |= {(record.core, record.recipe): record for record in new if record.device == device}
                rows = [record for _, record in sorted(stored.items(), key=lambda item: item[0])]
                empty = self._file_type()(**{self.field: ()})
                write_rows(file, empty.model_dump_json(indent=1, exclude={self.field}), self.field, rows)

    def _read(self, file: Path) -> list[Record]:
        if not file.is_file():
            return []
        problem = f"not a file of {self.content}"
        stored = read_record(file, self._file_type(), problem, "take it from the repository")
        return list(getattr(stored, self.field))

    def _file_type(self) -> type[Any]:
        entries: Any = (tuple[self.record_type, ...], ...)  # type: ignore[name-defined]
        return create_model("DeviceFile", __base__=StoredRecord, **{self.field: entries})
