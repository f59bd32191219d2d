# SPDX-License-Identifier: Apache-2.0
"""The papers that can be reproduced."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.errors import FairhashError
from fairhash.papers import a as paper_a
from fairhash.papers import d as paper_d
from fairhash.papers.content import Document
from fairhash.papers.d.measured import ALGORITHMS
from fairhash.results.schema import Result


@dataclass(frozen=True)
class Paper:
    """What must be run for a paper, and how it is put together."""

    letter: str
    algorithms: tuple[str, ...]
    devices: Callable[[], Sequence[str]]
    """Where its cores are implemented unless others are asked for."""
    make: Callable[[Iterable[Result], Iterable[Core], Sequence[str]], Document]
    architectures: tuple[str, ...] = ()
    """Of its cores; all there are unless some are named."""

    def cores(self) -> list[Core]:
        """Every core of the checkout that the paper is about."""
        return [
            core
            for core in all_cores().values()
            if core.algorithm in self.algorithms and core.architecture in (self.architectures or [core.architecture])
        ]

    def document(self, results: Iterable[Result], devices: Sequence[str] = ()) -> Document:
        """The paper with these results beside it; of `devices` only, if any are named."""
        return self.make(results, self.cores(), devices)


PAPERS = {
    "A": Paper("A", paper_a.ALGORITHMS, paper_a.devices, paper_a.document, (paper_a.ARCHITECTURE,)),
    "D": Paper("D", ALGORITHMS, lambda: paper_d.DEVICES, paper_d.document),
}


def papers() -> list[str]:
    """Their letters."""
    return list(PAPERS)


def find_paper(letter: str) -> Paper:
    """The paper of this letter, in either case; another one is a FairhashError that lists those there are."""
    paper = PAPERS.get(letter.upper())
    if paper is None:
        raise FairhashError(f"no paper {letter!r} can be reproduced", "", f"known are {', '.join(PAPERS)}")
    return paper
