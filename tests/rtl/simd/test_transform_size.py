# SPDX-License-Identifier: Apache-2.0
"""What the transform of SIMD-512 costs alone: as the core has it, and as layers of butterflies."""

from pathlib import Path

import pytest

from tests.rtl.mapping import ecp5, elaborated, family, mapped

ROOT = 41
"""Of unity modulo 257, for 256 points (SIMD, message expansion)."""

POINTS = 256


def _layer(folder: Path, number: int) -> Path:
    """One butterfly for each factor of a layer; points are kept between -256 and 511, and a sum is folded once."""
    factors = [pow(ROOT, exponent, 257) for exponent in range(0, POINTS // 2, 1 << number)]
    centred = [factor - 257 if factor > 128 else factor for factor in factors]
    most = 11 * len(factors) - 1
    lines = [
        f"module layer(input [{most}:0] a, input [{most}:0] b, output [{most}:0] s, output [{most}:0] d);",
        "function signed [10:0] folded(input signed [18:0] x);",
        "folded = $signed({11'b0, x[7:0]}) - (x >>> 8);",
        "endfunction",
    ]
    for i, factor in enumerate(centred):
        bits = f"[{11 * i + 10}:{11 * i}]"
        product = f"p{i}" if factor > 0 else f"-p{i}"
        lines += [
            f"wire signed [10:0] a{i} = a{bits}, b{i} = b{bits};",
            f"wire signed [18:0] s{i} = a{i} + b{i}, d{i} = a{i} - b{i};",
            f"wire signed [10:0] f{i} = folded(d{i});",
            f"wire signed [18:0] p{i} = f{i} * 19'sd{abs(factor)};",
            f"assign s{bits} = folded(s{i});",
            f"assign d{bits} = {f'f{i}' if factor == 1 else f'folded({product})'};",
        ]
    file = folder / "layer.v"
    file.write_text("\n".join([*lines, "endmodule", ""]), encoding="utf-8")
    return file


def _cells(verilog: Path, top: str) -> int:
    """A carry cell holds two functions."""
    counted = mapped(verilog, top, ecp5("best"))
    return counted["LUT4"] + 2 * counted["CCU2C"]


@pytest.mark.long
def test_the_transform_needs_the_documented_cells(tmp_path: Path) -> None:
    """Of 128 butterflies a layer, each factor as often as it occurs; the first layer, half of it zeros, is excluded."""
    parts = ("lane", "twiddle", "outer", "transform")
    names = ("simd_pkg", "simd_field_pkg", *(f"simd_highspeed_{part}" for part in parts))
    sources = family("ops/addition_pkg.vhd", *(f"simd/{name}.vhd" for name in names))
    ours = elaborated(sources, names[-1], tmp_path, N=8)
    assert _cells(ours, names[-1]) == 8906
    butterflies = sum((1 << number) * _cells(_layer(tmp_path, number), "layer") for number in range(1, 8))
    assert butterflies == 66394
