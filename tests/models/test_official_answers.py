# SPDX-License-Identifier: Apache-2.0
"""The compact set of official answers: its rows are those of ../shared/vectors, around boundaries; hashlib agrees."""

import csv
import hashlib
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.catalog.cores import all_cores
from fairhash.models import algorithms
from fairhash.models.answers.answer import Answer, model_of, read
from fairhash.models.answers.answer_files import ROWS, is_from_other_source, select, write_official
from tests.models.test_hashing import HASHLIB

COMPACT = paths.official_answers()
FURTHER = paths.further_answers()
AT_BOUNDARIES = {
    "sha-256": {0, 440, 448, 504, 512},
    "sha-512": {0, 888, 896, 1016, 1024},
    "keccak-512": {0, 1, 7, 9, 568, 576, 584, 1144, 1152, 1160, 2048, 4064},
    "blake-32": {0, 1, 7, 9, 440, 447, 448, 449, 504, 511, 512, 513, 952, 960},
    "fugue-256": {0, 1, 7, 9, 24, 32, 40, 63, 64, 65, 2048, 4064},
}
"""Lengths in bits worked out by hand from the specifications: FIPS 180-4 5.1 pads with at least 65 (129) bits to 512
(1024); Keccak-512 has a rate of 576; BLAKE-32 pads with at least 66 bits to 512; Fugue-256 has words of 32 bits."""

ONLY_BYTES = ("sha1", "sha2", "ascon", "blake2", "blake3")
"""Families whose published answers are those of whole bytes."""
PUBLISHED = {
    "sm3": 2,
    "blake3": 22,
    "ascon-cxof128": 33,
    "turboshake128": 5,
    "turboshake256": 4,
    "kt128": 7,
    "kt256": 7,
}
"""Algorithms of which fewer answers than ROWS are published, in the lengths of the set."""


def compact_rows() -> list[Answer]:
    return [answer for file in sorted(COMPACT.glob("*.csv")) for answer in read(file)]


def test_every_core_has_official_answers() -> None:
    """At most ROWS rows for each algorithm, from nothing to more than a block, each with a source that is official."""
    lengths: dict[str, list[int]] = {}
    for answer in compact_rows():
        model = model_of(answer)
        assert model is not None, answer
        lengths.setdefault(model.id, []).append(answer.message_bits)
        assert answer.source
        assert not answer.source.startswith(("oracle", "FairHash"))
    assert max(map(len, lengths.values())) == ROWS
    for core in all_cores().values():
        for name in (core.algorithm, *core.also):
            found = lengths[name]
            if name in PUBLISHED:
                assert len(found) == PUBLISHED[name], name
                continue
            assert len(found) == ROWS, name
            # the empty message is not among the published ones of Ascon-XOF128 here
            assert min(found) == (8 if name == "ascon-xof128" else 0) < core.block_bits <= max(found), name
            assert any(bits % 8 for bits in found) != (core.family in ONLY_BYTES), name
    for name, expected in AT_BOUNDARIES.items():
        assert expected <= set(lengths[name]), name


def test_hashlib_agrees() -> None:
    compared = 0
    for answer in compact_rows():
        model = model_of(answer)
        if model and model.id in HASHLIB and answer.message_bits % 8 == 0:
            assert hashlib.new(HASHLIB[model.id], answer.message).digest() == answer.digest
            compared += 1
    assert compared > 200


def test_the_set_is_small() -> None:
    assert sum(file.stat().st_size for file in COMPACT.iterdir()) < 1_600_000


def test_every_source_is_in_the_readme() -> None:
    readme = " ".join((COMPACT / "README.md").read_text(encoding="utf-8").split())
    sources = {answer.source for answer in compact_rows()}
    assert [source for source in sorted(sources) if f"`{source}`" not in readme] == []


@pytest.mark.skipif(FURTHER is None, reason="../shared/vectors is not present")
def test_the_set_is_a_selection_of_all_official_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each row, as text, is in a file of ../shared/vectors; the committed files are what the command writes."""
    assert FURTHER is not None
    everything: set[tuple[str, ...]] = set()
    for file in FURTHER.rglob("*.csv"):
        with file.open(encoding="utf-8", newline="") as stream:
            everything |= {tuple(row) for row in csv.reader(stream)}
    count = 0
    for file in sorted(COMPACT.glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as stream:
            rows = [tuple(row) for row in csv.reader(stream)]
        others = {answer.line for answer in read(file) if is_from_other_source(answer)}
        strange = [row for line, row in enumerate(rows, 1) if row not in everything and line not in others]
        assert strange == []
        count += len(rows) - 1
    with capsys.disabled():
        print(f"\n{count} rows of {COMPACT} compared with {len(everything)} of {FURTHER}")
    written = write_official(FURTHER, tmp_path)
    assert {file.name for file in written} == {file.name for file in COMPACT.glob("*.csv")}
    for file in written:
        assert file.read_bytes() == (COMPACT / file.name).read_bytes(), file.name


def test_rows_are_selected_by_need() -> None:
    """Boundaries first, then equal distances; a second message of a length only if lengths run out."""
    sha = algorithms()["sha-256"]
    row = Answer("SHA-2", "FIPS180-4", 256, 0, b"", bytes(32), "x", Path(), 0)
    rows = [replace(row, message_bits=bits, message=bytes(bits // 8)) for bits in range(0, 8192, 8)]
    found = [answer.message_bits for answer in select(sha, rows)]
    assert len(found) == ROWS
    assert {0, 432, 440, 448, 456, 504, 512, 520, 952, 960, 2048, 4064} <= set(found)
    assert found == sorted(set(found))
    few = [row, replace(row, source="y"), replace(row, message_bits=8, message=b"a")]
    assert [(answer.message_bits, answer.source) for answer in select(sha, few)] == [(0, "x"), (0, "y"), (8, "x")]


def test_rows_of_programs_are_left_out(tmp_path: Path) -> None:
    """A row that no designer and no standard published is not official; neither is one without a model."""
    source = tmp_path / "source"
    source.mkdir()
    digest = hashlib.sha256(b"").hexdigest()
    (source / "a.csv").write_text(
        "algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source\n"
        f"SHA-2,FIPS180-4,256,0,,{digest},FIPS 180-4\n"
        f"SHA-2,FIPS180-4,256,0,,{digest},oracle: own Python model\n"
        f"MD6,1,256,0,,{digest},FIPS 180-4\n"
    )
    (written,) = write_official(source, tmp_path / "set")
    assert written == tmp_path / "set" / "sha2.csv"
    assert [answer.source for answer in read(written)] == ["FIPS 180-4"]


def test_the_command_reads_a_folder(tmp_path: Path) -> None:
    """`python -m fairhash.models.answers FOLDER` writes nothing for a folder without answers."""
    done = subprocess.run(
        [sys.executable, "-m", "fairhash.models.answers", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
