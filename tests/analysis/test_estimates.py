# SPDX-License-Identifier: Apache-2.0
"""Estimated areas: the documentation, the page that a command writes, and the committed results."""

from fairhash import paths
from fairhash.analysis.estimates import devices_table, to_markdown
from fairhash.analysis.page import to_markdown as measured_page
from fairhash.catalog.target import Estimate
from fairhash.catalog.targets import targets
from fairhash.results.export import read_folder

CORES = {"sha-256/highspeed", "cubehash-512/highspeed", "keccak-256/highspeed", "groestl0-256/highspeed"}
"""Of these at least there is an estimate on every family."""
DEVICES = {"spartan3-estimate", "virtex5-estimate", "cyclone4-estimate", "cyclone5-estimate"}


def test_the_documentation_lists_every_estimate() -> None:
    """The table of docs/estimates.md has the devices of the catalogue, with what they represent."""
    ids = [name for name, target in targets().items() if isinstance(target, Estimate)]
    assert set(ids) == DEVICES
    text = (paths.root() / "docs" / "estimates.md").read_text(encoding="utf-8")
    documented = {line for line in text.splitlines() if "-estimate` |" in line}
    assert documented == {line for line in devices_table(ids).splitlines() if "-estimate` |" in line}


def test_the_page_has_the_area_and_the_verdict() -> None:
    """One row for each core, with LUTs and registers as they are stored."""
    results = [result for result in read_folder(paths.results()) if result.status == "estimate"]
    text = to_markdown(results)
    for result in (one for one in results if one.core in CORES and not one.stale):
        used = result.resources
        assert used is not None
        cells = max(used.area_cells, used.flip_flops)
        assert f"| {result.core} | {cells} | {used.area_cells} | {used.flip_flops} | {used.carry} | pass, " in text


def test_every_estimate_is_stored_and_checked() -> None:
    found = [result for result in read_folder(paths.results()) if result.status == "estimate"]
    assert {(result.device, result.core) for result in found} >= {
        (device, core) for device in DEVICES for core in CORES
    }
    assert {result.netlist.verdict for result in found} == {"pass"}


def test_the_page_of_measured_results_has_no_estimates() -> None:
    text = measured_page(read_folder(paths.results()))
    assert "-estimate" not in text
    assert "estimate:" not in text
