# SPDX-License-Identifier: Apache-2.0
"""What Hamsi-512's message expansion costs alone: by the structure of its code, and as one sum for each bit."""

import ctypes
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.toolchain import tools
from tests.rtl.mapping import ecp5, elaborated, family, mapped

NIBBLES = 16
WORDS = 16


def _generator(folder: Path) -> list[int]:
    """Of each of the 512 bits, which of the message's 64 it is the sum of; from the software model's tables."""
    models, library = paths.root() / "models", folder / "expansion.so"
    built = tools.run(
        ["gcc", "-shared", "-fPIC", f"-I{models}/include", models / "src/hamsi_expansion.c", "-o", library], folder, 60
    )
    assert built.ok, built.output
    loaded = ctypes.CDLL(str(library))
    loaded.fairhash_hamsi_make_expansions()
    table = (ctypes.c_uint32 * (NIBBLES * 16 * WORDS)).in_dll(loaded, "fairhash_hamsi_expansion_512")
    rows = [table[(nibble * 16 + (1 << bit)) * WORDS :][:WORDS] for nibble in range(NIBBLES) for bit in range(4)]
    return [
        sum((row[word] >> bit & 1) << number for number, row in enumerate(rows))
        for word in range(WORDS)
        for bit in range(32)
    ]


def _sums(folder: Path) -> Path:
    lines = [f"assign y[{i}] = ^(m & 64'h{mask:x});\n" for i, mask in enumerate(_generator(folder))]
    file = folder / "sums.v"
    file.write_text(f"module sums(input [63:0] m, output [511:0] y);\n{''.join(lines)}endmodule\n", encoding="utf-8")
    return file


@pytest.mark.long
def test_the_expansion_needs_the_documented_lut4_cells(tmp_path: Path) -> None:
    """Ours does half a block a cycle, so its registers and the choice of the half are in its number."""
    names = ("hamsi_pkg", "hamsi_expansion_pkg", "hamsi_highspeed_expansion_512")
    ours = elaborated(family(*(f"hamsi/{name}.vhd" for name in names)), names[-1], tmp_path)
    assert mapped(ours, names[-1], ecp5("best"))["LUT4"] == 1091
    assert mapped(_sums(tmp_path), "sums", ecp5("best"))["LUT4"] == 2329
