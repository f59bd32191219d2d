# SPDX-License-Identifier: Apache-2.0
"""A folder of measurements with one file for each core."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import create_model

from fairhash.results import files
from fairhash.results.stored_record import StoredRecord, read_record

_HINT = "restore it from the repository, or delete it and measure again"


class _OfCore(Protocol):
    @property
    def core(self) -> str:
        """Name of the core."""


Measurement = TypeVar("Measurement", bound=_OfCore)


@dataclass(frozen=True)
class MeasurementFolder(Generic[Measurement]):
    """The folder. Its files are JSON, because every *.jsonl below results/ holds results."""

    path: Path
    measurement_type: type[Measurement]
    content: str
    """What a file contains, for error messages, e.g. ``clock measurements``."""
    identity: Callable[[Measurement], Any]
    """What distinguishes the measurements of a core; they are sorted by it."""

    def read(self, core: str) -> list[Measurement]:
        """A core's measurements; a FairhashError if the file is not valid."""
        file = self._file(core)
        if not file.is_file():
            return []
        return list(read_record(file, self._file_type(), f"not a file of {self.content}", _HINT).measurements)

    def store(self, measurement: Measurement) -> None:
        """Store a measurement; it replaces one of the same identity."""
        others = [one for one in self.read(measurement.core) if self.identity(one) != self.identity(measurement)]
        together = sorted([*others, measurement], key=self.identity)
        text = self._file_type()(core=measurement.core, measurements=together).model_dump_json(indent=1)
        files.write_text(self._file(measurement.core), text + "\n")

    def _file(self, core: str) -> Path:
        return self.path / f"{core.replace('/', '-')}.json"

    def _file_type(self) -> type[Any]:
        entries: Any = (tuple[self.measurement_type, ...], ...)  # type: ignore[name-defined]
        return create_model("MeasurementFile", __base__=StoredRecord, core=(str, ...), measurements=entries)
