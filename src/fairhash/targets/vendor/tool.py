# SPDX-License-Identifier: Apache-2.0
"""What the bench has to know of a vendor's tool; each is a module of its own."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.targets.vendor.reading import Reading


@dataclass(frozen=True)
class Request:
    """What one run is made of."""

    clocks_mhz: Mapping[str, float]
    sdc: str
    """The same as constraints."""
    allowed: Collection[str]
    """Dedicated resources the core may use."""
    seed: int


@dataclass(frozen=True)
class ProjectFile:
    """A file of the project beside the sources."""

    name: str
    kind: str
    """As Edalize calls it; `user` for what the tool finds by itself."""
    text: str


@dataclass(frozen=True)
class Tool:
    """A vendor's tool."""

    label: str
    programs: tuple[str, ...]
    """What must be on PATH; the first one stands for the whole tool."""
    get: str
    """How to get it, in a few words."""
    version_option: str
    """What makes the first program tell its version; empty where nothing does."""
    version_pattern: str
    """The version in what it tells, or else in the path of the program."""
    seeded: bool
    """Whether a run can be repeated with another seed."""
    two_clocks: bool
    """Whether its report tells the slowest path between two clocks."""
    attributes: Callable[[Collection[str]], dict[str, str]]
    """Verilog attributes on every module that keep synthesis from resources that are not allowed."""
    keep: Mapping[str, str]
    """Attributes by which the core stays apart from its frame."""
    files: Callable[[Request], Sequence[ProjectFile]]
    options: Mapping[str, object]
    """Edalize's options that are the same for every part."""
    commands: tuple[tuple[str, ...], ...]
    """What is run in the project's folder, in order."""
    read: Callable[[Path], Reading]


def within(allowed: Collection[str], kind: str, refused: str, free: str) -> str:
    """An attribute's value."""
    return free if kind in allowed else refused
