# SPDX-License-Identifier: Apache-2.0
"""The Keccak architectures of paper D and of this checkout: rounds in a ring, register ranks, cost, and blocks.

Nothing here is measured. Rounds and ranks of a core follow from what it declares: M ranks hold M messages, and K rounds
in the ring take a message through the 24 rounds in 24 M / K cycles.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from fairhash.base.table import Table, column
from fairhash.catalog.cores import all_cores, main_name
from fairhash.figures.charts import ring
from fairhash.figures.charts.ring import Block
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.our_results import OurResults

ALGORITHM = "keccak-512"
"""The paper's algorithm."""
ALGORITHMS = (ALGORITHM, "keccak-256")
"""The second one is not in the paper."""
CASES = {"I": "case-1", "II": "case-2", "III": "case-3", "IV": "case-4", "V": "case-5"}
BASE = "case-1"
"""The architecture that the others are compared with."""
GENERATORS = {
    "case-1": "bytes of Table I",
    "case-1-wide": "table of 64-bit constants",
    "case-1-lfsr": "LFSR",
    "case-1-rotating": "circular buffer",
}
"""The round-constant generators of Sect. IV-A, each in the core of case I."""


ROUNDS = 24
STATE_BITS = 1600
SUMS = 320
"""Column sums of theta: five lanes of 64 bits."""

Place = Literal["sums", "theta", "chi", "unknown"]
"""A register rank is after the column sums, after theta, or at the end of a round (after chi and iota)."""

_UNKNOWN: tuple[Place, ...] = ("unknown",)

RANK_BITS: dict[Place, int] = {"sums": STATE_BITS + SUMS, "theta": STATE_BITS, "chi": STATE_BITS, "unknown": STATE_BITS}
"""Flip-flops of one rank; after the column sums these are kept beside the state they were made of."""

LUT4_ROUND = 2 * SUMS + STATE_BITS + STATE_BITS
"""Functions of four inputs: a column sum of five bits takes two, theta's addition one a bit, chi one a bit
(rtl/keccak/README.md)."""

LUT6_ROUND = SUMS + STATE_BITS // 2 + STATE_BITS // 2
"""Six-input tables with two outputs where both need no more than five inputs together (Virtex 5 and 6): a column sum
takes one, theta's additions go in pairs of a column (two state bits, two sums), chi's bits in pairs of a row (five
bits). Taking theta's addition into chi costs more: six inputs, so one table a bit, and 160 for pairs of sums."""


@dataclass(frozen=True)
class Structure:
    """A ring of rounds with register ranks in it, in the order a message meets them, round by round."""

    rounds: tuple[tuple[Place, ...], ...]
    """For each round its ranks' places; without any, the round runs into the next one."""

    @property
    def unrolled(self) -> int:
        """Rounds in the ring, k."""
        return len(self.rounds)

    @property
    def ranks(self) -> int:
        """Register ranks, one message each."""
        return sum(map(len, self.rounds))

    @property
    def block_cycles(self) -> int:
        """Cycles a block of one message takes."""
        return ROUNDS * self.ranks // self.unrolled

    @property
    def flip_flops(self) -> int:
        """State registers alone; input, output and control come on top."""
        return sum(RANK_BITS[place] for places in self.rounds for place in places)

    @property
    def lut4(self) -> int:
        """Four-input functions of the rounds alone."""
        return LUT4_ROUND * self.unrolled

    @property
    def lut6(self) -> int:
        """Six-input tables of the rounds alone, at least."""
        return LUT6_ROUND * self.unrolled

    def approach(self) -> str:
        """In the notation of Table III: U rounds unrolled, P pipelined between rounds, S stages inside a round."""
        inside = self.ranks // self.unrolled if self.ranks > self.unrolled else 1
        between = self.ranks // inside
        words = [("U [k={}]", self.unrolled), ("P [n={}]", between), ("S [n={}]", inside)]
        return " ".join(text.format(factor) for text, factor in words if factor > 1) or "basic"


