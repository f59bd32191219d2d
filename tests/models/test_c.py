# SPDX-License-Identifier: Apache-2.0
"""The C library by itself: its tests under the sanitizers, and a stranger's program against what is installed."""

import ctypes
import hashlib
import re
import shutil
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.models import algorithms, hash_bits
from fairhash.toolchain import tools
from tests.models.test_hashing import ABC

MESSAGE = bytes(range(256)) * 40
"""Longer than a chunk of a tree hash function."""
PROGRAM = """
#include <fairhash.h>
#include <stdio.h>

int main(void) {
    uint8_t digest[64];
    if (fairhash_hash(fairhash_find("sha3-512"), (const uint8_t *)"abc", 24, digest, 512) != FAIRHASH_OK) {
        return 1;
    }
    for (int i = 0; i < 64; i++) {
        printf("%02x", digest[i]);
    }
    return 0;
}
"""


def _run(folder: Path, *command: str | Path) -> str:
    done = tools.run(command, folder, limit_s=300)
    assert done.ok, done.output
    return done.output


def _example(page: str) -> str:
    """The program of a manual page."""
    return page.split(".Bd -literal -offset indent\n")[1].split(".Ed\n", maxsplit=1)[0].replace("\\e", "\\")


@pytest.fixture(scope="module")
def sanitized() -> Path:
    """models/test, built with -fsanitize=address,undefined; built again only when a source changed."""
    build = paths.build() / "models-sanitized"
    build.mkdir(exist_ok=True)
    _run(build, "cmake", "-S", paths.root() / "models", "-B", build, "-DFAIRHASH_SANITIZE=ON")
    _run(build, "cmake", "--build", build, "--target", "fairhash_test", "--parallel", "2")
    return build


def test_c_tests_under_the_sanitizers(sanitized: Path) -> None:
    """Pieces, padding, streams, wrong arguments and threads, for every algorithm."""
    output = _run(sanitized, sanitized / "fairhash_test")
    passed = re.search(r"^(\d+) checks of (\d+) algorithms passed$", output, re.MULTILINE)
    assert passed
    assert int(passed[1]) > 100_000
    assert int(passed[2]) == len(algorithms())


def test_compiler_options(sanitized: Path) -> None:
    """What docs/conventions.md asks for, and the sanitizers, reached the compiler."""
    options = (sanitized / "CMakeFiles" / "fairhash_objects.dir" / "flags.make").read_text().split()
    assert {"-std=c17", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O3"} <= set(options)
    assert "-fsanitize=address,undefined" in options


def test_portable_sources(checkout: Path, tmp_path: Path) -> None:
    """Without x86 and without the stores for little-endian hosts, the sources compile and give the same digests."""
    sources = tmp_path / "src"
    shutil.copytree(checkout / "models" / "src", sources)
    header = sources / "cpu.h"
    text = header.read_text()
    assert "#if defined(__x86_64__) && " in text
    header.write_text(text.replace("defined(__x86_64__)", "0"))
    options = ["-std=c17", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O0", "-U__ORDER_LITTLE_ENDIAN__"]
    include = f"-I{checkout / 'models' / 'include'}"
    files = [*sorted(sources.glob("*.c")), *sorted(sources.glob("x86/*.c"))]
    _run(sources, "cc", *options, include, "-I.", "-shared", "-fPIC", "-pthread", "-o", "portable.so", *files)
    library = ctypes.CDLL(str(sources / "portable.so"))
    library.fairhash_find.restype = ctypes.c_void_p
    library.fairhash_hash.argtypes = [ctypes.c_void_p, *(ctypes.c_char_p, ctypes.c_uint64) * 2]
    assert library.fairhash_cpu() == 0
    for name, algorithm in algorithms().items():
        digest = ctypes.create_string_buffer(algorithm.digest_bits // 8)
        handle = library.fairhash_find(name.encode())
        assert library.fairhash_hash(handle, MESSAGE, 8 * len(MESSAGE), digest, algorithm.digest_bits) == 0
        assert digest.raw == hash_bits(name, MESSAGE), name


def test_installed_library(tmp_path: Path) -> None:
    """Header, both libraries and the pkg-config file are enough to build a program with."""
    _run(tmp_path, "cmake", "--install", paths.build() / "models", "--prefix", tmp_path / "usr")
    installed = {file.name: file for file in (tmp_path / "usr").rglob("*") if file.is_file()}
    assert set(installed) == {"fairhash.h", "libfairhash.a", "libfairhash.so", "fairhash.pc", "fairhash.3"}
    assert installed["fairhash.3"].parent == tmp_path / "usr" / "share" / "man" / "man3"
    example = _example(installed["fairhash.3"].read_text())
    include = f"-I{installed['fairhash.h'].parent}"
    programs = {PROGRAM: hashlib.sha3_512(b"abc").hexdigest(), example: ABC["keccak-512"]}
    for name in ("libfairhash.a", "libfairhash.so"):
        library = installed[name]
        rpath = f"-Wl,-rpath,{library.parent}"
        for program, digest in programs.items():
            (tmp_path / "program.c").write_text(program)
            _run(tmp_path, "cc", "-std=c17", include, "program.c", library, rpath, "-pthread", "-o", "program")
            assert _run(tmp_path, tmp_path / "program").strip() == digest
    assert "-lfairhash" in installed["fairhash.pc"].read_text()
