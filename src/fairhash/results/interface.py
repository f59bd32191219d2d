# SPDX-License-Identifier: Apache-2.0
"""Throughputs of cores connected to a bus (docs/bus.md), and the folder that stores them, a file per core."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import CoreMeasurements, MeasurementStore, StoredRecord
from fairhash.results.schema import Positive, Text

Share = Annotated[float, Field(ge=0, le=1.01)]
"""Part of a time; a last burst that ends after the digest may exceed 1 by a cycle."""


class InterfaceMeasurement(StoredRecord):
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


def _identity(one: InterfaceMeasurement) -> tuple[str, str, str, int, float]:
    """What distinguishes the measurements of a core; clocks of results count as one whatever their value."""
    clock = one.clock_mhz if one.clock_basis == "given" else 0.0
    return one.bus, one.device, one.clock_basis, one.data_bytes, clock


INTERFACES = MeasurementStore(CoreMeasurements[InterfaceMeasurement], "a file of interface measurements", _identity)
"""The measured throughputs."""
