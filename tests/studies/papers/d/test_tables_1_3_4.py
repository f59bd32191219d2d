# SPDX-License-Identifier: Apache-2.0
"""Table I: our derivation against SHA-3, against another form of the LFSR, and against the published bytes."""

import hashlib

import pytest

from fairhash.studies.papers.d import tables_1_3_4
from fairhash.studies.papers.published_table import Row, published_table
from tests.published.test_paper_d import round_constant

MASK = (1 << 64) - 1


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & MASK if by else word


def _keccak_f(lanes: list[list[int]]) -> list[list[int]]:
    """FIPS 202, section 3, on lanes[x][y], with the constants under test."""
    a = lanes
    for constant in tables_1_3_4.round_constants():
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        d = [c[x - 1] ^ _rotated(c[(x + 1) % 5], 1) for x in range(5)]
        b = [[0] * 5 for _ in range(5)]
        x, y, offsets = 1, 0, {(0, 0): 0}
        for t in range(24):
            offsets[x, y] = (t + 1) * (t + 2) // 2 % 64
            x, y = y, (2 * x + 3 * y) % 5
        for (i, j), offset in offsets.items():
            b[j][(2 * i + 3 * j) % 5] = _rotated(a[i][j] ^ d[i], offset)
        a = [[b[i][j] ^ (~b[(i + 1) % 5][j] & MASK & b[(i + 2) % 5][j]) for j in range(5)] for i in range(5)]
        a[0][0] ^= constant
    return a


def test_the_constants_give_sha3_512() -> None:
    """The empty message: one block of padding, through all 24 rounds."""
    block = bytearray(72)
    block[0], block[-1] = 0x06, 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for number in range(9):
        lanes[number % 5][number // 5] = int.from_bytes(block[8 * number : 8 * number + 8], "little")
    out = _keccak_f(lanes)
    digest = b"".join(out[number % 5][number // 5].to_bytes(8, "little") for number in range(8))
    assert digest == hashlib.sha3_512(b"").digest()


def test_another_form_of_the_lfsr_agrees() -> None:
    assert tables_1_3_4.round_constants() == [round_constant(number) for number in range(24)]


def test_all_published_bytes_agree() -> None:
    table = tables_1_3_4.table_1()
    assert len(table.rows) == 24
    assert {row[-1] for row in table.rows} == {"yes"}
    # 0x800000000000808A: bits 1, 3, 7, 15 and 63, which are bits 1, 3, 4, 5 and 7 of the byte
    assert table.rows[2] == ("2", "0x800000000000808A", "0xBA", "0xBA", "yes")
    assert table.notes == ("24 of 24 bytes agree.",)


def test_a_wrong_byte_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoiled(paper: str, number: int) -> list[Row]:
        rows = published_table(paper, number)
        rows[5]["rc_byte"] = "0x40"
        return rows

    monkeypatch.setattr(tables_1_3_4, "published_table", spoiled)
    table = tables_1_3_4.table_1()
    assert [row[0] for row in table.rows if row[-1] == "NO"] == ["5"]
    assert table.notes == ("23 of 24 bytes agree.",)
