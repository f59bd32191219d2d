# SPDX-License-Identifier: Apache-2.0
"""Estimated areas: the documentation and the committed results."""

from fairhash.base import paths
from fairhash.catalog.target import EstimateTarget
from fairhash.catalog.targets import targets
from fairhash.results.export import read_folder

CORES = {"sha-256/highspeed", "cubehash-512/highspeed", "keccak-256/highspeed", "groestl0-256/highspeed"}
"""Of these at least there is an estimate on every family."""
DEVICES = {"spartan3-estimate", "virtex5-estimate", "cyclone4-estimate", "cyclone5-estimate"}


def test_the_documentation_lists_every_estimate() -> None:
    """The table of docs/estimates.md has the devices of the catalogue, with what they represent."""

    def names(each: EstimateTarget) -> str:
        return ", ".join(f"`{name}`" for name in each.also)

    declared = [target for target in targets().values() if isinstance(target, EstimateTarget)]
    assert {each.id for each in declared} == DEVICES
    text = (paths.root() / "docs" / "estimates.md").read_text(encoding="utf-8")
    documented = {line for line in text.splitlines() if "-estimate` |" in line}
    assert documented == {
        f"| `{each.id}` | {names(each)} | {', '.join(each.covers)} | {each.area_unit} |" for each in declared
    }


def test_every_estimate_is_stored_and_checked() -> None:
    found = [result for result in read_folder(paths.results()) if result.status == "estimate"]
    assert {(result.device, result.core) for result in found} >= {
        (device, core) for device in DEVICES for core in CORES
    }
    # block RAM of the estimated families has no models
    with_ram = {result.core for result in found if result.resources and result.resources.memory_blocks}
    assert {result.core for result in found if result.netlist.verdict != "pass"} <= with_ram
