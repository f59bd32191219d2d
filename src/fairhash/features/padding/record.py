# SPDX-License-Identifier: Apache-2.0
"""The stored cost of padding units: one file for each device."""

from operator import attrgetter
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import Count, Positive, Sha256, Text

FOLDER = "padding"
"""Folder of results/ with one file for each device."""


class UnitArea(StoredRecord):
    """One padding unit, synthesised alone, and placed if there is a clock."""

    generics: dict[str, int]
    recipe: Text
    sources: Sha256
    """Digest of the code of the unit's sources."""
    netlist_cells: dict[str, Count]
    """Cells by type after synthesis."""
    flip_flops: Count
    counted_cells: Count
    """Cells of logic and of memories in logic: those that place and route counts, else those of the netlist."""
    clock_mhz: Positive | None = None
    """Placed: the maximum clock by static timing analysis."""
    seed: Count | None = None
    critical_path: str = ""
    tools: tuple[Text, ...]
    """Versions of the tools that ran."""
    commit: str = ""
    date: AwareDatetime


class PaddingCycles(StoredRecord):
    """Cycles of clk that a unit adds to a message, from the first word in to the last digest word."""

    added: tuple[int, ...]
    """By number of blocks, 1, 2, ...: messages that fill their blocks, sent without a pause."""
    commit: str = ""
    date: AwareDatetime


class PaddingCost(StoredRecord):
    """What padding costs one core."""

    core: Text
    packed: UnitArea
    """With the packer, so that any word may be partial."""
    plain: UnitArea
    """Without it, for messages of full words."""
    cycles: PaddingCycles | None = None
    """With the packer."""


class PaddingCosts(StoredRecord):
    """The units of cores on one device."""

    schema_version: Literal[1] = 1
    device: Text
    costs: tuple[PaddingCost, ...] = ()

    def find(self, core: str) -> PaddingCost | None:
        """The cost for a core, or None."""
        return next((cost for cost in self.costs if cost.core == core), None)


def _folder(results: Path) -> RecordFolder[PaddingCosts]:
    return RecordFolder(results / FOLDER, PaddingCosts, "a file of padding units", rows="costs")


def read_costs(results: Path, device: str) -> PaddingCosts:
    """The units of a device below a folder of results; a FairhashError if the file is not valid."""
    return _folder(results).read(device) or PaddingCosts(device=device)


def store_cost(results: Path, device: str, cost: PaddingCost) -> None:
    """Store the cost for a core in place of an earlier one."""
    _folder(results).add(device, "costs", [cost], attrgetter("core"), device=device)
