# SPDX-License-Identifier: Apache-2.0
"""Measures against the figures paper A prints."""

import pytest

from fairhash.figures.measures import geometric_mean, reference_core, result_throughput_mbit_s, throughput_mbit_s
from fairhash.results.schema import Clocks
from tests.figures import paper_a
from tests.results.samples import failed, sample


@pytest.mark.parametrize(
    ("clock", "printed"), list(zip(paper_a.SHA512_CLOCK_MHZ, paper_a.SHA512_THROUGHPUT, strict=True))
)
def test_sha512_throughput_matches_table_7(clock: float, printed: float) -> None:
    assert throughput_mbit_s(1024, 81, clock) == pytest.approx(printed, abs=0.02)


def test_keccak_throughput_matches_table_3() -> None:
    assert throughput_mbit_s(576, 24, 157.183) == pytest.approx(3772.39, abs=0.005)
    assert throughput_mbit_s(1088, 24, 165.07) == pytest.approx(7483.22, abs=0.1)


def test_groestl_uses_the_effective_clock_of_clk() -> None:
    # Table 3: 161.34 MHz is the clock of the datapath; its io_clk runs at twice that
    run = sample(
        block_bits=1024,
        block_cycles=29,
        io_ratio=2,
        achieved=Clocks(clk_mhz=180, io_clk_mhz=322.684, effective_mhz=161.342),
    )
    assert result_throughput_mbit_s(run) == pytest.approx(5697.04, abs=0.05)


def test_throughput_is_multiplied_by_messages_in_flight() -> None:
    # paper D Eq. 5: two messages in flight in a two-stage pipeline
    run = sample(clock_mhz=100, block_cycles=48, messages_in_flight=2)
    assert result_throughput_mbit_s(run) == pytest.approx(2400)


def test_no_throughput_without_clock_or_cycles() -> None:
    assert result_throughput_mbit_s(failed()) is None
    assert result_throughput_mbit_s(sample(measured_cycles=None)) is None


@pytest.mark.parametrize(("values", "printed"), list(paper_a.OVERALLS.values()), ids=list(paper_a.OVERALLS))
def test_geometric_mean_gives_the_overall_value_of_table_8(values: tuple[float, ...], printed: float) -> None:
    # from inputs rounded to two digits, so the last digit may differ
    assert geometric_mean(values) == pytest.approx(printed, abs=0.011)


def test_the_reference_has_an_equal_digest_size() -> None:
    assert reference_core(512) == "sha-512/highspeed"
    assert reference_core(256) == "sha-256/highspeed"
