# SPDX-License-Identifier: Apache-2.0
"""The modes of the testbench: what each proves, and the known-bad core it must catch (tests/testbench/bad)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fairhash.base.errors import FairhashError
from fairhash.testbench import idle_gaps, plans
from fairhash.testbench.message import Case


@dataclass(frozen=True)
class Mode:
    """One way to choose the stimulus."""

    name: str
    proves: str
    cases: Callable[[plans.Setup], Iterator[Case]]
    catches: tuple[str, ...]
    """Known-bad cores, by name, that this mode must not let pass."""


MODES = {
    mode.name: mode
    for mode in (
        Mode("answers", "the core gives the digests of the answer files", plans.answers, ("swapped-constant",)),
        Mode(
            "random",
            "the core equals the model on random messages",
            plans.random_messages,
            ("rare-word", "late-digest"),
        ),
        Mode(
            "lengths",
            "no length around the end of a block or of its padding is special, from none to four blocks",
            plans.lengths,
            ("wrong-last-block", "short-counter", "stuck-ready"),
        ),
        Mode(
            "segments",
            "however a message is cut into segments, the digest is the same",
            plans.segments,
            ("first-segment-last",),
        ),
        Mode(
            "stalls",
            "no word is lost, repeated or changed however either side waits; valid never waits for ready",
            idle_gaps.stalls,
            ("lost-word", "unsteady-output", "valid-waits", "valid-follows-ready", "bubbles"),
        ),
        Mode(
            "back-to-back",
            "messages may follow without a gap, also when digests queue up",
            plans.back_to_back,
            ("stale-state", "lost-digest", "swapped-digests", "blocked-by-finished", "leaked-state", "slow-to-restart"),
        ),
        Mode(
            "reset",
            "a reset of the declared length or longer, in any cycle, returns the core to the idle state",
            plans.resets,
            ("kept-through-reset", "missing-reset", "word-taken-in-reset", "long-reset-needed"),
        ),
        Mode(
            "counters",
            "no message is too long for a counter: more than 2^16 bits, and every bit of the length in a header",
            plans.counters,
            ("short-header", "short-bits", "short-blocks"),
        ),
        Mode("cycles", "N blocks take exactly the declared cycles", plans.cycles, ("slow-block", "slow-together")),
    )
}


def find_modes(names: Sequence[str] | None) -> list[Mode]:
    """The modes called so, in the order of the table; all of them for None."""
    unknown = [name for name in names or () if name not in MODES]
    if unknown:
        raise FairhashError(f"unknown mode {unknown[0]!r}", "", f"known are {', '.join(MODES)}")
    return [mode for mode in MODES.values() if names is None or mode.name in names]
