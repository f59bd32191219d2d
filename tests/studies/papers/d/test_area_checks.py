# SPDX-License-Identifier: Apache-2.0
"""The doubts about Table II's areas: what is computed from the structures and the published slices, by hand here."""

from fairhash.studies.papers.d import reproduction
from fairhash.studies.papers.our_results import OurResults
from tests.studies.papers.d.runs import several


def test_capacity_matches_hand_computed_values() -> None:
    """Case V: 1406 slices have 5624 tables and 11248 flip-flops, two rounds and four ranks need 3840 and 6400."""
    known = OurResults(tuple(several("case-5", (250, 250, 250), 8000, 9000)), {})
    table = reproduction.capacity(known, ["ecp5-85k-8"])
    case_v = table.rows[-1]
    assert case_v[:9] == ("V", 2, 4, 6400, 7680, 3840, 1406, 5624, 11248)
    assert [f"{share:.1f}" for share in case_v[9:11] if isinstance(share, float)] == ["68.3", "56.9"]
    assert case_v[11:] == (9000, 8000, 9000, "")
    assert table.rows[0][11:] == (None, None, None, "ecp5-85k-8: no core yet")
    assert len({column.key for column in table.columns}) == len(table.columns)


def test_pairs_match_hand_computed_values() -> None:
    rows = {row[0]: row[1:] for row in reproduction.pairs().rows}
    # 871 to 1393 slices hold 2088 tables more; a rank is all that was added
    assert rows["I to II"] == (0, 1600, 522, 2088, 4176, "yes")
    assert rows["II to V"] == (
        *(1920, 3200, 13, 52, 104),
        "no: 1868 LUT6 and 3096 FFs too many, unless the smaller case left them empty",
    )
    assert rows["III to IV"][-1] == "no: more content in 729 slices less"
    assert rows["IV to V"][:3] == (0, 3200, -10)
    # neither of cases II and III has all that the other has
    assert "II to III" not in rows
    assert len(rows) == 9


def test_verdicts_at_their_limits() -> None:
    assert reproduction.verdict(40, 80, 10) == "yes"
    assert reproduction.verdict(41, 80, 10).startswith("no: 1 LUT6 too many")
    assert reproduction.verdict(40, 81, 10).startswith("no: 1 FFs too many")
    assert reproduction.verdict(0, 1, -1).startswith("no: more content")


def test_findings_match_hand_computed_values() -> None:
    # 4 x 871 - 1920 and 4 x 1393 - 1920
    assert (reproduction.room("I"), reproduction.room("II")) == (1564, 3652)
    # (1564 + 1920) / 4, (1564 + 3840) / 4, (3652 + 3840) / 4
    assert (reproduction.needed("II", "I"), reproduction.needed("IV", "I"), reproduction.needed("V", "II")) == (
        871,
        1351,
        1873,
    )
    assert reproduction.ring_clock_mhz() == 391
    text = " ".join(reproduction.findings())
    assert "no published area is too small" in text
    # 8040 / 871 and 8040 / 1393; 16510 / 1406 = 11.74 over each
    assert "9.23 Mbit/s per slice instead of 5.77, and case V would be 1.27 times as efficient instead of 2.03" in text
    assert "4.6 times case IV and 2.6 times case I" in text
