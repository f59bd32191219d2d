# SPDX-License-Identifier: Apache-2.0
"""The study of today's hash functions: blocks and cycles by hand, ratios over SHA-256, and what is not measured."""

from typing import Literal

import pytest

from fairhash.base import paths
from fairhash.catalog.cores import find_core
from fairhash.features.padding.record import read_costs
from fairhash.models import find_algorithm
from fairhash.results import Result
from fairhash.results.schema import Power, ShortMessage
from fairhash.results.software_speed import Quartiles, SoftwareSpeed
from fairhash.studies.papers.paper import find_paper, paper_letters
from fairhash.studies.today.findings import lines, message
from fairhash.studies.today.hashes import DeployedCore, deployed_cores, read_hashes
from fairhash.studies.today.tables import software_tables, stored_speeds
from tests.results.samples import sample

DEVICE = "ecp5-85k-8"


def _deployed(core: str) -> DeployedCore:
    return next(one for one in deployed_cores() if one.core.name == core)


@pytest.mark.parametrize("name", [each.algorithm for each in read_hashes()])
def test_security_fits_the_digest(name: str) -> None:
    """No function has more security than a random function of its digest: half of its bits against collisions."""
    (function,) = (each for each in read_hashes() if each.algorithm == name)
    digest_bits = find_algorithm(name).digest_bits
    assert function.collision_bits <= digest_bits // 2
    assert function.collision_bits <= function.preimage_bits <= digest_bits


@pytest.mark.parametrize(
    ("core", "message_bytes", "cycles"),
    [
        # 64 bytes and the padding of 9 are two blocks of 64; 4,096 and 9 are 65
        ("sm3/highspeed", 64, 1 + 64 * 2 + 6 + 8),
        ("sm3/highspeed", 4096, 1 + 64 * 65 + 6 + 8),
        # 4,096 bytes are 512 blocks of 8, and one with the padding
        ("ascon-hash256/highspeed", 4096, 1 + 1 + 12 * 513 + 38 + 1),
        # 64 blocks of 64 bytes in four chunks: 14 cycles for the end of a chunk and 112 for the parent, for all but one
        ("blake3/highspeed", 4096, 3 + 16 + 98 * 64 + 15 + 8 + 3 * (14 + 112)),
        # SHA3-256 pads its 136 bytes as Keccak-256 does, with other bits
        ("keccak-256/highspeed", 136, 1 + 17 + 24 * 2 + 4),
    ],
)
def test_cycles_by_hand(core: str, message_bytes: int, cycles: int) -> None:
    assert _deployed(core).cycles(message_bytes) == cycles


def test_the_padding_unit_adds_its_simulated_cycles() -> None:
    """Those stored for SHA-512's unit: 18 cycles for one block and 20 for more; SHA-512 has them from its first run."""
    sha_512 = _deployed("sha-512/highspeed")
    cost = read_costs(paths.results(), DEVICE).find("sha-512/highspeed")
    assert cost is not None
    assert cost.cycles is not None
    assert [sha_512.blocks(length) for length in (64, 576, 4096)] == [1, 5, 33]
    assert [sha_512.padding_cycles(length) for length in (64, 576, 4096)] == [
        cost.cycles.added[0],
        cost.cycles.added[4],
        cost.cycles.added[-1],
    ]


def test_software_is_beside_the_core() -> None:
    """SM3 with 4 ns for a byte in software and 2 ns, 4 Gbit/s, in hardware; OpenSSL was not measured."""

    def speed(message_bytes: int, ns: float, multiplicity: Literal["one", "many"] = "one") -> SoftwareSpeed:
        quartiles = Quartiles(least=ns, lower=ns, median=ns, upper=ns)
        return SoftwareSpeed(
            function="sm3",
            source="memory",
            cache="none",
            messages=1,
            multiplicity=multiplicity,
            threads=1,
            lanes=False,
            message_bytes=message_bytes,
            ns_per_byte=quartiles,
            cpu_ns_per_byte=quartiles,
            samples=3,
            passes=1,
        )

    (stored,) = stored_speeds()
    rows = (speed(64, 9), speed(262144, 4), speed(262144, 1, "many"))
    results = [
        sample("sm3/highspeed", 500, 1000, seed, block_bits=512, block_cycles=64, device=DEVICE, algorithm="sm3")
        for seed in (1, 2, 3)
    ]
    ours = find_paper("today").our_results(results)
    (table,) = software_tables(ours, DEVICE, [stored.model_copy(update={"rows": rows})])
    found = {row[0]: list(row[1:]) for row in table.rows}
    assert found["SM3"] == [9, None, 4, None, pytest.approx(2), pytest.approx(2)]
    assert found["BLAKE3"] == [None] * 6


def test_findings_by_hand() -> None:
    """SM3 has 4000 Mbit/s in 2000 cells and SHA-256 1000 in 1000; 64 bytes are two blocks in both.

    Without a choice of recipe both are preliminary. The third core has another architecture, so it is not compared.
    """

    def runs(core: str, mhz: float, cells: int, seeds: tuple[int, ...]) -> list[Result]:
        algorithm = core.partition("/")[0]
        return [
            sample(core, mhz, cells, seed, block_bits=512, block_cycles=64, device=DEVICE, algorithm=algorithm)
            for seed in seeds
        ]

    results = [
        *runs("sha-256/highspeed", 125, 1000, (1, 2, 3)),
        *runs("sm3/highspeed", 500, 2000, (1,)),
        *runs("sm3/unrolled-2", 900, 10, (1,)),
    ]
    ours = find_paper("today").our_results(results)
    found = dict(lines(ours, DEVICE, ()))
    assert found[f"Throughput per cell on {DEVICE}"] == (
        "SM3 of 2 high-speed cores, 2.00 Mbit/s (preliminary; SHA-256 1.00)."
    )
    assert found[f"Fewest cells on {DEVICE}"] == "SHA-256 of 2 high-speed cores, 1,000 cells (preliminary)."
    # 1 + 64 * 2 + 6 + 8 cycles of 2 ns
    assert found[f"Fastest digest of 64 bytes on {DEVICE}"].startswith("SM3 of 2 high-speed cores, 286 ns")
    assert message(ours, DEVICE) == (
        f"SM3 has the most throughput per cell of 2 high-speed cores on {DEVICE}, 2.0 times SHA-256 (preliminary)"
    )
    document = find_paper("today").document(results)
    assert document.opening
    assert document.opening.lines[-1][0] == "Basis"
    assert document.verdict is None
    assert document.opening.chart in document.charts()


