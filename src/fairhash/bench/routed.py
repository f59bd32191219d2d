# SPDX-License-Identifier: Apache-2.0
"""Routed netlists with their delays, regenerated on demand: the same place and route runs again with the same inputs.

A sweep deletes them because they are large (12 MB for SHA-256 on ECP5, 1.2 MB compressed). Place and route gives the
same result for the same inputs, so a stored result decides which netlist it was; another clock is an error.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.bench.jobs import SynthesisJob
from fairhash.bench.keys import digest
from fairhash.bench.record import Record
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.netlist.timed.design import TimedDesign, compress_routed, read_design
from fairhash.netlist.timed.routed import FAMILIES
from fairhash.targets.fpga.placement import ROUTED_FILES, place
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.toolchain import tools
from fairhash.toolchain.sandbox import confined_if_external

_STAGE = "routed"


@dataclass(frozen=True)
class RoutedCore:
    """A stored routed netlist."""

    keys: RunKeys
    key: str
    """Digest of all that decides the netlist and its delays."""
    synthesis: Synthesis
    record: Record[Placement]

    @property
    def placement(self) -> Placement:
        """The outcome of place and route."""
        return self.record.outcome

    def design(self, folder: Path) -> TimedDesign:
        """The core with its delays; the simulator's program is written to `folder`.

        Raises:
            RoutedNetlistError: if it cannot be simulated.
        """
        files = [self.placement.folder / f"{name}.gz" for name in ROUTED_FILES]
        design = self.keys.design
        return read_design(design.core, design.target, files[0], files[1], folder / "timed.program")


def require_routable(core: Core, target: Any) -> Device:
    """Return `target` if its placed cells can be simulated.

    Raises:
        FairhashError: if not.
    """
    if not core.has_reset:
        hint = "a simulation with delays begins with a reset"
        raise FairhashError(f"{core.name} has no reset", core.user_name, hint)
    if not isinstance(target, Device) or target.cells not in FAMILIES:
        usable = f"devices of {', '.join(FAMILIES)} can be used"
        raise FairhashError(f"no models of the placed cells of {target.id}", core.name, usable)
    return target


def routed_core(core: Core, device: Device, recipe: Recipe, seed: int, workspace: Workspace) -> RoutedCore:
    """Return the routed netlist of one run; a stored one is reused.

    Raises:
        FairhashError: if the core cannot be synthesised, or place and route does not repeat a stored result.
    """
    keys, store = workspace.keys(core, device, recipe), workspace.store
    synthesis = SynthesisJob(keys).stored_outcome(workspace)
    if synthesis.outcome.status != "ok":
        raise FairhashError(f"no netlist: {synthesis.outcome.reason}", core.name)
    placement_key = keys.placement(synthesis.netlist, seed)
    key = digest({"placement": placement_key, "files": ROUTED_FILES})

    def work(folder: Path) -> Record[Placement]:
        with tools.memory_limit(recipe.memory.place_mib), confined_if_external(core):
            placement = place(synthesis.outcome, core, device, recipe, seed, folder, keep_routed=True)
        if placement.status == "ok":
            compress_routed([folder / name for name in ROUTED_FILES])
        return Record[Placement](outcome=placement)

    record, _ = store.get_or_make(_STAGE, key, Record[Placement], work, workspace.stop)
    if record.outcome.status != "ok":
        raise FairhashError(f"not routed: {record.outcome.reason}", f"{core.name} seed {seed}")
    stored = store.load("placement", placement_key, Record[Placement])
    if stored is not None and stored.outcome.effective_mhz != record.outcome.effective_mhz:
        raise FairhashError("place and route did not repeat the stored result", f"{core.name} seed {seed}")
    return RoutedCore(keys, key, synthesis.outcome, record)
