# SPDX-License-Identifier: Apache-2.0
"""The models against official answers and against the project's own; malformed files."""

import hashlib
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.models import algorithms
from fairhash.models.answers.answer import model_of, read, write
from fairhash.models.answers.answer_files import lengths, own_answers, write_families
from fairhash.models.answers.check import check
from tests.models.test_hashing import HASHLIB, SHAKES

HEADER = "algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source\n"
EMPTY_SHA_256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
GOOD = f"SHA-2,FIPS180-4,256,0,,{EMPTY_SHA_256},FIPS 180-4\n"
OWN = paths.answers()
FURTHER = paths.further_answers()
FURTHER_ROWS = {
    "SHA-1": 65,
    "SHA-2": 388,
    "SHA-3": 1564,
    "Keccak": 2468,
    "CubeHash": 1364,
    "Groestl": 2468,
    "Fugue": 1364,
    "Hamsi": 1640,
    "SM3": 10,
    "Ascon": 1367,
    "BLAKE2": 26,
    "BLAKE3": 33,
    "TurboSHAKE": 38,
}


def test_official_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """Every row of the checkout's official answers, and every row of ../shared/vectors that has a model."""
    assert check_all(paths.official_answers(), capsys) == 4129
    if FURTHER:
        summaries = check(FURTHER)
        check_all(FURTHER, capsys)
        for name, rows in FURTHER_ROWS.items():
            of_name = [summary for summary in summaries if summary.file.stem == name]
            assert sum(summary.checked for summary in of_name) == rows, name
            assert not any(summary.skipped for summary in of_name), name