def test_the_study_is_called_like_a_paper() -> None:
    assert paper_letters() == ["A", "B", "C", "D", "E", "TODAY"]
    document = find_paper("today").document([])
    assert document.heading == "Hash functions standardised today"
    assert document.figure_count == 0
    assert document.opening is None
    functions = next(table for table in document.tables() if table.name == "today-functions")
    assert len(functions.rows) == len(read_hashes())


def test_energy_is_shown_on_libraries_with_results() -> None:
    """SM3 with 2 mW and 3 mW of leakage at 100 MHz needs half the energy of SHA-256; leakage lasts longer at 10 MHz."""

    def run(name: str, mw: float) -> Result:
        power = Power(
            total_mw=mw + 3,
            switching_mw=mw / 2,
            internal_mw=mw / 4,
            clock_mw=mw / 4,
            leakage_mw=3,
            pj_per_bit=(mw + 3) * 1000 / 100 * 64 / 512,
            cycles=64,
            bits=512,
            short_message=ShortMessage(pj=4321, blocks=1, cycles=79, bits=440),
        )
        algorithm = name.partition("/")[0]
        run = sample(name, 100, 2000, 0, block_bits=512, block_cycles=64, recipe="best", algorithm=algorithm)
        return run.model_copy(update={"device": "nangate45", "area_unit": "GE", "power": power})

    document = find_paper("today").document([run("sha-256/highspeed", 7), run("sm3/highspeed", 2)])
    table = next(table for table in document.tables() if table.name == "today-nangate45")
    keys = [column.key for column in table.columns]
    rows = {row[1]: dict(zip(keys, row, strict=True)) for row in table.rows}
    sm3 = rows["sm3/highspeed"]
    assert sm3["energy_pj_per_bit"] == pytest.approx(6.25)
    assert sm3["energy_ratio"] == pytest.approx(0.5)
    # 2 mW * 0.64 us and 3 mW * 6.4 us over 512 bits
    assert sm3["common_clock_energy_pj_per_bit"] == pytest.approx((2 * 0.64 + 3 * 6.4) * 1000 / 512)
    assert sm3["short_message_energy_pj"] == 4321
    assert rows["blake3/highspeed"]["energy_pj_per_bit"] is None
    assert not any(table.name == "today-osu018" for table in document.tables())


def test_throughput_and_latency_follow_from_the_clock() -> None:
    """SM3 at 200 MHz: 512 bits in 64 cycles, and one block in 79 cycles. What was not measured says so."""
    reference, core = find_core("sha-256/highspeed"), find_core("sm3/highspeed")

    def runs(name: str, clock_mhz: float, area: int) -> list[Result]:
        return [
            sample(
                name,
                clock_mhz,
                area,
                seed,
                block_bits=512,
                block_cycles=64,
                device=DEVICE,
                recipe="best",
                algorithm=name.partition("/")[0],
            )
            for seed in (1, 2, 3)
        ]

    results = [*runs(reference.name, 100, 2000), *runs(core.name, 200, 1000)]
    document = find_paper("today").document(results)
    table = next(table for table in document.tables() if table.name == f"today-{DEVICE}")
    keys = [column.key for column in table.columns]
    rows = {row[1]: dict(zip(keys, row, strict=True)) for row in table.rows}
    assert rows["sm3/highspeed"]["throughput_mbit_s"] == pytest.approx(512 * 200 / 64)
    assert "not measured" in str(rows["blake3/highspeed"]["note"])
    (chart,) = document.charts()
    assert "sm3" in chart.svg
    latency = next(table for table in document.tables() if table.name == f"today-latency-{DEVICE}")
    row = next(row for row in latency.rows if row[1] == "sm3/highspeed")
    assert row[2] == pytest.approx(1000 * (1 + 64 + 6 + 8) / 200)


def test_other_architectures_are_shown_if_they_have_results() -> None:
    """SM3 with two rounds a cycle: 512 bits in 32 cycles of 10 ns are 1,600 Mbit/s, on 2,000 cells 0.8 for each."""
    results = [
        sample("sm3/unrolled-2", 100, 2000, seed, block_bits=512, block_cycles=32, device=DEVICE, algorithm="sm3")
        for seed in (1, 2, 3)
    ]
    tables = {table.name: table for table in find_paper("today").document(results).tables()}
    table = tables[f"today-architectures-{DEVICE}"]
    keys = [column.key for column in table.columns]
    (row,) = (dict(zip(keys, row, strict=True)) for row in table.rows)
    assert row["core"] == "sm3/unrolled-2"
    assert row["throughput_per_cell"] == pytest.approx(0.8)
    assert "sm3/unrolled-2" not in [row[1] for row in tables[f"today-{DEVICE}"].rows]
