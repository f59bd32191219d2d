# SPDX-License-Identifier: Apache-2.0
"""Ranks with their certainty on the pages of cores and devices, of synthetic figures."""

from fairhash.site.core_page import core_pages
from fairhash.site.data import SiteData
from fairhash.site.device_page import device_ids, device_pages
from fairhash.site.pages import environment, render
from fairhash.site.vhdl import read_units
from tests.results.samples import sample

_COMMON = {"result_count": 0, "own_count": 0, "version": "1", "address": ""}
_KECCAK, _SHA2, _JH = "keccak-512/highspeed", "sha-512/highspeed", "jh-512/highspeed"

_DATA = SiteData(
    (
        *(sample(_KECCAK, 300.0 + seed, 3000, seed) for seed in (1, 2, 3)),
        *(sample(_SHA2, 100.0 + seed, 2000, seed) for seed in (1, 2, 3)),
        *(sample(_JH, 500.0, 1000, seed) for seed in (1, 2)),
    )
)
"""Mbit/s per cell by hand: 24 * 302 / 3000 = 2.4 and 24 * 102 / 2000 = 1.2, whatever the draw; JH has too few seeds."""


def test_a_core_s_page_has_its_rank() -> None:
    """With its certainty and a link to the runs; a core without a known figure has none."""
    pages = {page.title: page for page in core_pages(_DATA, read_units(), device_ids())}
    expected = {
        _KECCAK: "1st of 2 known 512-bit cores on ecp5-85k-8, 1st in 95 % of draws, first in 100 %.",
        _SHA2: "2nd of 2 known 512-bit cores on ecp5-85k-8, 2nd in 95 % of draws, first in 0 %.",
        _JH: "and this core has none.",
    }
    for core, sentence in expected.items():
        text = render(pages[core], environment(), _COMMON)
        ranks = text[text.index('class="ranks"') :].partition("</section>")[0]
        assert sentence in ranks
        assert 'href="#runs"' in ranks
        assert "nextpnr-ecp5 0.11.1.0.post826" in text[text.index('id="runs"') :]


def test_a_device_s_page_has_the_ranks_of_its_known_cores() -> None:
    """Beside the status, with how often each core is first; the preliminary one has no rank."""
    (page,) = [page for page in device_pages(_DATA) if page.path == "devices/ecp5-85k-8.html"]
    text = render(page, environment(), _COMMON)
    known = text[text.index('id="known"') :].partition("</table>")[0]
    assert ">1 of 2 (1 to 1)<" in known
    assert "100 %" in known
    assert ">0 %<" in known
    assert _JH not in known
