# SPDX-License-Identifier: Apache-2.0
"""Stored outcomes of jobs: with date, machine and commit; and the outcome of the cycle measurement."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import AwareDatetime, Field

from fairhash.base import paths
from fairhash.base.records import FrozenModel
from fairhash.results.schema import Machine, MeasuredCycles

_LIMIT_S = 20
_FOLDERS = ("src", "rtl", "models")


@cache
def bench_commit() -> str:
    """The commit of this checkout; empty outside a repository.

    `+changes` is appended if the bench, the cores or the models have uncommitted changes.
    """
    commit = _git("rev-parse", "HEAD")
    if not commit:
        return ""
    changes = _git("status", "--porcelain", "--untracked-files=no", "--", *_FOLDERS)
    return f"{commit}+changes" if changes else commit


def _git(*arguments: str) -> str:
    try:
        process = subprocess.run(
            ["git", "-C", str(paths.root()), *arguments],
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return process.stdout.strip() if process.returncode == 0 else ""


T = TypeVar("T")


class Cycles(FrozenModel):
    """The measured cycle formula; if there is none, `note` says why."""

    measured: MeasuredCycles | None
    note: str = ""


@cache
def machine() -> Machine:
    """Processor model, number of cores and operating system of this computer."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        system = platform.platform()
    return Machine(cpu_model=(models or [platform.machine()])[0], cores=os.cpu_count() or 1, os=system)


class Record(FrozenModel, Generic[T]):
    """The stored outcome of a job, with the date and the machine it was made on."""

    outcome: T
    netlist: str = ""
    """SHA-256 of the netlist's contents if the outcome is a successful synthesis, else empty."""
    date: AwareDatetime = Field(default_factory=lambda: datetime.now(UTC))
    machine: Machine = Field(default_factory=machine)
