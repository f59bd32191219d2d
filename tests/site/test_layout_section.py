# SPDX-License-Identifier: Apache-2.0
"""The picture of a routed layout, and clock and energy before and after routing, from synthetic results."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from fairhash.results.schema import Layout, Power, Result, SearchPoint
from fairhash.site.data import shown_figures
from fairhash.site.layout_section import layout_table, layout_views, picture
from fairhash.site.pages import NO_VALUE
from tests.results.samples import failed, sample

# two rows of 20 sites: a register, logic, a filler; a buffer, a filler, logic
LAYOUT = Layout(
    failed_nets=0,
    clock_buffers=4,
    width_um=20.5,
    height_um=26,
    wires_pf=3.25,
    rows=("r12l5f3", "b2f8l10"),
    site_um=0.8,
    row_um=10,
)
SEARCH = (SearchPoint(target_ps=4000, period_ps=5000), SearchPoint(target_ps=3000, period_ps=4000))


def _run(device: str, clock_mhz: float, pj_per_bit: float, **changes: Any) -> Result:
    power = Power(
        total_mw=1, switching_mw=1, internal_mw=0, clock_mw=0, leakage_mw=0, pj_per_bit=pj_per_bit, cycles=10, bits=10
    )
    values = {"area_unit": "GE", "recipe": "best", "seed": 0, "power": power, "search": SEARCH}
    return sample("sm3/lightweight", clock_mhz, device=device, **{**values, **changes})


def test_the_picture_draws_every_cell_to_scale() -> None:
    """The first row is at the bottom; a row of 10 um is 12.5 sites of 0.8 um high."""
    svg = ET.fromstring(picture(LAYOUT, 'a"<b>'))
    assert svg.get("viewBox") == "0 0 20 25"
    assert svg.get("aria-label") == 'Layout of a"<b>: rows of cells, coloured by kind'
    (group,) = svg
    assert group.get("transform") == "scale(1 12.5) translate(0 .5)"
    drawn = {path[0].text: path.get("d") for path in group}
    assert drawn == {"flip-flops": "M0 1h12", "logic": "M10 0h10M12 1h5", "buffers and inverters": "M0 0h2"}
    assert picture(LAYOUT.model_copy(update={"rows": ()}), "a") == ""


def test_clock_and_energy_are_shown_without_and_with_wires() -> None:
    shown = shown_figures([_run("osu018", 250, 2), _run("osu018-routed", 200, 3.5, layout=LAYOUT)], "committed")
    table = layout_table(shown, [])
    assert table is not None
    (row,) = table.display_rows()
    cells = [re.sub(r"<[^>]*>", "", str(cell)) for cell in row]
    # 1 / 4 ns without wires
    assert cells == ["osu018-routed", "0", "20.5", "26.0", "3.2", "4", "250.0", "200.0", "2.00", "3.50"]
    views = layout_views("sm3/lightweight", shown)
    assert {view.device for view in views} == {"osu018-routed"}
    # 12, 15, 2 and 11 of 40 sites
    assert "flip-flops 30 %, logic 38 %, buffers and inverters 5 %, fillers, not drawn, 28 %" in views[0].caption


@pytest.mark.parametrize("other", [(), (SearchPoint(target_ps=4000, period_ps=4500),)])
def test_energy_of_another_netlist_is_not_shown_beside(other: tuple[SearchPoint, ...]) -> None:
    """A result without wires whose search went elsewhere has another netlist."""
    shown = shown_figures(
        [_run("osu018", 250, 2, search=other), _run("osu018-routed", 200, 3.5, layout=LAYOUT)], "committed"
    )
    table = layout_table(shown, [])
    assert table is not None
    assert [str(cell) for cell in table.display_rows()[0][-2:]] == [NO_VALUE, "3.50"]


def test_failed_nets_are_counted() -> None:
    layout = LAYOUT.model_copy(update={"failed_nets": 7})
    unrouted = failed(
        "sm3/lightweight",
        device="osu018-routed",
        recipe="best",
        area_unit="GE",
        status="unrouted",
        reason="7 nets are not routed",
        search=SEARCH,
        layout=layout,
    )
    table = layout_table(shown_figures([unrouted], "committed"), [])
    assert table is not None
    (row,) = table.display_rows()
    assert [str(cell) for cell in row][1] == "7"
    assert [str(cell) for cell in row][-4:] == ["250.0", NO_VALUE, NO_VALUE, NO_VALUE]
    assert layout_table(shown_figures([_run("osu018", 250, 2)], "committed"), []) is None
