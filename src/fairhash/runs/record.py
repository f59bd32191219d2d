# SPDX-License-Identifier: Apache-2.0
"""An outcome with when and where it was made; and what the cycle measurement leaves."""

import os
import platform
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from fairhash.results.schema import Machine, MeasuredCycles

T = TypeVar("T")


class Cycles(BaseModel):
    """The measured formula, or why there is none."""

    model_config = ConfigDict(frozen=True)

    measured: MeasuredCycles | None
    note: str = ""


@cache
def machine() -> Machine:
    """This computer."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        system = platform.platform()
    return Machine(cpu_model=(models or [platform.machine()])[0], cores=os.cpu_count() or 1, os=system)


class Record(BaseModel, Generic[T]):
    """What the store keeps of a job."""

    model_config = ConfigDict(frozen=True)

    outcome: T
    netlist: str = ""
    """SHA-256 of the netlist's contents, where the outcome is a good synthesis."""
    date: AwareDatetime = Field(default_factory=lambda: datetime.now(UTC))
    machine: Machine = Field(default_factory=machine)
