# SPDX-License-Identifier: Apache-2.0
"""A failure says all one needs: smallest case, words, cycle, seed, waveform, commands; bad questions are refused."""

import hashlib
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.base.paths import root
from fairhash.catalog.core import Formula
from fairhash.catalog.cores import all_cores
from fairhash.models.answers.answer import read
from fairhash.testbench.answers import default_answers, known_answers, official_place
from fairhash.testbench.report import Failure, VerifyReport
from fairhash.testbench.verification import VerifyOptions, measure_cycles, verify
from tests.testbench.toys import SEED, TOY, bad_cores, options, toy_core

EMPTY = TOY.hash_bits("toy-128", b"")


def _failure(name: str, mode: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Failure, VerifyReport]:
    monkeypatch.setenv("FAIRHASH_BUILD", str(folder / "build"))
    report = verify(bad_cores()[name].core(folder), options(mode, engine="vhdl"), reference=TOY)
    failure = report.modes[0].failure
    assert failure is not None
    return failure, report


def test_a_wrong_word_is_reported_with_the_smallest_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failure, report = _failure("lost-word", "stalls", tmp_path, monkeypatch)
    assert failure.messages == ("toy-128, 0 bits: (empty)",)
    assert "stalls on the input side (seed " in failure.circumstances
    assert failure.expected == EMPTY[4 * failure.word : 4 * failure.word + 4].hex()
    assert failure.found != failure.expected
    assert failure.seed == SEED
    assert failure.wave is not None
    assert failure.wave.stat().st_size > 0
    assert failure.see == f"gtkwave {failure.wave}"
    assert failure.again.startswith("fairhash verify toy-128/plain --mode stalls --seed 20101 ")
    assert not report.ok
    for part in (f"cycle {failure.cycle}", failure.expected, failure.found, failure.see, failure.again):
        assert part in report.text()
    assert VerifyReport.model_validate_json(report.model_dump_json()) == report


def test_stalls_that_do_not_matter_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failure, _ = _failure("swapped-constant", "stalls", tmp_path, monkeypatch)
    assert failure.messages == ("toy-128, 0 bits: (empty)",)
    assert failure.circumstances == "one message, after reset"


def test_segments_that_matter_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failure, _ = _failure("first-segment-last", "segments", tmp_path, monkeypatch)
    assert "segments of 1+1 blocks" in failure.messages[0]


def test_a_hang_is_stopped_and_located(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failure, _ = _failure("stuck-ready", "lengths", tmp_path, monkeypatch)
    assert failure.kind == "hang"
    assert "1 of 5 input words taken, 0 of 4 output words delivered" in failure.detail
    assert "in_ready=0 out_valid=0" in failure.detail
    assert failure.cycle < 5000


def test_disagreeing_cycles_are_reported_for_every_n(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failure, report = _failure("slow-block", "cycles", tmp_path, monkeypatch)
    assert (failure.expected, failure.found) == ("31 cycles", "35 cycles")
    assert report.cycles is not None
    assert (report.cycles.block, report.cycles.constant) == (12, 11)
    assert "N=6: 83 measured, 63 declared" in failure.detail


@pytest.mark.parametrize(("architecture", "constant"), [("plain", 15), ("two-clocks", 10)])
def test_cycles_are_measured_for_each_n(architecture: str, constant: int) -> None:
    report = measure_cycles(toy_core(architecture), reference=TOY)
    assert report.agrees
    assert (report.block, report.constant) == (8, constant)
    assert report.measured == tuple((blocks, constant + 8 * blocks) for blocks in range(1, 7))


def test_a_formula_off_by_one_does_not_agree() -> None:
    core = toy_core().model_copy(update={"formula": Formula(setup=1, load=5, block=8, final=4, unload=4)})
    report = measure_cycles(core, reference=TOY)
    assert not report.agrees
    assert "N=1: 23 measured, 22 declared" in report.text()


def test_the_same_seed_repeats_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [verify(toy_core(), options("random", "back-to-back"), reference=TOY) for _ in range(2)]
    assert [mode.messages for mode in runs[0].modes] == [mode.messages for mode in runs[1].modes]
    unseeded = [verify(toy_core(), VerifyOptions(modes=("cycles",)), reference=TOY).seed for _ in range(2)]
    assert unseeded[0] != unseeded[1]


def test_a_check_without_messages_does_not_pass() -> None:
    report = verify(toy_core(), VerifyOptions(modes=("answers",), known_messages=()), reference=TOY)
    assert report.modes[0].verdict == "empty"
    assert not report.ok


def test_unknown_modes_and_engines_are_rejected() -> None:
    with pytest.raises(FairhashError, match="unknown mode 'bogus'; known are answers, random"):
        verify(toy_core(), VerifyOptions(modes=("bogus",)), reference=TOY)
    with pytest.raises(FairhashError, match="unknown engine 'slow'"):
        verify(toy_core(), VerifyOptions(engine="slow"), reference=TOY)  # type: ignore[arg-type]


def test_every_core_has_official_answers() -> None:
    """Of BLAKE3 only answers of 1,048 bits are published; its core is held to their first 256."""
    counts = {name: len(known_answers(core, official_place(core))) for name, core in all_cores().items()}
    assert min(counts.values()) >= 2
    blake3 = all_cores()["blake3/highspeed"]
    one_byte = next(message for message in known_answers(blake3, official_place(blake3)) if message.bits == 8)
    assert one_byte.digest is not None
    assert one_byte.digest.hex() == "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"


def test_answers_are_selected_by_algorithm(tmp_path: Path) -> None:
    core = toy_core().model_copy(update={"algorithm": "sha-256", "family": "sha2", "digest_bits": 256})
    file = root() / "vectors" / "sha2.csv"
    rows = [row for row in read(file) if (row.algorithm, row.digest_bits) == ("SHA-2", 256)]
    taken = known_answers(core)
    assert [(message.data, message.bits, message.digest) for message in taken] == [
        (row.message, row.message_bits, row.digest) for row in rows
    ]
    assert known_answers(core, file) == taken
    official = known_answers(core, root() / "vectors" / "official" / "sha2.csv")
    assert default_answers(core) == [*taken, *official]
    assert (len(official), official[0].digest) == (40, hashlib.sha256(b"").digest())
    without = core.model_copy(update={"algorithm": "sha-512-256"})
    assert default_answers(without) == known_answers(without)
    with pytest.raises(FairhashError, match="no answers for toy-128/plain"):
        known_answers(toy_core(), file)
    with pytest.raises(FairhashError, match="no answers"):
        known_answers(core, tmp_path)
