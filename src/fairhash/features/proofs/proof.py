# SPDX-License-Identifier: Apache-2.0
"""What a proof is: a claim, the check that proves it, and twins of the check in which a bug was injected.

There are two methods: k-induction, and property-directed reachability where no length of induction is given. With each
method comes a search for the bug of a twin: bounded model checking by the same tool.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from fairhash.features.proofs.model import ProofDesign, SourceEdit, write_model
from fairhash.toolchain import abc, yosys

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


class ProveOne(Protocol):
    """Proves one configuration of an entity."""

    def __call__(self, design: ProofDesign, *, workdir: Path, limit_s: float) -> ProofRun:
        """Prove `design` in a folder of its own."""


@dataclass(frozen=True)
class Method:
    """How designs are proven."""

    text: str
    tools: tuple[str, ...]
    """Names of fairhash.features.proofs.registry.tool_versions()."""
    prove: ProveOne


def method(steps: int) -> Method:
    """Return k-induction over so many cycles, or property-directed reachability for 0."""
    if steps:
        tools = ("ghdl", "pyosys", "smtbmc", "yices")
        return Method(f"k-induction, {steps} steps", tools, partial(prove_by_induction, steps=steps))
    return Method("property-directed reachability", ("ghdl", "pyosys"), prove_by_reachability)


def prove_by_induction(design: ProofDesign, steps: int, workdir: Path, limit_s: float) -> ProofRun:
    """Prove that no assertion can be violated, in any number of cycles from any initial state of the registers.

    Base case: the assertions hold in the first `steps` cycles. Induction step: if they hold in `steps` consecutive
    cycles, they hold in the next one.
    """
    model = write_model(design, workdir, limit_s)
    base = yosys.check_steps(model, steps, limit_s)
    if base.status == "failed":
        return ProofRun("failed", base.cpu_s, f"violated: {base.detail}")
    if base.status != "passed":
        return ProofRun("unknown", base.cpu_s, f"base case: {base.detail}")
    step = yosys.check_induction(model, steps, limit_s)
    seconds = base.cpu_s + step.cpu_s
    if step.status == "passed":
        return ProofRun("proven", seconds)
    return ProofRun("unknown", seconds, f"induction step: {step.detail or step.status}")


def refute_by_smtbmc(design: ProofDesign, edit: SourceEdit, cycles: int, workdir: Path, limit_s: float) -> ProofRun:
    """Search for an assertion that the design with an injected bug violates, with an SMT solver.

    The answer is `failed` only for a counterexample that starts like the real design does, in reset.

    Args:
        design: The design and its properties.
        edit: The bug.
        cycles: Cycles within which the violation must show.
        workdir: Folder for the tools' files.
        limit_s: Limit of CPU time of each tool, in seconds.
    """
    model = write_model(design, workdir, limit_s, edit)
    run = yosys.check_steps(model, cycles, limit_s, check_assumptions=False)
    if run.status == "failed":
        return ProofRun("failed", run.cpu_s, f"violated: {run.detail}")
    reason = f"no violation within {cycles} cycles" if run.status == "passed" else run.detail
    return ProofRun("unknown", run.cpu_s, reason)


def prove_by_reachability(design: ProofDesign, workdir: Path, limit_s: float) -> ProofRun:
    """Search for an invariant that excludes every state in which a property does not hold; ABC finds it.

    Args:
        design: The design and its properties.
        workdir: Folder for the tools' files.
        limit_s: Limit of CPU time of each tool, in seconds.
    """
    run = abc.prove_unreachable(write_model(design, workdir, limit_s, form="aig"), limit_s)
    return ProofRun(run.status, run.cpu_s, run.detail)


def refute_by_abc(design: ProofDesign, edit: SourceEdit, cycles: int, workdir: Path, limit_s: float) -> ProofRun:
    """Search for a violation in the design with an injected bug, with ABC; arguments as of refute_by_smtbmc()."""
    run = abc.find_bad_state(write_model(design, workdir, limit_s, edit, form="aig"), cycles, limit_s)
    return ProofRun(run.status, run.cpu_s, run.detail)
