# SPDX-License-Identifier: Apache-2.0
"""Paper C's tables of evidence: NIST's groups, carry chains, memories, the follow-up, and the measured ciphers."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairhash.base.table import Cell, Preliminary, Table
from fairhash.features.nist.record import NIST_OUTCOMES, NistGroup, NistOutcome
from fairhash.results.schema import Resources
from fairhash.studies.papers.c import figures, questions, tables
from fairhash.studies.papers.c.evidence import ShaEvidence
from fairhash.studies.papers.our_results import OurResults
from tests.results.samples import NOON, sha256
from tests.studies.papers.c.runs import DEVICE, evidence, several


def row_of(table: Table, **cells: Cell) -> dict[str, Cell]:
    """The one row with these cells, by the columns' names in CSV."""
    rows = [dict(zip([column.key for column in table.columns], row, strict=True)) for row in table.rows]
    (found,) = [row for row in rows if all(row[key] == cell for key, cell in cells.items())]
    return found


def test_stored_nist_groups_are_shown(tmp_path: Path) -> None:
    groups = (
        NistGroup(group="short", messages=65),
        NistGroup(group="long", messages=12, failure="message 12: wrong word"),
    )
    outcome = NistOutcome(
        core="sha-1/counters",
        device=DEVICE,
        recipe="share",
        seed=1,
        placement=sha256("netlist"),
        groups=groups,
        date=datetime.now(UTC),
    )
    assert not outcome.passed
    NIST_OUTCOMES.store(tmp_path / "nist", outcome.core, outcome)
    NIST_OUTCOMES.store(tmp_path / "nist", outcome.core, outcome.model_copy(update={"date": NOON}))
    table = tables.nist_groups(evidence(tmp_path))
    row = row_of(table, core="sha-1/counters")
    assert (row["short"], row["long"]) == ("65 messages, pass", "12 messages, message 12: wrong word")
    assert row["monte_carlo"] == "not measured"
    assert row_of(table, core="sha-512/counters")["short"] == "not measured"


@pytest.mark.parametrize(("carry", "verdict"), [(116, "preserved"), (158, "changed")])
def test_carry_chains_show_whether_the_counters_are_logic(tmp_path: Path, carry: int, verdict: str) -> None:
    """SHA-1: 6 additions of 32 bits and 27 bits are 219; three more additions are 96 bits, so 315. 2 x 158 = 316."""
    cells = Resources(area_cells=1000, luts=1000, flip_flops=100, carry=carry)
    runs = [run.model_copy(update={"resources": cells}) for run in several("sha-1/counters", (160, 160, 160), 1000)]
    row = row_of(tables.carry_chains(evidence(tmp_path, runs), DEVICE), core="sha-1/counters")
    assert (row["expected_carry_bits"], row["plain_carry_bits"]) == (219, 315)
    assert (row["carry_bits"], row["carry_save_sums"]) == (2 * carry, verdict)


def test_variants_with_memory_are_compared_with_the_core_without(tmp_path: Path) -> None:
    """3000 of 4000 cells at the same clock: 4 / 3 times the throughput per cell."""
    base = several("sha-512/counters", (100, 100, 100), 4000)
    cells = Resources(area_cells=3000, luts=3000, flip_flops=100, carry=40, bram=2)
    variant = [
        run.model_copy(update={"resources": cells})
        for run in several("sha-512/counters-block-ram", (100, 100, 100), 3000)
    ]
    table = tables.memories(evidence(tmp_path, base, variant), DEVICE)
    row = row_of(table, core="sha-512/counters-block-ram")
    assert (row["area_ratio"], row["throughput_ratio"], row["block_rams"]) == (0.75, 1, 2)
    assert row["throughput_per_cell_ratio"] == pytest.approx(4 / 3)
    assert row_of(table, core="sha-512/counters-lut-ram")["note"] == "sha-512/counters-lut-ram not measured"


def test_the_follow_up_is_beside_our_fastest_unrolled_core(tmp_path: Path) -> None:
    """512 x 160 / 80 = 1024; m = 2: 512 x 120 / 40 = 1536. m = 4 has one seed only: 512 x 70 / 20 = 1792."""
    found = evidence(
        tmp_path,
        several("sha-1/counters", (160, 160, 160), 1000),
        several("sha-1/unrolled-2", (120, 120, 120), 1200),
        several("sha-1/unrolled-4", (70,), 2000),
    )
    table = questions.follow_up_table(found, DEVICE)
    published = row_of(table, algorithm="sha-1", source="published")
    assert (published["basic_mbit_s"], published["unrolled_mbit_s"]) == (544, 1000)
    ours = row_of(table, algorithm="sha-1", source="ours")
    assert (ours["basic_mbit_s"], ours["unrolled_mbit_s"], ours["unrolled_ratio"]) == (1024, 1536, 1.5)
    assert str(ours["note"]).startswith("fastest known core: m = 2; m = 4 preliminary: 1 of the 3 seeds needed; m = 5")


def test_ciphers_come_from_their_own_results(tmp_path: Path) -> None:
    """512 x 160 / 80 = 1024; 128 x 20 / 10 = 256: a factor of 4. Nothing is divided by a cipher with one seed."""
    ours = evidence(tmp_path, several("sha-1/counters", (160, 160, 160), 1000))
    for clocks, ratio, low, note in (
        ((20, 20, 20), 4, 4, ""),
        ((20,), None, None, "3des preliminary: 1 of the 3 seeds needed"),
    ):
        ciphers = OurResults(tuple(several("3des/basic", clocks, 900)), {}, (DEVICE,))
        row = row_of(figures.figure_13(ShaEvidence(ours.ours, tmp_path, ciphers), DEVICE), cipher_core="3des/basic")
        assert (row["throughput_ratio"], row["throughput_ratio_low"], row["note"]) == (ratio, low, note)
        assert row["cipher_mbit_s"] == 256


def test_a_preliminary_hash_function_has_a_ratio_without_interval(tmp_path: Path) -> None:
    ours = evidence(tmp_path, several("sha-1/counters", (160, 160), 1000))
    ciphers = OurResults(tuple(several("3des/basic", (20, 20, 20), 900)), {}, (DEVICE,))
    row = row_of(figures.figure_13(ShaEvidence(ours.ours, tmp_path, ciphers), DEVICE), cipher_core="3des/basic")
    assert (row["throughput_ratio"], row["throughput_ratio_low"]) == (4, None)
    assert isinstance(row["throughput_ratio"], Preliminary)
    assert row["note"] == "sha-1 preliminary: 2 of the 3 seeds needed"


def test_counters_of_a_preliminary_core_have_no_verdict(tmp_path: Path) -> None:
    row = row_of(
        tables.carry_chains(evidence(tmp_path, several("sha-1/counters", (160,), 1000)), DEVICE), core="sha-1/counters"
    )
    assert row["carry_save_sums"] == "preliminary: 1 of the 3 seeds needed"
