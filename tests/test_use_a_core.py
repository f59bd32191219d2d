# SPDX-License-Identifier: Apache-2.0
"""docs/use-a-core.md followed literally in a copy of the checkout, and docs/interface.md against the models."""

import hashlib
import os
import re
import sysconfig
from pathlib import Path

import pytest

from fairhash import models
from fairhash.base import paths
from fairhash.features.package.register_map import read_registers, written_files
from fairhash.features.package.waveform import SHOWN_CORES, drawn, image
from tests.followed_page import follow


@pytest.mark.long
def test_the_page_leads_to_a_digest_and_a_bitstream(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulation gives the digest of sha256sum."""
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}{os.pathsep}{sysconfig.get_path('scripts')}")
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(paths.build() / "cache" / "yowasp"))
    page = follow("use-a-core.md", checkout, tmp_path / "fairhash")
    digest = hashlib.sha256((checkout / "LICENSE").read_bytes()).hexdigest()
    lines = [line for line in page.outputs if "LICENSE" in line]
    assert len(lines) == 2
    assert all(f"{digest}  LICENSE" in page.outputs[line] for line in lines)
    assert "PASS: 10 digests" in page.outputs["make -C build/sha256 iverilog"]
    assert "module" not in page.outputs["head -16 build/sha256/instantiation.v"]
    bitstream = page.copy / "build" / "sha256" / "build" / "sha_256_highspeed_axis.bit"
    assert bitstream.stat().st_size > 100_000


@pytest.mark.parametrize("word_bits", SHOWN_CORES)
def test_waveforms_are_those_of_a_simulation(word_bits: int) -> None:
    """`python -m fairhash.features.package.waveform` draws them again."""
    assert image(word_bits).read_text(encoding="utf-8") == drawn(word_bits)


def test_words_on_the_page_are_those_of_the_model(checkout: Path) -> None:
    """ "abc" through SHA-256, and the three headers."""
    page = (checkout / "docs" / "interface.md").read_text(encoding="utf-8")
    words = models.stream("sha-256", 32, b"abc")
    section = page.split('## "abc"')[1].split("## ")[0]
    shown = re.findall(r"^\| (\d+)(?: to (\d+))? \| (.*?) \|", section, re.MULTILINE)
    inputs: list[int] = []
    outputs: list[int] = []
    for first, last, cell in shown:
        values = [int(word, 16) for word in re.findall(r"`([0-9a-f]{8})`", cell)]
        count = int(last or first) - int(first) + 1
        if len(values) == 1:
            assert len(inputs) == int(first)
            inputs += values * count
        else:
            assert len(outputs) == int(first)
            outputs += values
    assert inputs == words
    assert outputs == models.digest_words("sha-256", 32, hashlib.sha256(b"abc").digest())
    assert f"`{models.stream('sha-512', 64, b'abc')[0]:016x}`" in page
    upper, lower, *_ = models.stream("sha-256", 16, b"abc")
    assert f"`{upper:04x}`, `{lower:04x}`" in page


def test_files_of_the_register_map_are_fresh() -> None:
    """`python -m fairhash.features.package.register_map` writes them again."""
    for file, text in written_files().items():
        assert file.read_text(encoding="utf-8") == text, file


def test_registers_do_not_overlap() -> None:
    """Of all registers, and of all fields of each."""
    words = [one.offset + 4 * word for one in read_registers() for word in range(one.words)]
    assert len(words) == len(set(words))
    for one in read_registers():
        bits = [bit for part in one.field for bit in range(part.bits[0], part.bits[1] + 1)]
        assert len(bits) == len(set(bits)), one.name
