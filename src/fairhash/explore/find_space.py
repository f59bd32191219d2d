# SPDX-License-Identifier: Apache-2.0
"""Finds the search space of a device: spaces/ has one data file for each family."""

from pathlib import Path

from fairhash.catalog.data_file import check_file_name, read_data_file
from fairhash.catalog.device import Device
from fairhash.errors import FairhashError
from fairhash.explore.space import Space

_HERE = Path(__file__).resolve().parent / "spaces"


def read_space(file: Path) -> Space:
    """Read the space that a file declares; the file must be named after the family."""
    space = read_data_file(file, Space, "see docs/searching.md")
    check_file_name(file, "family", space.family, "family")
    return space


def families() -> list[str]:
    """The families that have a search space."""
    return sorted(file.stem for file in _HERE.glob("*.toml"))


def find_space(device: Device) -> Space:
    """The search space of the device's family.

    Raises:
        FairhashError: if there is none, or it uses passes that the device does not have.
    """
    if device.family not in families():
        raise FairhashError(
            f"no search space for {device.id}", "", f"families with a search space: {', '.join(families())}"
        )
    space = read_space(_HERE / f"{device.family}.toml")
    passes = {name for option in space.option for choice in option.choice.values() for name in choice.passes}
    if missing := passes - set(device.synthesis.passes):
        raise FairhashError(
            f"the search space of {space.family} names passes that {device.id} does not have",
            "",
            f"remove {', '.join(sorted(missing))} from explore/spaces/{space.family}.toml",
        )
    return space
