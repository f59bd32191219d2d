# SPDX-License-Identifier: Apache-2.0
"""The form for SUPERCOP: what is written compiles by itself and gives the models' digests."""

import ctypes
import re
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models import algorithms, hash_bits, shim
from fairhash.toolchain import tools

SOME = ("sha-256", "keccak-512", "kt128", "blake3", "groestl0-224")


@pytest.mark.parametrize("algorithm", SOME)
def test_compiled(algorithm: str, tmp_path: Path) -> None:
    """All C files of the folder and nothing else, as SUPERCOP compiles them."""
    (folder,) = shim.write(tmp_path, [algorithm])
    assert folder == tmp_path / "crypto_hash" / algorithm.replace("-", "") / "fairhash"
    size = int(re.findall(r"^#define CRYPTO_BYTES (\d+)$", (folder / "api.h").read_text(), re.MULTILINE)[0])
    assert size == algorithms()[algorithm].digest_bits // 8
    files = sorted(folder.glob("*.c"))
    done = tools.run(["cc", "-O1", "-Wall", "-Wextra", "-shared", "-fPIC", "-pthread", "-o", "all.so", *files], folder)
    assert done.ok, done.output
    assert done.output == ""
    crypto_hash = ctypes.CDLL(str(folder / "all.so")).crypto_hash
    crypto_hash.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulonglong]
    for length in (0, 1, 64, 200, 1536):
        message = bytes(range(256)) * 6
        out = ctypes.create_string_buffer(size + 1)
        assert crypto_hash(out, message, length) == 0
        assert out.raw == hash_bits(algorithm, message[:length]) + b"\0", length
    assert crypto_hash(out, b"", 1 << 61) == -1


def test_families_are_files(checkout: Path) -> None:
    """A family's files have its name: that in families.h equals the one that its algorithms give."""
    listed = re.findall(r"^FAMILY\((\w+)\)$", (checkout / "models" / "src" / "families.h").read_text(), re.MULTILINE)
    assert set(listed) == {one.family for one in algorithms().values()}
    assert all((checkout / "models" / "src" / f"{one}.c").is_file() for one in listed)


def test_only_its_own_family(tmp_path: Path) -> None:
    """Another family's code is not there, and no two algorithms share a name."""
    (folder,) = shim.write(tmp_path, ["keccak-512"])
    names = {file.name for file in folder.iterdir()}
    assert {"api.h", "hash.c", "implementors", "fairhash.h"} <= names
    assert {"context.c", "keccak.c", "keccak_multi_buffer_avx2.c"} <= names
    assert not {"sha2.c", "groestl.c", "cubehash.c"} & names
    assert len({shim.name(one) for one in algorithms()}) == len(algorithms())


def test_all(tmp_path: Path) -> None:
    """Every algorithm unless some are named; a file in the way is reported."""
    assert len(shim.write(tmp_path)) == len(algorithms())
    (tmp_path / "file").touch()
    with pytest.raises(FairhashError, match="cannot write"):
        shim.write(tmp_path / "file", ["sha-256"])
    with pytest.raises(FairhashError, match="sha-257"):
        shim.write(tmp_path, ["sha-257"])
