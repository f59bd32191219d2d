# SPDX-License-Identifier: Apache-2.0
"""The kind of each target. A new kind is a package of this folder and one line here."""

from typing import Any

from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.target import EstimateTarget, Target, VendorDevice
from fairhash.targets.cells.cells_kind import CellsKind
from fairhash.targets.estimate.estimate_kind import EstimateKind
from fairhash.targets.fpga.fpga_kind import FpgaKind
from fairhash.targets.target_kind import TargetKind
from fairhash.targets.vendor.vendor_kind import VendorKind

_KINDS: dict[type[Any], TargetKind[Any]] = {
    Device: FpgaKind(),
    CellLibrary: CellsKind(),
    EstimateTarget: EstimateKind(),
    VendorDevice: VendorKind(),
}


def kind_of(target: Target) -> TargetKind[Any]:
    """How cores are implemented on `target`."""
    return _KINDS[type(target)]
