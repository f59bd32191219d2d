# SPDX-License-Identifier: Apache-2.0
"""hash and pad against coreutils and against words written out by hand."""

import hashlib
import json
import os
import random
import subprocess
from pathlib import Path

import pytest
from Crypto.Hash import KangarooTwelve

from fairhash.models import Parameters, hash_bits
from tests.cli.helpers import fairhash


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Files of several sizes and names, one name that sha256sum escapes."""
    source = random.Random(1)
    made = []
    for name, size in {
        "empty": 0,
        "a b": 55,
        "back\\slash\nbreak": 56,
        "blocks": 128 * 3,
        "mega": (1 << 20) + 7,
    }.items():
        made.append(tmp_path / name)
        made[-1].write_bytes(source.randbytes(size))
    return made


@pytest.mark.parametrize("bits", [224, 256, 384, 512])
def test_prints_exactly_like_coreutils(bits: int, files: list[Path]) -> None:
    """Digest, two spaces, name, and its escaping."""
    expected = subprocess.run([f"sha{bits}sum", *files], capture_output=True, text=True, check=True).stdout
    outcome = fairhash("hash", f"sha-{bits}", *files)
    assert (outcome.status, outcome.out) == (0, expected)


def test_standard_input(files: list[Path]) -> None:
    """No file, or -, is standard input, called - as sha256sum calls it."""
    data = files[-1].read_bytes()
    expected = subprocess.run(["sha256sum"], input=data, capture_output=True, check=True).stdout.decode()
    assert fairhash("hash", "sha-256", stdin=data).out == expected
    assert fairhash("hash", "sha-256", "-", stdin=data).out == expected


def test_json(files: list[Path]) -> None:
    """The same as data."""
    expected = subprocess.run(["sha512sum", files[0]], capture_output=True, text=True, check=True).stdout.split()[0]
    (entry,) = json.loads(fairhash("hash", "sha-512", "--json", files[0]).out)
    assert entry == {"file": str(files[0]), "algorithm": "sha-512", "digest": expected}


def test_free_digest_size() -> None:
    """SHAKE128 of nothing, FIPS 202 example values: 7f9c2ba4e88f827d616045507605853e..."""
    out = fairhash("hash", "shake128", "--digest-bits", "128").out
    assert out == "7f9c2ba4e88f827d616045507605853e  -\n"
    assert "256 bits" in fairhash("hash", "sha-256", "--digest-bits", "128").refusal()


def test_parameters() -> None:
    """hashlib's keyed BLAKE2b of 20 bytes; BLAKE3's derive_key and RFC 9861's domains are in tests/models."""
    keyed = hashlib.blake2b(b"abc", digest_size=20, key=b"\0\1\2").hexdigest()
    arguments = ("--bytes", "20", "--key", "000102")
    assert fairhash("hash", "blake2b-512", *arguments, stdin=b"abc").out == f"{keyed}  -\n"
    customized = KangarooTwelve.new(data=b"abc", custom="ü".encode()).read(16).hex()
    assert fairhash("hash", "kt128", "--bytes", "16", "--customization", "ü", stdin=b"abc").out == f"{customized}  -\n"
    words = fairhash("pad", "turboshake128", "--domain", "0x07", stdin=b"ab").out.split()
    assert words[0][-2:] == "20"
    assert words[1] == "6162070000000000"


def test_bytes_that_are_no_utf8_stay() -> None:
    """A customization string is bytes; those of an argument reach the algorithm."""
    expected = hash_bits("ascon-cxof128", b"", parameters=Parameters(customization=b"a\xff"))
    line = fairhash("hash", "ascon-cxof128", "--customization", os.fsdecode(b"a\xff")).out
    assert line.split() == [expected.hex(), "-"]


def test_parameters_refused() -> None:
    """One line that names the option or the algorithm."""
    assert "takes none" in fairhash("hash", "sha-256", "--key", "00").refusal()
    assert "hexadecimal" in fairhash("hash", "blake3", "--key", "0q").refusal()
    assert "give 32 bytes" in fairhash("hash", "blake3", "--key", "00").refusal()
    assert "is not a number" in fairhash("hash", "turboshake128", "--domain", "x").refusal()
    assert "give 1 to 127" in fairhash("hash", "turboshake128", "--domain", "0x80").refusal()
    assert "not both" in fairhash("hash", "shake128", "--bytes", "1", "--digest-bits", "8").refusal()
    assert "whole bytes" in fairhash("hash", "blake2b-512", "--digest-bits", "12").refusal()
    in_flight = ("pad", "turboshake128", "--in-flight", "2", "--domain", "7")
    assert "one message in flight" in fairhash(*in_flight, stdin=b"").refusal()


