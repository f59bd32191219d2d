# SPDX-License-Identifier: Apache-2.0
"""Throughputs of cores behind a bus (docs/bus.md), and the folder that stores them, a file per core."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files
from fairhash.results.schema import Positive, Text

Share = Annotated[float, Field(ge=0, le=1.01)]
"""Part of a time; a last burst that ends after the digest may exceed 1 by a cycle."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class InterfaceMeasurement(_Record):
    """A message that one core received over one bus."""

    schema_version: Literal[1] = 1
    core: Text
    bus: Text
    device: str = ""
    """The device whose clock was used; empty for a clock that the user gave."""
    clock_basis: Literal["given", "static", "experiment"]
    """Whether `clock_mhz` was given, is the median by static analysis, or the median by experiment."""
    clock_mhz: Positive
    """Effective clock of the core."""
    data_bytes: Annotated[int, Field(gt=0)]
    total_ns: Positive
    """From the start of the transfer to the last digest word."""
    mbit_s: Positive
    """Message bits by `total_ns`."""
    closed_form_mbit_s: Positive
    """The same without simulation."""
    core_mbit_s: Positive
    """Throughput of the core alone for long messages."""
    bus_mbit_s: Positive
    """Throughput of the bus alone."""
    starved_share: Share
    """Part of the time in which the core was ready for a word that had not arrived."""
    bus_busy_share: Share
    bus_blocked_share: Share
    """Part of the time in which the bus waited for room in the buffer."""
    commit: str = ""
    date: AwareDatetime


class _File(_Record):
    core: str
    measurements: tuple[InterfaceMeasurement, ...]


class InterfaceFolder:
    """The folder of measurements. Its files are JSON, because every *.jsonl below results/ holds results."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, core: str) -> list[InterfaceMeasurement]:
        """Return a core's measurements; a FairhashError if the file is not valid."""
        file = self._file(core)
        if not file.is_file():
            return []
        try:
            return list(_File.model_validate_json(files.read_text(file)).measurements)
        except ValidationError as error:
            first = error.errors()[0]
            entry = ".".join(str(part) for part in first["loc"]) or "the file"
            hint = "restore it from the repository, or delete it and measure again"
            what = f"not a file of interface measurements: {entry}: {first['msg']}"
            raise FairhashError(what, str(file), hint) from error

    def store(self, measurement: InterfaceMeasurement) -> None:
        """Store a measurement; it replaces one of the same bus, device, basis and data."""
        others = [one for one in self.read(measurement.core) if _identity(one) != _identity(measurement)]
        together = sorted([*others, measurement], key=_identity)
        text = _File(core=measurement.core, measurements=tuple(together)).model_dump_json(indent=1)
        files.write_text(self._file(measurement.core), text + "\n")

    def _file(self, core: str) -> Path:
        return self.path / f"{core.replace('/', '-')}.json"


def _identity(one: InterfaceMeasurement) -> tuple[str, str, str, int, float]:
    clock = one.clock_mhz if one.clock_basis == "given" else 0.0
    return one.bus, one.device, one.clock_basis, one.data_bytes, clock
