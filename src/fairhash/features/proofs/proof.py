# SPDX-License-Identifier: Apache-2.0
"""What a proof is: a claim, the check that proves it, and twins of the check in which a bug was injected."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Answer = Literal["proven", "failed", "unknown"]
"""`failed`: the tool found a counterexample. `unknown`: it found neither a proof nor a counterexample."""


@dataclass(frozen=True)
class ProofRun:
    """The outcome of one check."""

    answer: Answer
    seconds: float
    """CPU time of all tools."""
    detail: str = ""
    """One line: why the answer is `unknown`, or what the counterexample violates."""


Check = Callable[[Path, float], ProofRun]
"""Makes a check. Arguments: an empty working folder, and the limit of each tool's CPU time in seconds.

It raises FairhashError if the sources or the proof itself are wrong, and never to say that the claim does not hold.
"""


@dataclass(frozen=True)
class Twin:
    """The same check on a design with an injected bug; its answer must be `failed`."""

    bug: str
    """What was changed, in one line."""
    check: Check


@dataclass(frozen=True)
class Proof:
    """A claim about the sources, and how it is proven."""

    name: str
    """Unique; a path of lower-case words such as ``shell/segment_reader/w-32``. Outcomes are stored under it."""
    claim: str
    """What is proven, in one sentence."""
    method: str
    """How, in a few words, e.g. ``k-induction, 6 steps`` or ``equivalence by cec``."""
    cores: tuple[str, ...]
    """Names of the cores that contain the proven part."""
    check: Check
    twins: tuple[Twin, ...]
    """At least one."""
    files: tuple[Path, ...]
    """Every source file that the outcome depends on: VHDL, properties, descriptions. Their code is in the key."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further JSON data that the outcome depends on, e.g. generics."""
    tools: tuple[str, ...] = ("ghdl", "pyosys")
    """Tools whose versions are recorded: names of fairhash.features.proofs.registry.tool_versions()."""
    quick: bool = False
    """Whether `./test` makes it. All quick proofs together take about a minute."""

    def __post_init__(self) -> None:
        """A proof that cannot fail proves nothing."""
        if not self.twins:
            raise ValueError(f"the proof {self.name} has no twin with an injected bug")
