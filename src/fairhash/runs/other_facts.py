# SPDX-License-Identifier: Apache-2.0
"""The keys of what is not placed by nextpnr: estimates, and devices that only their vendors' tools reach."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fairhash.catalog.target import Estimate, VendorDevice
from fairhash.runs.facts import CoreKeys, MappedKeys
from fairhash.runs.keys import digest
from fairhash.targets.vendor.running import request


@dataclass(frozen=True)
class EstimateKeys(MappedKeys):
    """Mapped to a family that nothing places: the synthesis is all."""

    device: Estimate

    @property
    def placed(self) -> bool:
        """Nothing is."""
        return False

    def _placement(self, seed: int) -> dict[str, Any]:
        """How the mapped cells are counted."""
        return {"synthesis": self.synthesis, "counted": self.device.area_cells, "unit": self.device.area_unit}


@dataclass(frozen=True)
class VendorKeys(CoreKeys):
    """On a part that the vendor's tool maps, places and routes from the elaborated sources."""

    device: VendorDevice

    @cached_property
    def synthesis(self) -> str:
        """The sources, elaborated and looked through; the same for every vendor."""
        return digest(
            {
                "source": self.source,
                **self._of_core("entity", "generics"),
                "limit_s": self.recipe.timeouts.synthesis_s,
                "builds": {tool: self.builds[tool] for tool in ("ghdl", "pyosys")},
                "bench": [self.bench.implement, self.bench.elaborate],
            }
        )

    def _placement(self, seed: int) -> dict[str, Any]:
        others = {tool: build for tool, build in self.builds.items() if tool not in ("ghdl", "pyosys")}
        return {
            "synthesis": self.synthesis,
            **self._of_core("io_ratio", "allowed_dedicated"),
            "device": self.device.model_dump(mode="json"),
            "request": request(self.core, self.device, self.recipe, seed),
            "limit_s": self.recipe.timeouts.place_s,
            "builds": others,
        }
