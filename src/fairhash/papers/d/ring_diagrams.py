# SPDX-License-Identifier: Apache-2.0
"""Figs 2 and 3 of paper D: each architecture's ring of rounds and registers, drawn in characters from its structure."""

from collections.abc import Iterable, Sequence

from fairhash.papers.d.architectures import CASES, core_structure, further_architectures, label
from fairhash.papers.d.structure import RANK_BITS, Place, Structure
from fairhash.papers.our_results import OurResults

_ALL = ("theta", "rho", "pi", "chi", "iota")

_DONE: dict[Place, tuple[str, ...]] = {
    "sums": ("column sums",),
    "theta": ("theta",),
    "chi": _ALL,
    "unknown": _ALL,
}
"""The steps before a register rank; the steps after it are the rest of the round."""

_REST: dict[Place, tuple[str, ...]] = {
    "sums": ("theta's addition", *_ALL[1:]),
    "theta": _ALL[1:],
    "chi": (),
    "unknown": (),
}


def diagram(title: str, built: Structure) -> str:
    """The ring, one round a line; ``[R2: 1600]`` is the second rank with its flip-flops."""
    lines, rank = [], 0
    for number, places in enumerate(built.rounds, 1):
        parts = []
        for text, place in _parts(places):
            parts += [text] if text else []
            if place:
                rank += 1
                parts.append(f"[R{rank}: {RANK_BITS[place]}]")
        lines.append(f"  round {number}   {' -> '.join(parts)}")
    width = max(map(len, lines)) + 2
    facts = (
        f"{_count(built.unrolled, 'round')}, {_count(built.ranks, 'register rank')}, "
        f"{_count(built.ranks, 'message')} in flight, {built.block_cycles} cycles a block"
    )
    top, entry = "  block --> xor <", "             |"
    drawn = [f"{title}: {facts}", "", f"{top.ljust(width, '-')}--+", f"{entry.ljust(width)}  |"]
    for line in lines[:-1]:
        drawn += [f"{line.ljust(width)}  |", f"{entry.ljust(width)}  |"]
    return "\n".join([*drawn, f"{lines[-1]} {'-' * (width - len(lines[-1]) - 1)}--+--> digest"])


def _parts(places: Sequence[Place]) -> Iterable[tuple[str, Place | None]]:
    """What a line shows: steps, and the register rank after them if there is one."""
    if "unknown" in places and len(places) > 1:
        yield "one round, registers at places unknown", places[0]
        yield from (("", place) for place in places[1:])
        return
    left: tuple[str, ...] = _ALL
    for place in places:
        rest = _REST[place]
        # what is done between the rank before and this one
        done = _DONE[place] if left == _ALL else left[: len(left) - len(rest)]
        yield " ".join(done), place
        left = rest
    if left:
        yield " ".join(left), None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def paper_diagrams(ours: OurResults, algorithm: str) -> list[str]:
    """Return the diagrams of cases I to V."""
    return _diagrams(ours, algorithm, {f"case {case}": name for case, name in CASES.items()})


def further_diagrams(ours: OurResults, algorithm: str) -> list[str]:
    """Return the diagrams of the architectures that the paper does not have."""
    return _diagrams(ours, algorithm, {label(algorithm, name): name for name in further_architectures(ours, algorithm)})


def _diagrams(ours: OurResults, algorithm: str, names: dict[str, str]) -> list[str]:
    by_title = {title: core_structure(ours, algorithm, architecture) for title, architecture in names.items()}
    return [diagram(title, built) for title, built in by_title.items() if built]
