# SPDX-License-Identifier: Apache-2.0
"""Orders of cores by two comparisons, on constructed results with hand-computed values."""

from pathlib import Path

import pytest

from fairhash.figures import figures as figures_module
from fairhash.figures.figure_table import figure_rows, rows_by_target
from fairhash.figures.figures import OWN_BEST, Figure, comparisons, figures
from fairhash.figures.ranking import compare_orders
from fairhash.figures.selection import RecipeSelection
from fairhash.results.schema import Result
from fairhash.site.build import write_html
from fairhash.site.data import SiteData
from fairhash.site.device_page import device_pages
from tests.results.samples import sample


def _figures(clocks: dict[str, float], count: int = 3) -> list[Figure]:
    """A figure of each core with equal areas, so that the order is that of the clocks."""
    return figures(
        sample(f"{name}/highspeed", clock, 1000, seed) for name, clock in clocks.items() for seed in range(1, count + 1)
    )


def test_the_same_order_is_reported_as_such() -> None:
    """The clocks differ and the order does not; equal clocks are no reversed pair."""
    compared = compare_orders(_figures({"a-512": 200, "b-512": 100}), _figures({"a-512": 90, "b-512": 80}))
    assert compared.cores == ("a-512/highspeed", "b-512/highspeed")
    assert compared.sentence() == "By best for all cores the order of the 2 cores known in both tables is the same."
    assert not compare_orders(
        _figures({"a-512": 200, "b-512": 100}), _figures({"a-512": 90, "b-512": 90})
    ).reversed_pairs


def test_each_reversed_pair_is_named() -> None:
    """300, 200, 100 against 100, 200, 150: a falls below both others, b stays before c."""
    first = _figures({"a-512": 300, "b-512": 200, "c-512": 100})
    second = _figures({"a-512": 100, "b-512": 200, "c-512": 150})
    compared = compare_orders(first, second)
    names = ("a-512/highspeed", "b-512/highspeed", "c-512/highspeed")
    assert compared.reversed_pairs == ((names[0], names[1]), (names[0], names[2]))
    assert f"the order is {names[0]} before {names[1]}; {names[0]} before {names[2]}." in compared.sentence()


def test_preliminary_figures_have_no_order() -> None:
    """With two seeds in one of the comparisons no core is known in both."""
    compared = compare_orders(_figures({"a-512": 300, "b-512": 200}), _figures({"a-512": 100, "b-512": 200}, count=2))
    assert (compared.cores, compared.reversed_pairs) == ((), ())
    assert compared.sentence().endswith("cannot be compared: no core is known in both tables.")


@pytest.fixture
def two_recipes(monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    """By the rule a has 200 MHz of `small` and b 150 of `best`; by `best` a has 100 MHz and b 150."""
    monkeypatch.setattr(
        figures_module,
        "select",
        lambda core, device, *_: RecipeSelection(
            core, device.id, {"jh-512/highspeed": "small"}.get(core, "best"), (), ()
        ),
    )
    clocks = {
        ("jh-512", "best"): 100,
        ("jh-512", "small"): 200,
        ("luffa-512", "best"): 150,
        ("luffa-512", "default"): 90,
    }
    return [
        sample(f"{name}/highspeed", clock, 1000, seed, recipe=recipe)
        for (name, recipe), clock in clocks.items()
        for seed in (1, 2, 3)
    ]


SENTENCE = (
    "By best for all cores the order of the 2 cores known in both tables differs. By the recipe chosen for each core, "
    "but not by best, the order is jh-512/highspeed before luffa-512/highspeed."
)


def test_the_table_by_the_rule_stands_before_that_by_best(two_recipes: list[Result]) -> None:
    """Other recipes follow."""
    order = [comparison for _, comparison in rows_by_target(figure_rows(comparisons(two_recipes)))]
    assert order == [OWN_BEST, "best", "default", "small"]


def test_the_page_of_a_device_has_both_tables(two_recipes: list[Result], tmp_path: Path) -> None:
    """The second one has `best` in every row, in its own order: luffa-512 first."""
    data = SiteData(tuple(two_recipes))
    page = next(page for page in device_pages(data) if page.path == "devices/ecp5-85k-8.html")
    write_html(tmp_path, [page], data)
    text = (tmp_path / page.path).read_text(encoding="utf-8")
    assert SENTENCE in text
    assert "Cores on ecp5-85k-8: known 2, preliminary 0; by best for all cores, known 2." in text
    table_of_best = text[text.index('id="by-best"') :].partition("</table>")[0].partition("<table>")[2]
    assert table_of_best.index("luffa-512/highspeed") < table_of_best.index("jh-512/highspeed")
    assert table_of_best.count(">best<") == 2
