# SPDX-License-Identifier: Apache-2.0
"""The C library by itself: its tests under the sanitizers, and a stranger's program against what is installed."""

import hashlib
import re
from pathlib import Path

import pytest

from fairhash import paths, tools
from fairhash.models import algorithms

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


def test_installed_library(tmp_path: Path) -> None:
    """Header, both libraries and the pkg-config file are enough to build a program with."""
    _run(tmp_path, "cmake", "--install", paths.build() / "models", "--prefix", tmp_path / "usr")
    installed = {file.name: file for file in (tmp_path / "usr").rglob("*") if file.is_file()}
    assert set(installed) == {"fairhash.h", "libfairhash.a", "libfairhash.so", "fairhash.pc"}
    (tmp_path / "program.c").write_text(PROGRAM)
    include = f"-I{installed['fairhash.h'].parent}"
    for name in ("libfairhash.a", "libfairhash.so"):
        library = installed[name]
        rpath = f"-Wl,-rpath,{library.parent}"
        _run(tmp_path, "cc", "-std=c17", include, "program.c", library, rpath, "-pthread", "-o", "program")
        assert _run(tmp_path, tmp_path / "program").strip() == hashlib.sha3_512(b"abc").hexdigest()
    assert "-lfairhash" in installed["fairhash.pc"].read_text()
