# SPDX-License-Identifier: Apache-2.0
"""The list of cores: filters, order, and errors."""

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores
from fairhash.figures.core_list import CoreFilter, core_table, listed_cores
from tests.results.samples import sample

_DEVICE = "ecp5-85k-8"


def _names(core_filter: CoreFilter) -> set[str]:
    return {one.core.name for one in listed_cores([], _DEVICE, core_filter)}


@pytest.mark.parametrize("text", ["sha256", "SHA-256", "sha_256/"])
def test_a_name_is_found_however_it_is_written(text: str) -> None:
    assert _names(CoreFilter(text)) == {name for name in all_cores() if name.startswith("sha-256/")}


def test_words_of_further_algorithms_count() -> None:
    """The circuit of keccak-256/highspeed computes SHA3-256, and `sha3` is not the beginning of sha-384."""
    found = _names(CoreFilter("sha3"))
    assert "keccak-256/highspeed" in found
    assert not any(name.startswith("sha-384") for name in found)


def test_filters_are_combined() -> None:
    found = _names(CoreFilter("highspeed", families=["sha2"]))
    assert found == {"sha-256/highspeed", "sha-512/highspeed"}
    with pytest.raises(FairhashError, match="no core matches 'lightweight' and algorithm sha-1"):
        _names(CoreFilter("lightweight", algorithms=["sha-1"]))
    with pytest.raises(FairhashError, match="unknown core or algorithm 'kecak-512'; did you mean keccak-512"):
        _names(CoreFilter("kecak-512"))


def test_best_first_and_cells_of_the_device() -> None:
    """A core with a result stands before those without one, which have no cells to be compared with a maximum."""
    results = [sample("sha-512/highspeed", device=_DEVICE)]
    first, *others = listed_cores(results, _DEVICE, CoreFilter("highspeed"))
    assert first.core.name == "sha-512/highspeed"
    assert first.state == "preliminary"
    assert {one.state for one in others} == {"not measured"}
    assert first.cells is not None
    exactly = CoreFilter("highspeed", max_cells=int(first.cells))
    assert [one.core.name for one in listed_cores(results, _DEVICE, exactly)] == ["sha-512/highspeed"]
    assert listed_cores(results, _DEVICE, CoreFilter("highspeed", max_cells=int(first.cells) - 1)) == []
    assert listed_cores(results, _DEVICE, CoreFilter("highspeed", known=True)) == []
    assert core_table([first]).to_text().splitlines()[1].split()[0] == "sha-512/highspeed"
