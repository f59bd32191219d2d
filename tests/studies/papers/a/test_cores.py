# SPDX-License-Identifier: Apache-2.0
"""Each algorithm by its best architecture: what counts, what does not, and the rank beside that by Table 1's cycles."""

from fairhash.results.schema import Resources, Result
from fairhash.studies.papers.a.cores import best_table, best_tables
from tests.results.samples import sample
from tests.studies.papers.a.runs import by, our_results, several

DEVICE = "ecp5-85k-8"


def other(core: str, clock_mhz: float, cells: int, messages_in_flight: int = 1) -> list[Result]:
    """Three runs of a core that is not `highspeed`; 100 bits a cycle of each message."""
    return [
        sample(
            core,
            clock_mhz,
            seed=seed,
            block_bits=1000,
            block_cycles=10,
            resources=Resources(area_cells=cells, luts=cells, flip_flops=7),
            messages_in_flight=messages_in_flight,
        )
        for seed in (1, 2, 3)
    ]


def test_the_architecture_of_most_throughput_per_cell_is_ranked() -> None:
    """Per cell: SHA-2 10, JH 4 and 16 in its other core, Luffa 12."""
    runs = [
        *several("sha-512", (100,) * 3, 1000),
        *several("jh-512", (100,) * 3, 2500),
        *other("jh-512/small", 80, 500),
        *several("luffa-512", (120,) * 3, 1000),
    ]
    ranked = best_table(our_results(runs), 512, DEVICE)
    assert [row[:3] for row in ranked.rows] == [
        (1, "jh-512", "small"),
        (2, "luffa-512", "highspeed"),
        (3, "sha-512", "highspeed"),
    ]
    row = by(ranked, "jh-512", 1)
    assert (row["throughput_per_cell"], row["throughput_per_cell_over_sha_2"]) == (16, 1.6)
    assert (row["highspeed_throughput_per_cell"], row["highspeed_rank"]) == (4, 3)


def test_cores_with_several_messages_in_flight_are_excluded() -> None:
    runs = [*several("jh-512", (100,) * 3, 2500), *other("jh-512/pipelined", 300, 500, messages_in_flight=2)]
    assert [row[:3] for row in best_table(our_results(runs), 512, DEVICE).rows] == [(1, "jh-512", "highspeed")]


def test_a_preliminary_architecture_is_named_and_has_no_rank() -> None:
    """JH's small core, with one seed, would have 32 per cell; Luffa has no other figure."""
    runs = [
        *several("sha-512", (100,) * 3, 1000),
        *several("jh-512", (100,) * 3, 2500),
        *other("jh-512/small", 160, 500)[:1],
        *several("luffa-512", (500,), 1000),
    ]
    ranked = best_table(our_results(runs), 512, DEVICE)
    assert [row[:3] for row in ranked.rows] == [
        (1, "sha-512", "highspeed"),
        (2, "jh-512", "highspeed"),
        (None, "luffa-512", None),
    ]
    assert by(ranked, "jh-512", 1)["note"] == "preliminary: small: 1 of the 3 seeds needed"
    assert by(ranked, "luffa-512", 1)["note"] == "preliminary: highspeed: 1 of the 3 seeds needed"


def test_nothing_is_ranked_without_results() -> None:
    assert best_tables(our_results([])) == ()
