# SPDX-License-Identifier: Apache-2.0
"""Components compiled with the C driver: both interfaces give the digests of the models.

`fairhash components` checks all cores without the driver, and tests/features/components/ that it did.
"""

import random
from pathlib import Path

import pytest

from fairhash import models
from fairhash.features.package.component import Component, find_component
from fairhash.features.package.component_verilog import component_verilog, write_sources
from fairhash.features.package.simulation import Interface, compiled_component, hash_files

_COMPONENTS = [
    find_component("sha-256/highspeed", 64, own_clock=True),
    find_component("sha-256/lightweight"),
    pytest.param(find_component("blake-64/highspeed"), marks=pytest.mark.long),
]
"""Clocks without relation, words narrower than the bus, and two clocks with an integer ratio."""


def _messages(component: Component, folder: Path) -> list[Path]:
    """Lengths in bytes around the ends of words, blocks and paddings, in mixed order."""
    block = component.core.block_bits // 8
    lengths = {0, 1, 3, 4, 5, 8, 11, block - 19, block - 10, block - 9, block - 8, block - 1, block, block + 1}
    lengths |= {2 * block - 9, 2 * block, 3 * block + 2, 300}
    draw = random.Random(component.name)
    files = []
    for length in draw.sample(sorted(lengths), k=len(lengths)):
        files.append(folder / f"{length}")
        files[-1].write_bytes(draw.randbytes(length))
    return files


@pytest.mark.parametrize("component", _COMPONENTS, ids=lambda component: component.name)
def test_both_interfaces_hash(component: Component, tmp_path: Path) -> None:
    """Back to back, with pauses and other clocks, and after a reset in the middle of a message."""
    write_sources(component, tmp_path / "vhdl")
    program = compiled_component(component, component_verilog(component, tmp_path / "vhdl", tmp_path))
    messages = _messages(component, tmp_path)
    expected = [models.hash_bits(component.algorithm, file.read_bytes()).hex() for file in messages]
    interfaces: tuple[Interface, ...] = ("axis", "registers")
    for interface in interfaces:
        for seed in (0, 1, 2):
            assert hash_files(program, interface, seed, messages) == expected, (interface, seed)
