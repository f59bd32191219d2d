# SPDX-License-Identifier: Apache-2.0
"""Orders of cores by two comparisons, on constructed results with hand-computed values."""

from fairhash.analysis.figures import Figure, figures
from fairhash.analysis.recipe_order import compare_orders
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
    """300, 200, 100 against 100, 200, 150: a falls behind both others, b stays before c."""
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