def test_missing_file_and_algorithm(tmp_path: Path) -> None:
    """One line each; the algorithm's nearest name is offered."""
    assert "No such file" in fairhash("hash", "sha-256", tmp_path / "gone").refusal()
    assert "Is a directory" in fairhash("hash", "sha-256", tmp_path).refusal()
    assert "sha-256" in fairhash("hash", "sha256").refusal()


def test_pad_of_abc() -> None:
    """FIPS 180-4, 5.1.1 by hand: one block of 16 words of 32 bits, last segment, 24 bits of message."""
    lines = fairhash("pad", "sha-256", "--word", "32", stdin=b"abc").out.split()
    header, *block = lines
    assert header == f"{16 << 1 | 1:08x}"
    if len(block) == 17:  # the word of an algorithm that needs the number of bits
        assert block.pop(0) == f"{24:08x}"
    assert block == ["61626380", *["00000000"] * 14, f"{24:08x}"]


def test_pad_takes_the_width_of_a_core() -> None:
    """sha-256/highspeed has words of 32 bits (paper A, section 3)."""
    assert (
        fairhash("pad", "sha-256", "--core", "sha-256/highspeed").out == fairhash("pad", "sha-256", "--word", "32").out
    )
    assert "not both" in fairhash("pad", "sha-256", "--core", "sha-256/highspeed", "--word", "32").refusal()


def test_pad_in_segments() -> None:
    """Two blocks of message and one of padding, in segments of one and two blocks; the data is the same."""
    message = bytes(range(144))
    whole = fairhash("pad", "keccak-512", stdin=message).out.split()
    cut = json.loads(fairhash("pad", "keccak-512", "--segments", "1,2", "--json", stdin=message).out)["words"]
    assert whole[0][:8] == f"{3 * 18 << 1 | 1:08x}"
    assert [cut[0][:8], cut[10][:8]] == [f"{18 << 1:08x}", f"{36 << 1 | 1:08x}"]
    assert [*cut[1:10], *cut[11:]] == whole[1:]
    assert "--segments" in fairhash("pad", "keccak-512", "--segments", "1;2", stdin=message).refusal()
    fairhash("pad", "keccak-512", "--segments", "3,1", stdin=message).refusal()


def test_pad_in_turns(tmp_path: Path) -> None:
    """Keccak-512 has blocks of nine words: 72 bytes are two of them, "abc" is one; with two slots the words by hand."""
    zeros, abc = tmp_path / "zeros", tmp_path / "abc"
    zeros.write_bytes(bytes(72))
    abc.write_bytes(b"abc")
    first, last = "0000002400000000", "0000002500000000"
    nothing = "0" * 16
    of_abc = ["0000002500000018", "6162630100000000", *[nothing] * 7, f"{0x80:016x}"]
    rest = [last, f"01{'0' * 14}", *[nothing] * 7, f"{0x80:016x}"]
    dealt = json.loads(fairhash("pad", "keccak-512", "--in-flight", "2", "--json", zeros, abc).out)
    assert dealt["words"] == [first, *[nothing] * 9, *of_abc, *rest]
    assert (dealt["in_flight"], dealt["last_words"], dealt["digest_order"]) == (2, [29, 19], [1, 0])
    alone = fairhash("pad", "keccak-512", "--in-flight", "2", zeros).out.split()
    assert alone == [first, *[nothing] * 9, nothing, *rest]
    whole = fairhash("pad", "keccak-512", zeros).out + fairhash("pad", "keccak-512", abc).out
    assert fairhash("pad", "keccak-512", zeros, abc).out == whole


def test_pad_in_turns_refuses(tmp_path: Path) -> None:
    """One line for each thing that several messages, or turns, cannot have."""
    file = tmp_path / "file"
    file.write_bytes(bytes(125))
    assert "several messages" in fairhash("pad", "keccak-512", "--bits", "3", file, file).refusal()
    assert "each turn is a segment of one block" in (
        fairhash("pad", "keccak-512", "--in-flight", "2", "--segments", "1,1", file).refusal()
    )
    assert "begins before the last block" in fairhash("pad", "blake-512", "--in-flight", "2", file).refusal()
    assert "--in-flight" in fairhash("pad", "keccak-512", "--in-flight", "0", file).refusal()
    assert "not both" in fairhash("pad", "sha-256", "--core", "sha-256/highspeed", "--in-flight", "2").refusal()
    assert "give - once" in fairhash("pad", "sha-256", "-", "-").refusal()
    assert "No such file" in fairhash("pad", "sha-256", "--in-flight", "2", file, tmp_path / "gone").refusal()
