# SPDX-License-Identifier: Apache-2.0
"""The table of algorithms, and a library that is missing or broken."""

import platform
import re
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models import algorithms, find_algorithm, hash_bits
from fairhash.models.library import library

# Digest and block sizes: FIPS 180-4 figure 1, FIPS 202 tables 3 and 4, and the submissions' parameters.
BLOCKS = {
    "sha": {224: 512, 256: 512, 384: 1024, 512: 1024},
    "sha-512": {256: 1024},
    "sha3": {224: 1152, 256: 1088, 384: 832, 512: 576},
    "keccak": {224: 1152, 256: 1088, 384: 832, 512: 576},
    "keccak-r2": {224: 1152, 256: 1088, 384: 832, 512: 576},
    "cubehash": {224: 256, 256: 256, 384: 256, 512: 256},
    "groestl0": {224: 512, 256: 512, 384: 1024, 512: 1024},
    "groestl": {224: 512, 256: 512, 384: 1024, 512: 1024},
}


def test_algorithms() -> None:
    """Ids, sizes and bit orders of families that need no message bits."""
    known = algorithms()
    fixed = {f"{name}-{size}": block for name, sizes in BLOCKS.items() for size, block in sizes.items()}
    for name, block_bits in {**fixed, "shake128": 1344, "shake256": 1088}.items():
        one = known[name]
        assert (one.id, one.block_bits) == (name, block_bits)
        assert one.lsb_first == name.startswith(("sha3", "shake"))
        assert one.free_output == name.startswith("shake")
        assert not one.needs_bits
        assert one.free_output or one.digest_bits == int(name.rsplit("-", 1)[1])
    assert (known["sha-1"].block_bits, known["sha-1"].digest_bits) == (512, 160)
    assert find_algorithm("groestl0-256").family == "groestl"
    assert find_algorithm("sha3-256").family == "keccak"


_KERNEL = Path("/proc/cpuinfo")


@pytest.mark.skipif(not _KERNEL.is_file() or platform.machine() != "x86_64", reason="no flags of an x86 processor")
def test_instruction_sets_are_those_of_the_kernel(checkout: Path) -> None:
    """The kernel hides what the processor has and the operating system does not support."""
    match = re.search(r"^flags\s*:\s*(.*)$", _KERNEL.read_text("utf-8"), re.MULTILINE)
    assert match
    flags = set(match[1].split())
    names = {"SSE41": {"sse4_1"}, "BMI2": {"bmi1", "bmi2"}, "SHA": {"sha_ni"}}
    header = (checkout / "models" / "include" / "fairhash.h").read_text("utf-8")
    bits = dict(re.findall(r"^#define FAIRHASH_CPU_(\w+) (\d+)U\b", header, re.MULTILINE))
    assert len(bits) == 8
    expected = {name for name in bits if names.get(name, {name.lower()}) <= flags}
    assert {name for name, bit in bits.items() if int(bit) & library().fairhash_cpu()} == expected


def test_missing_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says how to get it."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    with pytest.raises(FairhashError) as caught:
        hash_bits("sha-256", b"")
    assert "libfairhash.so" in str(caught.value)
    assert "./run --setup" in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"not a library"])
def test_broken_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """As after a full disk."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "libfairhash.so").write_bytes(content)
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    with pytest.raises(FairhashError, match="cannot be loaded"):
        algorithms()
