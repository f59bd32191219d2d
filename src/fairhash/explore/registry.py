# SPDX-License-Identifier: Apache-2.0
"""The spaces that exist: one data file for each family, in spaces/."""

from pathlib import Path

from fairhash.catalog.data_file import check_file_name, read_data_file
from fairhash.catalog.device import Device
from fairhash.errors import FairhashError
from fairhash.explore.space import Space

_HERE = Path(__file__).resolve().parent / "spaces"


def read_space(file: Path) -> Space:
    """The space one file declares; the file is named as the family."""
    space = read_data_file(file, Space, "see docs/searching.md")
    check_file_name(file, "family", space.family, "family")
    return space


def families() -> list[str]:
    """Families that have a space."""
    return sorted(file.stem for file in _HERE.glob("*.toml"))


def space_for(device: Device) -> Space:
    """The space of the device's family; a FairhashError where there is none, or where it asks what is not offered."""
    if device.family not in families():
        raise FairhashError(
            f"no search space for {device.id}", "", f"there are spaces for the families {', '.join(families())}"
        )
    space = read_space(_HERE / f"{device.family}.toml")
    passes = {name for option in space.option for choice in option.choice.values() for name in choice.passes}
    if unfit := passes - set(device.synthesis.passes):
        raise FairhashError(
            f"the search space of {space.family} names passes {device.id} does not offer",
            "",
            f"take {', '.join(sorted(unfit))} out of explore/spaces/{space.family}.toml",
        )
    return space
