# SPDX-License-Identifier: Apache-2.0
"""The targets that exist: FPGAs, devices of vendor tools, estimated families, cell libraries; one data file each."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from fairhash.catalog import liberty
from fairhash.catalog.data_file import check_file_name, read_data_file, read_folder_by_id
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.estimate import Estimate
from fairhash.catalog.registry import devices, find_device
from fairhash.catalog.target import Target
from fairhash.catalog.vendor import VendorDevice
from fairhash.errors import FairhashError

_FOLDER = Path(__file__).resolve().parent / "devices"


@cache
def _libraries() -> dict[str, CellLibrary]:
    return {file.stem: read_declaration(file) for file in sorted((_FOLDER / "cells").glob("*.toml"))}


@cache
def _estimates() -> dict[str, Estimate]:
    return read_folder_by_id(_FOLDER / "estimate", Estimate, "see docs/estimates.md")


@cache
def _vendor_devices() -> dict[str, VendorDevice]:
    return read_folder_by_id(_FOLDER / "vendor", VendorDevice, "see docs/vendor-tools.md")


def estimates() -> dict[str, Estimate]:
    """Every estimated family by id, sorted."""
    return dict(_estimates())


def find_estimate(name: str) -> Estimate | None:
    """The estimated family called `name`, by its id or one of its further names."""
    for found in _estimates().values():
        if name == found.id or name in found.also:
            return found
    return None


def vendor_devices() -> dict[str, VendorDevice]:
    """Every device that only a vendor tool reaches by id, sorted."""
    return dict(_vendor_devices())


def read_declaration(file: Path) -> CellLibrary:
    """The library one file declares; the file is named as the library."""
    declared = read_data_file(file, CellLibrary, "see docs/standard-cells.md")
    check_file_name(file, "id", declared.id, "library")
    return declared


def libraries() -> dict[str, CellLibrary]:
    """Every declared library by id, sorted."""
    return dict(_libraries())


def targets() -> dict[str, Target]:
    """Everything a core can be implemented on by id: FPGAs, those of vendors' tools, estimates, then libraries."""
    return {**devices(), **vendor_devices(), **estimates(), **_libraries()}


def find_target(name: str | None, files: Sequence[Path] = (), dont_use: Sequence[str] = ()) -> Target:
    """The device or library called `name`; with Liberty `files` the library they hold, called `name` if it is given.

    A declared library's choices (unit cell, driver, cells not to use) hold for other files under its name too.
    `dont_use` names further cells the mapper must not take.
    """
    found = _find(name, files)
    if not dont_use:
        return found
    if not isinstance(found, CellLibrary):
        raise FairhashError(f"{found.id} is an FPGA and has no cells to leave out", "", "leave --dont-use out")
    return found.model_copy(update={"dont_use": (*found.dont_use, *dont_use)})


def _find(name: str | None, files: Sequence[Path]) -> Target:
    if not files:
        if name is None:
            raise FairhashError("neither a device nor a Liberty file", "", "name one with --device or --liberty")
        return _libraries()[name] if name in _libraries() else _device(name)
    if name in targets() and name not in _libraries():
        raise FairhashError(f"{name} is an FPGA, not a library of cells", str(files[0]), "choose another --device")
    there = tuple(file.resolve() for file in files)
    found = name or re.sub(r"[^a-z0-9]+", "-", liberty.read(there[0]).name.lower()).strip("-")
    if found in _libraries():
        # the declared corner is that of the declared file
        return _libraries()[found].model_copy(update={"liberty": there, "corner": None})
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found):
        raise FairhashError(
            f"{found!r} is no name for a library", str(files[0]), "name it with --device, e.g. my-cells"
        )
    return CellLibrary(kind="cells", id=found, liberty=there)


def _device(name: str) -> Target:
    other = find_estimate(name) or vendor_devices().get(name)
    if other is not None:
        return other
    try:
        return find_device(name)
    except FairhashError as error:
        raise FairhashError(error.what, error.where, f"known are {', '.join(targets())}") from error
