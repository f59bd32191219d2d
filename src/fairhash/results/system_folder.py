# SPDX-License-Identifier: Apache-2.0
"""The folder results/system/: speeds in software, a file for each machine, and the simulated grid of paper E."""

from pathlib import Path

from fairhash.results.software_speed import SoftwareSpeeds, read_software_speeds

MACHINE_OF_TODAY = "intel-xeon-processor-x2"
"""The measured machine that simulated accelerators are compared with."""
_FOLDER, _GRID = "system", "paper-e-grid.json"


def speeds_file(results: Path, machine: str) -> Path:
    """The file of the speeds of a machine below a folder of results."""
    return results / _FOLDER / f"{machine}.json"


def grid_file(results: Path) -> Path:
    """The file of the simulated runs below a folder of results."""
    return results / _FOLDER / _GRID


def measured_speeds(results: Path) -> list[SoftwareSpeeds]:
    """The stored speeds of all machines below a folder of results, by name.

    Raises:
        FairhashError: a file is not valid.
    """
    files = sorted((results / _FOLDER).glob("*.json"))
    return [read_software_speeds(file) for file in files if file.name != _GRID]
