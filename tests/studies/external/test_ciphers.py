# SPDX-License-Identifier: Apache-2.0
"""The ciphers of examples/ciphers/: models against the standards and PyCryptodome, cores against the models."""

import random
import shutil
from pathlib import Path
from statistics import median

import pytest
from Crypto.Cipher import AES, DES, DES3

from fairhash.external.resolve_core import read_described_core, resolve_core
from fairhash.models import answers
from fairhash.models import pad as model_pad
from fairhash.results.export import read_folder
from fairhash.testbench.verification import VerifyOptions, verify
from tests.studies.external.ciphers import aes, answer_file, skipjack, triple_des
from tests.studies.external.ciphers.cbc import MODES, answer, pad
from tests.studies.external.ciphers.vectors import VECTORS

_MODES = {mode.name: mode for mode in MODES}
_CYCLES = {"aes-128": (4 * 10, 9), "aes-256": (4 * 14, 9), "skipjack": (8 * 32, 5), "3des": (8 * 48, 5)}
"""Cycles of 512 bits, which are four blocks of AES or eight of 64 bits, and the constant cycles of a message."""


@pytest.mark.parametrize(("name", "key", "plaintext", "ciphertext", "source"), VECTORS)
def test_models_have_the_answers_of_the_standards(
    name: str, key: bytes, plaintext: bytes, ciphertext: bytes, source: str
) -> None:
    """Encryption gives the published ciphertext, and decryption the plaintext."""
    assert _MODES[name].encrypt(key, plaintext) == ciphertext, source
    assert _MODES[name].decrypt(key, ciphertext) == plaintext, source


def test_models_agree_with_pycryptodome() -> None:
    """AES, DES and triple DES on random keys and blocks; Skipjack's decryption inverts its encryption."""
    generator = random.Random(1)
    for _ in range(20):
        for size in (16, 32):
            key, block = generator.randbytes(size), generator.randbytes(16)
            assert aes.encrypt(key, block) == AES.new(key, AES.MODE_ECB).encrypt(block)
        key, block = generator.randbytes(24), generator.randbytes(8)
        assert triple_des.des_encrypt(key[:8], block) == DES.new(key[:8], DES.MODE_ECB).encrypt(block)
        assert triple_des.encrypt(key, block) == DES3.new(key, DES3.MODE_ECB).encrypt(block)
        assert skipjack.decrypt(key, skipjack.encrypt(key, block)) == block


@pytest.mark.parametrize("bits", [0, 3, 384, 447, 448, 1000])
def test_padding_is_that_of_sha_256(bits: int) -> None:
    """The answers are computed with the padding that the bench sends."""
    message = bytes(bits // 8) + (b"\xe0" if bits % 8 == 3 else b"\xfe" if bits % 8 else b"")
    assert pad(message, bits) == model_pad("sha-256", message, bits)


def test_the_answer_file_is_generated(checkout: Path) -> None:
    """examples/ciphers/answers.csv is what the models write."""
    assert (checkout / "examples" / "ciphers" / "answers.csv").read_text(encoding="utf-8") == answer_file.text()


def test_the_answer_file_contains_the_vectors_of_the_standards(checkout: Path) -> None:
    """PyCryptodome's CBC mode gives the published ciphertext for the constructed messages."""
    rows = answers.read(checkout / "examples" / "ciphers" / "answers.csv")
    found = {(row.algorithm, row.digest): row for row in rows if row.source != "tests/studies/external/ciphers"}
    for name, key, _, ciphertext, _ in VECTORS:
        row = found[name, ciphertext]
        data = pad(row.message, row.message_bits)[_MODES[name].key_bytes :]
        assert row.message.startswith(key)
        if name.startswith("aes"):
            assert AES.new(key, AES.MODE_CBC, bytes(16)).encrypt(data)[-16:] == ciphertext
        elif name == "3des":
            assert DES3.new(key, DES3.MODE_CBC, bytes(8)).encrypt(data)[-8:] == ciphertext
        else:
            assert answer(_MODES[name], row.message, row.message_bits) == ciphertext


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "skipjack" else pytest.mark.long) for name in _CYCLES]
)
def test_cores_are_right_in_all_modes(checkout: Path, name: str) -> None:
    """Every mode of the testbench passes, and a round takes one cycle."""
    report = verify(resolve_core(str(checkout / "examples" / "ciphers" / f"{name}.toml")), VerifyOptions(seed=1))
    assert report.ok, report.text()
    assert report.cycles is not None
    assert (report.cycles.block, report.cycles.constant) == _CYCLES[name]


@pytest.mark.long
def test_a_wrong_table_entry_is_detected(checkout: Path, tmp_path: Path) -> None:
    """With two entries of Skipjack's F-table exchanged, known answers fail."""
    folder = tmp_path / "ciphers"
    shutil.copytree(checkout / "examples" / "ciphers", folder)
    package = folder / "skipjack_pkg.vhd"
    right = package.read_text(encoding="utf-8")
    wrong = right.replace('x"0adf', 'x"df0a')
    assert wrong != right
    package.write_text(wrong, encoding="utf-8")
    report = verify(read_described_core(folder / "skipjack.toml"), VerifyOptions(modes=("answers",), seed=1))
    assert not report.ok


def test_stored_results_match_the_cores(checkout: Path) -> None:
    """Each core has stored results with correct netlists, and the README shows the medians on ECP5."""
    folder = checkout / "examples" / "ciphers"
    stored = [result for result in read_folder(folder / "results") if result.device == "ecp5-85k-8"]
    assert {result.algorithm for result in stored} == set(_CYCLES)
    page = (folder / "README.md").read_text(encoding="utf-8")
    for name in _CYCLES:
        runs = [result for result in stored if result.algorithm == name]
        assert all(result.ranked for result in runs)
        result = runs[0]
        assert result.resources
        clock_mhz = median(run.achieved.clk_mhz or 0 for run in runs if run.achieved)
        throughput = 512 * clock_mhz / _CYCLES[name][0]
        row = next(line for line in page.splitlines() if line.startswith(f"| `{result.core}`"))
        cells = [cell.strip() for cell in row.split("|")[2:-1]]
        assert cells[1:4] == [str(result.resources.flip_flops), f"{clock_mhz:.1f}", f"{throughput:.0f}"]
