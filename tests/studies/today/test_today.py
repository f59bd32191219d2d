# SPDX-License-Identifier: Apache-2.0
"""The study of today's hash functions: blocks and cycles by hand, ratios over SHA-256, and what is not measured."""

import pytest

from fairhash.catalog.cores import find_core
from fairhash.models import find_algorithm
from fairhash.results import Result
from fairhash.results.schema import Power, ShortMessage
from fairhash.studies.papers.paper import find_paper, paper_letters
from fairhash.studies.today.hashes import DeployedCore, deployed_cores, read_hashes
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


def test_the_study_is_called_like_a_paper() -> None:
    assert paper_letters() == ["A", "B", "C", "D", "E", "TODAY"]
    document = find_paper("today").document([])
    assert document.heading == "Hash functions standardised today"
    assert document.figure_count == 0
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
