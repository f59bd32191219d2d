# SPDX-License-Identifier: Apache-2.0
"""A checkout with three toy cores that campaigns can name."""

from pathlib import Path

from fairhash.catalog.campaign import Campaign, Entry
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core

A, B, C = "toy-256/highspeed", "toy-512/folded", "toy-512/highspeed"

_CORES = """
[family]
files = ["toy/toy.vhd"]
entity = "toy"
block_bits = 1024
word_bits = 64
formula = { setup = 2, load = 16, block = 81, unload = 8 }

[[core]]
algorithm = "toy-512"
architecture = "highspeed"
other_architectures = ["case-1"]
digest_bits = 512

[[core]]
algorithm = "toy-512"
architecture = "folded"
digest_bits = 512
generics = { FOLD = 2 }

[[core]]
algorithm = "toy-256"
architecture = "highspeed"
digest_bits = 256
generics = { DIGEST_BITS = 256 }
"""


def add_toy_cores(checkout: Path) -> list[Core]:
    """Declare the cores A, B and C in a checkout, and return them."""
    folder = checkout / "rtl" / "toy"
    folder.mkdir(parents=True)
    (folder / "toy.vhd").write_text("entity toy is end;\n")
    (folder / "cores.toml").write_text(_CORES)
    return [find_core(name) for name in (A, B, C)]


def campaign(*entries: Entry) -> Campaign:
    """A campaign of these entries."""
    return Campaign(description="a test", entry=entries)