_NAMED: dict[str, Structure] = {
    "highspeed": Structure((("chi",),)),
    "case-1": Structure((("chi",),)),
    "case-1-wide": Structure((("chi",),)),
    "case-1-lfsr": Structure((("chi",),)),
    "case-1-rotating": Structure((("chi",),)),
    "case-2": Structure((("theta", "chi"),)),
    "case-3": Structure(((), ("chi",))),
    "case-4": Structure((("chi",), ("chi",))),
    "case-5": Structure((("theta", "chi"),) * 2),
    "sums-2": Structure((("sums", "chi"),)),
    "subpipelined-3": Structure((("sums", "theta", "chi"),)),
    "subpipelined-3-unrolled-2": Structure((("sums", "theta", "chi"),) * 2),
}


def named(architecture: str) -> Structure | None:
    """What an architecture of this name is, as paper D's Sect. IV and rtl/keccak say; None for a name unknown here."""
    ring = re.fullmatch(r"pipelined-([2-9])", architecture)
    return Structure((("chi",),) * int(ring[1])) if ring else _NAMED.get(architecture)


def declared(messages: int, block_cycles: int) -> Structure | None:
    """What follows from messages in flight and cycles of a block alone; None where no whole number of rounds does."""
    rounds, rest = divmod(ROUNDS * messages, block_cycles)
    if rest or not rounds:
        return None
    each, more = divmod(messages, rounds)
    return Structure(tuple(_UNKNOWN * (each + (number >= rounds - more)) for number in range(rounds)))


def structure(architecture: str, messages: int, block_cycles: int) -> Structure | None:
    """The named structure where the core declares it, perhaps slowed by its port, else what the declaration says."""
    built = named(architecture)
    if built and built.ranks == messages and built.block_cycles <= block_cycles:
        return built
    return declared(messages, block_cycles)


def from_approach(words: str) -> Structure:
    """The structure that Tables II to IV name by U, P and S (``Unrolled k=``, ``Pipeline n=``, ``Subpipeline n=``).

    A pipeline between n rounds needs n rounds; Table III row 6 names the stages only.
    """

    def factor(pattern: str) -> int:
        match = re.search(pattern, words)
        return int(match[1]) if match else 1

    between = factor(r"(?:\bP ?\[n=|\bPipeline n=)(\d)")
    inside = factor(r"(?:\bS ?\[n=|\bSubpipeline n=)(\d)")
    rounds = max(between, factor(r"(?:\bU ?\[k=|\bUnrolled k=|\bunroll )(\d)"))
    if between < rounds:
        none: tuple[Place, ...] = ()
        return Structure((none,) * (rounds - 1) + (_UNKNOWN * between * inside,))
    return Structure((_UNKNOWN * inside,) * rounds)


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


def blocks(built: Structure) -> list[list[Block]]:
    """Return the blocks of each round; ``R2: 1600`` is the second rank with its flip-flops."""
    rounds, rank = [], 0
    for places in built.rounds:
        row = []
        for text, place in _parts(places):
            row += [Block(text)] if text else []
            if place:
                rank += 1
                row.append(Block(f"R{rank}: {RANK_BITS[place]}", is_register=True))
        rounds.append(row)
    return rounds


def description(built: Structure) -> str:
    """Return what a structure has, in numbers."""
    return (
        f"{_count(built.unrolled, 'round')}, {_count(built.ranks, 'register rank')}, "
        f"{_count(built.ranks, 'message')} in flight, {built.block_cycles} cycles a block"
    )


def _parts(places: Sequence[Place]) -> Iterable[tuple[str, Place | None]]:
    """What a round consists of: steps, and the register rank after them if there is one."""
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


def core_name(algorithm: str, architecture: str) -> str:
    """Return the catalogue's name of a core."""
    return f"{algorithm}/{architecture}"


