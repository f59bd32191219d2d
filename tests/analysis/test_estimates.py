# SPDX-License-Identifier: Apache-2.0
"""The page of estimated areas."""

from fairhash import paths
from fairhash.analysis.estimates import to_markdown
from fairhash.analysis.page import to_markdown as measured_page
from fairhash.results.export import read_folder

CORES = {"sha-256/highspeed", "cubehash-512/highspeed", "keccak-256/highspeed", "groestl0-256/highspeed"}
"""Of these at least there is an estimate on every family."""
DEVICES = {"spartan3-estimate", "virtex5-estimate", "cyclone4-estimate", "cyclone5-estimate"}


def test_the_page_shows_the_committed_results() -> None:
    """docs/estimates.md is what the results say today; see its head for how to write it anew."""
    page = paths.root() / "docs" / "estimates.md"
    assert page.read_text(encoding="utf-8") == to_markdown(read_folder(paths.results()))


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
