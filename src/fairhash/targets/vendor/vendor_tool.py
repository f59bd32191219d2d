# SPDX-License-Identifier: Apache-2.0
"""The description of a vendor's tool; each tool is one module of this folder."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.targets.vendor.vendor_report import VendorReport


@dataclass(frozen=True)
class Request:
    """The inputs of one run."""

    clocks_mhz: Mapping[str, float]
    """The requested frequency of each clock."""
    sdc: str
    """The same frequencies as SDC constraints."""
    allowed: Collection[str]
    """Dedicated resources the core may use."""
    seed: int


@dataclass(frozen=True)
class ProjectFile:
    """A file of the project that is not a source."""

    name: str
    kind: str
    """Edalize's file type; `user` for files that the tool opens although the project does not list them."""
    text: str


@dataclass(frozen=True)
class VendorTool:
    """A vendor's tool: how to start it, what its projects contain and how its reports are read."""

    label: str
    programs: tuple[str, ...]
    """Programs that must be on PATH; the first one identifies the tool and its version."""
    hint: str
    """How to install it, in one sentence."""
    version_option: str
    """Option that makes the first program print its version."""
    version_pattern: str
    """Regular expression for the version in that output."""
    seeded: bool
    """Whether the tool has a seed for placement."""
    attributes: Callable[[Collection[str]], dict[str, str]]
    """Given the allowed resources, the Verilog attributes of every module that keep synthesis from using others."""
    keep: Mapping[str, str]
    """Verilog attributes of the core's module that prevent its optimisation together with the frame."""
    files: Callable[[Request], Sequence[ProjectFile]]
    """The project's constraints, settings and scripts."""
    edalize_class: str
    """The class of Edalize that writes the project, as `module:class`."""
    options: Mapping[str, object]
    """Edalize's options that are the same for every device."""
    read: Callable[[Path], VendorReport]
    """Reads the reports in the project's folder."""


def ram_style(allowed: Collection[str], *, block: str, distributed: str, registers: str) -> str:
    """The value of a tool's RAM style attribute: the largest memory that a core may use, or registers."""
    if "bram" in allowed:
        return block
    return distributed if "lutram" in allowed else registers
