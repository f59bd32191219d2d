# SPDX-License-Identifier: Apache-2.0
"""The catalogue's targets: FPGAs, devices of vendors' tools, estimates and cell libraries; one data file each."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from fairhash.base.errors import FairhashError, unknown_name
from fairhash.base.paths import real_path
from fairhash.catalog import liberty
from fairhash.catalog.data_file import check_file_name, read_data_file, read_folder_by_id
from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.liberty import liberty_files
from fairhash.catalog.target import EstimateTarget, Target, VendorDevice

_FOLDER = Path(__file__).resolve().parent / "devices"


def read_device(file: Path) -> Device:
    """Read one FPGA file, named after the device's id."""
    device = read_data_file(file, Device, "see docs/measuring.md")
    check_file_name(file, "id", device.id, "device")
    return device


def read_library(file: Path) -> CellLibrary:
    """Read the declaration of one cell library, named after the library's id."""
    library = read_data_file(file, CellLibrary, "see docs/standard-cells.md")
    check_file_name(file, "id", library.id, "library")
    return library


@cache
def _devices() -> dict[str, Device]:
    return {file.stem: read_device(file) for file in sorted((_FOLDER / "fpga").glob("*.toml"))}


@cache
def _libraries() -> dict[str, CellLibrary]:
    return {file.stem: read_library(file) for file in sorted((_FOLDER / "cells").glob("*.toml"))}


@cache
def _estimates() -> dict[str, EstimateTarget]:
    return read_folder_by_id(_FOLDER / "estimate", EstimateTarget, "see docs/estimates.md")


@cache
def _vendor_devices() -> dict[str, VendorDevice]:
    return read_folder_by_id(_FOLDER / "vendor", VendorDevice, "see docs/vendor-tools.md")


def devices() -> dict[str, Device]:
    """Every FPGA that open tools support, by id, sorted."""
    return dict(_devices())


def find_counted(name: str) -> Device | VendorDevice | EstimateTarget | None:
    """The device called `name`, if its file has a rule for logic cells; None for a cell library or an unknown name."""
    return devices().get(name) or _vendor_devices().get(name) or _estimates().get(name)


def libraries() -> dict[str, CellLibrary]:
    """Every declared cell library by id, sorted."""
    return dict(_libraries())


def estimates() -> dict[str, EstimateTarget]:
    """Every estimate by id, sorted; alternative ids are not keys."""
    return dict(_estimates())


def vendor_devices() -> dict[str, VendorDevice]:
    """Every device of a vendor's tool by id, sorted."""
    return dict(_vendor_devices())


def targets() -> dict[str, Target]:
    """Every target by id: FPGAs, then devices of vendors' tools, estimates and cell libraries."""
    return {**devices(), **vendor_devices(), **estimates(), **_libraries()}


def find_device(name: str) -> Device:
    """The FPGA with this id; for an unknown id a FairhashError lists all ids."""
    if name not in _devices():
        raise unknown_name("device", name, _devices(), f"known are {', '.join(_devices())}")
    return _devices()[name]


def find_estimate(name: str) -> EstimateTarget | None:
    """The estimate with this id or alternative id, else None."""
    return next((estimate for estimate in _estimates().values() if name in (estimate.id, *estimate.also)), None)


def find_target(name: str | None, liberty_files: Sequence[Path] = (), dont_use: Sequence[str] = ()) -> Target:
    """The target with this id, or the cell library in Liberty files.

    Args:
        name: Id of a target. With `liberty_files` it is the id to give to the library; the id of a declared library
            keeps that library's declared cells (unit cell, driver, cells not to use).
        liberty_files: Liberty files (.lib) of one library.
        dont_use: Further cells that the mapper must not use; for cell libraries only.

    Raises:
        FairhashError: There is no such target, the library has no usable id, or `dont_use` is given for an FPGA or is
            no pattern of names.
    """
    target = _find_library(name, liberty_files) if liberty_files else _find_by_id(name)
    if not dont_use:
        return target
    if not isinstance(target, CellLibrary):
        raise FairhashError(f"{target.id} is an FPGA, --dont-use is for cell libraries", "", "omit --dont-use")
    for pattern in dont_use:
        # the pattern is a word of a tool's command line
        if not re.fullmatch(r"[A-Za-z0-9_.*?\[\]]+", pattern):
            raise FairhashError(f"--dont-use: {pattern!r} is no name of a cell", "", "write one like XOR2X1 or SDFF*")
    return target.model_copy(update={"dont_use": (*target.dont_use, *dont_use)})


def _find_library(name: str | None, files: Sequence[Path]) -> CellLibrary:
    if name in targets() and name not in _libraries():
        raise FairhashError(f"{name} is an FPGA, not a cell library", str(files[0]), "choose another --device")
    paths = tuple(real_path(file) for file in files)
    library_id = name or re.sub(
        r"[^a-z0-9]+",
        "-",
        liberty.read(liberty_files(CellLibrary(kind="cells", id="unnamed", liberty=paths))[0]).name.lower(),
    ).strip("-")
    if library_id in _libraries():
        # the declared corner and layout describe the declared file only
        return _libraries()[library_id].model_copy(
            update={"liberty": paths, "package": "", "license": "", "corner": None, "layout": None}
        )
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", library_id):
        raise FairhashError(
            f"{library_id!r} is not a valid library id", str(files[0]), "give an id with --device, e.g. my-cells"
        )
    return CellLibrary(kind="cells", id=library_id, liberty=paths)


def _find_by_id(name: str | None) -> Target:
    if name is None:
        raise FairhashError("neither a device nor a Liberty file", "", "name one with --device or --liberty")
    target = targets().get(name) or find_estimate(name)
    if target is None:
        raise unknown_name("device", name, targets(), f"known are {', '.join(targets())}")
    return target