def check_all(folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Check that no row fails, show the number of rows in the output of the tests, and return it."""
    summaries = check(folder)
    checked = sum(summary.checked for summary in summaries)
    with capsys.disabled():
        print(f"\n{checked} rows checked in {len(summaries)} files of {folder}")
    assert [str(failure) for summary in summaries for failure in summary.failures] == []
    assert sum(summary.failed for summary in summaries) == 0
    return checked


def test_own_answers_are_complete_and_right() -> None:
    """Every algorithm has rows; hashlib agrees with all that it can hash; nothing is left over or failed."""
    answers = [answer for file in sorted(OWN.glob("*.csv")) for answer in read(file)]
    models = [model_of(answer) for answer in answers]
    assert {model.id for model in models if model} == set(algorithms())
    compared = 0
    for answer, model in zip(answers, models, strict=True):
        assert model is not None
        if answer.message_bits % 8 == 0 and (model.id in HASHLIB or model.id in SHAKES):
            if model.id in HASHLIB:
                expected = hashlib.new(HASHLIB[model.id], answer.message).digest()
            else:
                expected = SHAKES[model.id](answer.message).digest(answer.digest_bits // 8)
            assert answer.digest == expected, (model.id, answer.message_bits)
            compared += 1
    assert compared > 100
    assert sum(summary.checked for file in OWN.glob("*.csv") for summary in check(file)) == len(answers)


def test_own_answers_are_the_writers(tmp_path: Path) -> None:
    """The committed files are what `python -m fairhash.models.answers` writes."""
    written = write_families(tmp_path)
    assert {file.name for file in written} == {file.name for file in OWN.glob("*.csv")}
    for file in written:
        assert file.read_bytes() == (OWN / file.name).read_bytes(), file.name


def test_own_lengths_are_at_the_boundaries() -> None:
    """For SHA-256, with 512 bits a block and 65 bits of padding at least, and for CubeHash with one bit."""
    sha = lengths(algorithms()["sha-256"])
    assert {0, 1, 440, 447, 448, 512, 952, 959, 960, 1024, 1464, 1472, 1536, 1976, 1984, 2048} <= set(sha)
    assert {0, 248, 255, 256, 257, 264, 511, 512, 760, 768, 1016, 1024} <= set(lengths(algorithms()["cubehash-512"]))


def test_written_is_read_again(tmp_path: Path) -> None:
    """All fields but the place survive; a wrong digest is found, at its line."""
    file = tmp_path / "new" / "answers.csv"
    rows = own_answers(algorithms()["shake128"], file)
    write(file, rows)
    again = read(file)
    assert [(row.message_bits, row.message, row.digest, row.source) for row in again] == [
        (row.message_bits, row.message, row.digest, row.source) for row in rows
    ]
    assert [row.line for row in again] == list(range(2, 2 + len(rows)))


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    """A spreadsheet that saved the file has put it there."""
    file = tmp_path / "a.csv"
    rows = read(paths.answers() / "sha1.csv")[:3]
    write(file, rows)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert [row.digest for row in read(file)] == [row.digest for row in rows]


def test_wrong_digests_are_found(tmp_path: Path) -> None:
    """Wrong rows fail at their lines, rows without a model are counted, versions may be annotated, `only` limits."""
    wrong = GOOD.replace("e3b0", "e3b1")
    lines = [HEADER, GOOD, wrong, "MD6,1.0 (x),256,0,," + "00" * 32 + ",nobody\n", GOOD.replace("-4,", "-4 (2015),")]
    lines += ["SHA-2,FIPS180-4-CAVP,256,0,," + EMPTY_SHA_256 + ",x\n", *[wrong] * 4]
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.csv").write_text("".join(lines), newline="\r\n")
    reported: list[tuple[int, int]] = []
    (summary,) = check(tmp_path, progress=lambda done, total: reported.append((done, total)))
    assert (summary.checked, summary.failed, len(summary.failures)) == (8, 5, 3)
    assert summary.skipped == {"MD6 1.0 256": 1}
    assert "one.csv:3: sha-256 of 0 bits: expected e3b1c4" in str(summary.failures[0])
    assert f"found {EMPTY_SHA_256}" in str(summary.failures[0])
    assert reported == [(1, 1)]
    assert [one.checked for one in check(tmp_path, only=["sha-512"])] == [0]
    with pytest.raises(FairhashError, match="sha-257"):
        check(tmp_path, only=["sha-257"])


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", ":1", "the header must be"),
        (HEADER.replace("msg_hex", "message"), ":1", "the header must be"),
        (HEADER + GOOD + "SHA-2,FIPS180-4,256\n", ":3", "3 fields"),
        (HEADER + "\n", ":2", "0 fields"),
        (HEADER + GOOD.replace(",0,,", ",x,,"), ":2", "msg_bits 'x'"),
        (HEADER + GOOD.replace(",0,,", ",-8,,"), ":2", "msg_bits '-8'"),
        (HEADER + GOOD.replace(",0,,", ",9,00,"), ":2", "msg_hex has 1 bytes for 9 bits"),
        (HEADER + GOOD.replace(",0,,", ",8,0,"), ":2", "msg_hex is no"),
        (HEADER + GOOD.replace(",0,,", ",8,0g,"), ":2", "msg_hex is no"),
        (HEADER + GOOD.replace("e3b0", "e3"), ":2", "digest_hex has 31 bytes for 256 bits"),
        (HEADER + GOOD.replace(",256,", ",0,"), ":2", "digest_bits is 0"),
        (HEADER + GOOD.replace("SHA-2", ""), ":2", "no algorithm"),
        (HEADER + GOOD + '"SHA-2\n', ":3", "malformed"),
        (HEADER + GOOD + "SHA-2,v," + "1" * 200_000 + "\n", ":3", "field larger"),
    ],
)
def test_malformed_files(tmp_path: Path, text: str, place: str, words: str) -> None:
    """One line that names the file and the line."""
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(FairhashError) as caught:
        check(tmp_path)
    assert f"{file}{place}" in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unreadable_places(tmp_path: Path) -> None:
    """No file, no text, no folder to write into."""
    with pytest.raises(FairhashError, match="no answer files"):
        check(tmp_path / "nowhere")
    with pytest.raises(FairhashError, match="cannot read"):
        read(tmp_path)
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FairhashError, match="not UTF-8"):
        read(tmp_path / "binary.csv")
    with pytest.raises(FairhashError, match="cannot write"):
        write(tmp_path / "binary.csv" / "file.csv", [])