def label(algorithm: str, architecture: str) -> str:
    """Return the architecture with the other names of the same circuit, e.g. ``case-1 = highspeed``."""
    name = core_name(algorithm, architecture)
    core = all_cores().get(main_name(name))
    others = [core.architecture, *core.other_architectures] if core else []
    return " = ".join(dict.fromkeys([architecture, *others]))


def architectures(ours: OurResults, algorithm: str) -> list[str]:
    """Return the declared or measured architectures by number of rounds, of register ranks, and name.

    A circuit with several names is there once, under the paper's name if it has one. Those of unknown structure come
    last.
    """
    cores = {core.name for core in ours.cores.values() if core.algorithm == algorithm}
    cores |= {main_name(result.core) for result in ours.results if result.algorithm == algorithm}
    published = {main_name(core_name(algorithm, name)): name for name in (*CASES.values(), *GENERATORS)}
    names = {published.get(core, core.partition("/")[2]) for core in cores}

    def sort_key(architecture: str) -> tuple[int, int, str]:
        built = core_structure(ours, algorithm, architecture)
        return (built.unrolled, built.ranks, architecture) if built else (99, 0, architecture)

    return sorted(names, key=sort_key)


def further_architectures(ours: OurResults, algorithm: str) -> list[str]:
    """Return the architectures that the paper does not have."""
    published = {*CASES.values(), *GENERATORS}
    return [architecture for architecture in architectures(ours, algorithm) if architecture not in published]


def core_structure(ours: OurResults, algorithm: str, architecture: str) -> Structure | None:
    """Return the structure from the core's declaration, else from a measured cycle formula, else from the name."""
    name = main_name(core_name(algorithm, architecture))
    core = ours.cores.get(name)
    if core:
        return structure(architecture, core.messages_in_flight, core.formula.block)
    for run in ours.results:
        if main_name(run.core) == name and run.measured_cycles:
            return structure(architecture, run.messages_in_flight, run.measured_cycles.formula.block)
    return named(architecture)


def preliminary_pipelined(ours: OurResults, algorithm: str, device: str) -> list[str]:
    """Return the architectures with several messages in flight whose figure on the device is preliminary."""
    return [
        architecture
        for architecture in architectures(ours, algorithm)
        if (figure := ours.figure(core_name(algorithm, architecture), device))
        and figure.succeeded
        and figure.first.messages_in_flight > 1
        and figure.preliminary
    ]


def best_pipelined(ours: OurResults, algorithm: str, device: str) -> str | None:
    """Return the architecture of highest throughput per area among those with several messages in flight.

    Returns:
        None if no such core is known on the device.
    """
    usable = [
        (figure.ratio.median, architecture)
        for architecture in architectures(ours, algorithm)
        if (figure := ours.figure(core_name(algorithm, architecture), device))
        and figure.ratio
        and figure.first.messages_in_flight > 1
        and not figure.preliminary
    ]
    return max(usable)[1] if usable else None


def diagrams(ours: OurResults, names: Mapping[str, str]) -> tuple[Chart, ...]:
    """Return the diagrams of architectures by title, as far as their structure is known."""
    built = {title: core_structure(ours, ALGORITHM, architecture) for title, architecture in names.items()}
    return tuple(_diagram(title, names[title], each) for title, each in built.items() if each)


def _diagram(title: str, architecture: str, built: Structure) -> Chart:
    rounds = blocks(built)
    caption = f"{title[0].upper()}{title[1:]}: {description(built)}."
    table = Table.declare(
        "",
        caption,
        [(number, block) for number, row in enumerate(rounds, 1) for block in row],
        (
            column("round", lambda one: one[0]),
            column("block", lambda one: one[1].text),
            column("register", lambda one: str(one[1].is_register).lower()),
        ),
    )
    svg = to_svg_element(ring.specification(rounds), caption)
    return Chart(f"structure-{architecture}", caption, svg, table.to_csv(), caption)
