# SPDX-License-Identifier: Apache-2.0
"""What a core can be implemented on."""

from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.estimate import Estimate
from fairhash.catalog.vendor import VendorDevice

Target = Device | CellLibrary | Estimate | VendorDevice
