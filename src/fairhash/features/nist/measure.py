# SPDX-License-Identifier: Apache-2.0
"""The three groups of tests of NIST for byte-oriented SHA-1 and SHA-2, through a simulator of a core.

Sections are those of "The Secure Hash Algorithm Validation System (SHAVS)", NIST, 2014.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.record import bench_commit
from fairhash.bench.routed import routed_core
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.features.nist.record import NIST_OUTCOMES, Group, NistGroup, NistOutcome
from fairhash.netlist.timed.functional import functional_engine
from fairhash.testbench.engines import Engine
from fairhash.testbench.judge import judge
from fairhash.testbench.message import Case, Message
from fairhash.testbench.reference import Reference, models
from fairhash.testbench.session import SimulationSession
from fairhash.toolchain import reaper

CHECKPOINTS = 100
"""Digests that the Monte Carlo test shows (Sect. 6.4)."""
STEPS = 1000
"""Messages before each of them (Sect. 6.4)."""
LONG_STEP_BYTES = 99
"""Sect. 6.3: the i-th long message has a block and 8 x 99 x i bits."""
SEED = 1
"""Of the pseudo-random messages of the groups `short` and `long`, and of the first seed of the Monte Carlo test."""
_BATCH = 250
"""Messages in one simulation, so that its files stay small."""

Hash = Callable[[bytes], bytes]


def supported(core: Core) -> bool:
    """Whether SHAVS defines the groups for the core's algorithm."""
    return core.algorithm in {"sha-1", "sha-224", "sha-256", "sha-384", "sha-512"} and not core.also


def short_lengths(block_bits: int) -> list[int]:
    """Return the lengths in bits of the short messages: each number of bytes up to a block (Sect. 6.2.2)."""
    return list(range(0, block_bits + 1, 8))


def long_lengths(block_bits: int) -> list[int]:
    """Return the lengths in bits of the long messages, as many as a block has bytes (Sect. 6.3.2)."""
    return [block_bits + 8 * LONG_STEP_BYTES * i for i in range(1, block_bits // 8 + 1)]


def monte_carlo(seed: bytes, hash_bytes: Hash) -> Iterator[tuple[bytes, bytes]]:
    """Yield the messages of the Monte Carlo test with their digests, without end (Sect. 6.4).

    A message is the three digests before it; after each STEPS messages all three are replaced by the last digest.
    """
    while True:
        last = [seed] * 3
        for _ in range(STEPS):
            message = b"".join(last)
            last = [*last[1:], hash_bytes(message)]
            yield message, last[-1]
        seed = last[-1]


def group_messages(core: Core, reference: Reference, checkpoints: int) -> dict[Group, Iterator[Message]]:
    """Return the messages of each group.

    Those of the Monte Carlo test come from the software model. Since each digest of the core is compared, a core that
    passes would have made the same messages from its own digests.
    """
    draw = random.Random(SEED)
    algorithm = core.algorithm

    def of_lengths(lengths: Sequence[int]) -> Iterator[Message]:
        return (Message(algorithm, draw.randbytes(bits // 8), bits) for bits in lengths)

    chain = monte_carlo(draw.randbytes(core.digest_bits // 8), lambda data: reference.hash_bits(algorithm, data))
    links = (next(chain) for _ in range(checkpoints * STEPS))
    return {
        "short": of_lengths(short_lengths(core.block_bits)),
        "long": of_lengths(long_lengths(core.block_bits)),
        "monte-carlo": (Message(algorithm, data, 8 * len(data), digest=digest) for data, digest in links),
    }


def run_groups(core: Core, engine: Engine, checkpoints: int = CHECKPOINTS) -> list[NistGroup]:
    """Run the three groups through a simulator of the core: its RTL, or a netlist of it.

    Args:
        core: A core of SHA-1 or SHA-2 with one message in flight.
        engine: Its simulator.
        checkpoints: Monte Carlo digests; a netlist that is simulated slowly may have fewer than CHECKPOINTS.

    Raises:
        FairhashError: SHAVS does not define the groups for this core, or the simulator fails.
    """
    if not supported(core):
        raise FairhashError("SHAVS has no groups for this algorithm", core.name, "use fairhash verify")
    reference = models()
    results = []
    with tempfile.TemporaryDirectory(prefix=".nist.", dir=reaper.temporary_folder()) as folder:
        session = SimulationSession(core, engine, reference, SEED, Path(folder))
        for group, messages in group_messages(core, reference, checkpoints).items():
            results.append(_run_group(session, group, messages))
    return results


def _run_group(session: SimulationSession, group: Group, messages: Iterator[Message]) -> NistGroup:
    done = 0
    while batch := [message for _, message in zip(range(_BATCH), messages, strict=False)]:
        cases = [Case((message,)) for message in batch]
        cases[0] = replace(cases[0], reset=session.core.reset_cycles)
        for number, (section, trace) in enumerate(session.simulate(cases)):
            finding = judge(section, trace)
            if finding is not None:
                failure = f"message {done + number}: {finding.kind} {finding.detail}".strip()
                return NistGroup(group=group, messages=done + number, failure=failure)
        done += len(batch)
    return NistGroup(group=group, messages=done)


def run_placed_groups(core: Core, device: Device, recipe: Recipe, seed: int, checkpoints: int) -> NistOutcome:
    """Run the groups and store the outcome in results/nist, passed or failed; that of an external core is not stored.

    Args:
        core: A core of SHA-1 or SHA-2.
        device: An FPGA whose placed cells can be simulated (require_routable).
        recipe: Tool options.
        seed: Of place and route.
        checkpoints: Monte Carlo digests.

    Raises:
        FairhashError: the core cannot be placed or simulated, or SHAVS has no groups for it.
    """
    with tempfile.TemporaryDirectory(prefix=".nist.", dir=reaper.temporary_folder()) as name:
        routed = routed_core(core, device, recipe, seed, Workspace())
        engine = functional_engine(routed.design(Path(name)), Path(name))
        results = run_groups(core, engine, checkpoints)
    outcome = NistOutcome(
        core=core.name,
        device=device.id,
        recipe=recipe.name,
        seed=seed,
        placement=routed.key,
        groups=tuple(results),
        commit=bench_commit(),
        date=datetime.now(UTC),
    )
    if not core.external:
        NIST_OUTCOMES.store(paths.results() / "nist", outcome.core, outcome)
    return outcome
