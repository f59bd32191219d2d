# SPDX-License-Identifier: Apache-2.0
"""The candidates' order on standard cells beside that on FPGAs, from constructed results."""

import pytest

from fairhash.studies.papers.a import rankings
from fairhash.studies.papers.paper import find_paper
from tests.studies.papers.a.runs import by, several
from tests.studies.papers.a.runs import values as values_of

SHA = several("sha-512", (100,) * 3, 900)
CLOCKS = {"keccak-512": 300, "luffa-512": 200, "jh-512": 150, "cubehash-512": 100}
"""Of equal area and cycles, so throughput per area has the order of the clocks."""


def test_orders_on_cells_and_on_fpgas_are_compared() -> None:
    """On FPGAs the order is the same on one library and reversed on another; a stale result is in neither."""
    fpgas = [run for name, clock in CLOCKS.items() for run in several(name, (clock,) * 3, 900)]
    same = [run for name, clock in CLOCKS.items() for run in several(name, (clock,), 900, **_cells("osu018"))]
    reversed_ = [
        run for name, clock in CLOCKS.items() for run in several(name, (1e4 / clock,), 900, **_cells("nangate45"))
    ]
    stale = [
        run.model_copy(update={"stale": "changed"}) for run in several("shabal-512", (1,), 900, **_cells("osu018"))
    ]
    sha = [run for library in ("osu018", "nangate45") for run in several("sha-512", (100,), 900, **_cells(library))]
    values = values_of(SHA, fpgas, same, reversed_, stale, sha)
    assert rankings.measured_libraries(values.ours) == ["nangate45", "osu018"]
    table = rankings.cells_ranking_table(values, 512)
    keccak = by(table, "Keccak")
    assert (keccak["fpgas_rank"], keccak["osu018_rank"], keccak["nangate45_rank"]) == (1, 1, 4)
    assert keccak["osu018_ratio"] == pytest.approx(3)
    assert by(table, "Shabal")["osu018_ratio"] is None
    rows = rankings.cells_correlation_table(values).rows
    ratio = {row[0]: row[4] for row in rows if row[1:3] == (512, "throughput per area")}
    assert ratio == {"osu018": pytest.approx(1), "nangate45": pytest.approx(-1)}


def test_equal_values_on_cells_share_a_rank() -> None:
    clocks = {"sha-512": 100, "keccak-512": 300, "luffa-512": 200, "jh-512": 200, "cubehash-512": 100}
    cells = [run for name, clock in clocks.items() for run in several(name, (clock,), 900, **_cells("osu018"))]
    table = rankings.cells_ranking_table(values_of(SHA, cells), 512)
    assert [by(table, name)["osu018_rank"] for name in ("Keccak", "Luffa", "JH", "CubeHash")] == [1, 2, 2, 4]


def test_without_known_results_on_cells_there_is_no_section() -> None:
    names = [table.name for table in find_paper("A").document(list(SHA)).tables()]
    assert not any(name.startswith("cells-") for name in names)


def _cells(library: str) -> dict[str, str]:
    return {"device": library, "device_family": library, "area_unit": "GE", "recipe": "best"}
