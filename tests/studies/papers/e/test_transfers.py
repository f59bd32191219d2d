# SPDX-License-Identifier: Apache-2.0
"""Fig. 4 of paper E, against times worked by hand: a transfer takes 1, a block 2, and a core has room for one more."""

from fairhash.studies.papers.e.transfers import figure_4, spans


def times(row: str) -> list[tuple[float, float]]:
    """When a unit works."""
    return [(span.start, span.end) for span in spans() if span.row == row]


def test_the_bus_pauses_while_the_first_core_has_no_room() -> None:
    """Block 2 waits for nothing, blocks 3 and 4 for the core; then message 2 has the same times, 6 later."""
    first = [(0, 1), (1, 2), (3, 4), (5, 6)]
    assert times("(a) bus") == first + [(start + 6, end + 6) for start, end in first]
    assert times("(a) core 1") == [(1, 3), (3, 5), (5, 7), (7, 9)]
    assert times("(a) core 2") == [(7, 9), (9, 11), (11, 13), (13, 15)]


def test_both_cores_work_without_a_pause_if_the_messages_alternate() -> None:
    """Two cores that take twice as long as the bus keep it busy."""
    assert times("(b) bus") == [(start, start + 1) for start in range(8)]
    assert times("(b) core 1") == [(1, 3), (3, 5), (5, 7), (7, 9)]
    assert times("(b) core 2") == [(2, 4), (4, 6), (6, 8), (8, 10)]


def test_the_figure_says_when_the_last_message_ends() -> None:
    """The two times are in the caption, and the figure says that it shows no result."""
    chart = figure_4()
    assert "after 15 and 10 transfers" in chart.caption
    assert "no result" in chart.caption
    assert chart.csv.startswith("row,message,block,start,end\n(a) bus,message 1,1,0.0,1.0\n")
