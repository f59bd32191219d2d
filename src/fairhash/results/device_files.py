# SPDX-License-Identifier: Apache-2.0
"""Records stored in a folder with one JSON file for each device, at most one for each core and recipe."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files


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


Record = TypeVar("Record", bound=DeviceRecord)


class StoredRecord(BaseModel):
    """A record as JSON; unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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
            stored = {(record.core, record.recipe): record for record in self._read(file)}
            stored |= {(record.core, record.recipe): record for record in new if record.device == device}
            rows = [record for _, record in sorted(stored.items(), key=lambda item: item[0])]
            encoded = self._adapter().dump_python({self.field: rows}, mode="json")
            files.write_text(file, json.dumps(encoded, indent=1, ensure_ascii=False) + "\n")

    def _read(self, file: Path) -> list[Record]:
        if not file.is_file():
            return []
        try:
            stored: list[Record] = self._adapter().validate_json(files.read_text(file))[self.field]
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "the file"
            message = f"not a file of {self.content}: {place}: {first['msg']}"
            raise FairhashError(message, str(file), "take it from the repository") from error
        except KeyError as error:
            message = f"not a file of {self.content}: {self.field}: Field required"
            raise FairhashError(message, str(file), "take it from the repository") from error
        return stored

    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(dict[str, list[self.record_type]])  # type: ignore[name-defined]
