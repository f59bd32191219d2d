# SPDX-License-Identifier: Apache-2.0
"""Simulates all mutants of a netlist at once, each with a testbench of its own (lanes.cpp)."""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.features.mutants.jump import JUMP, Jump
from fairhash.testbench import judge, stimulus
from fairhash.testbench.engines import BENCH, Trace, cached, digest, finish, version
from fairhash.testbench.message import Message
from fairhash.testbench.modes import Mode
from fairhash.testbench.plans import Setup, power_up_cycles
from fairhash.testbench.reference import Reference
from fairhash.testbench.stimulus import StimulusSection
from fairhash.testbench.verification import RANDOM
from fairhash.toolchain import reaper, tools

LANES = 512
"""Mutants in one simulation; the same number as in lane_net.h."""
_SOURCE = Path(__file__).with_name("lanes.cpp")
_HEADERS = sorted([*BENCH.glob("*.h"), *_SOURCE.parent.glob("*.h")])
_CXX = ("g++", "-std=c++20", "-O2", "-Wno-psabi")


@dataclass(frozen=True)
class Kill:
    """What gave a mutant away in one mode: the broken rule (judge.RULES), the case and the io_clk cycle."""

    rule: str
    case: int
    cycle: int


@dataclass(frozen=True)
class Simulation:
    """Netlist with mutants, and what they are checked with. `program` is the netlist's, with the port `mutant`."""

    core: Core
    program: Path
    reference: Reference
    answers: Sequence[Message]
    seed: int
    """Of the stimulus and the power-up values, as in ``fairhash verify --seed``."""

    def run(self, mode: Mode, mutants: Sequence[int], count: int = RANDOM["netlist"]) -> dict[int, Kill | None]:
        """Run one mode; None for a mutant that it does not kill.

        Args:
            mutants: numbers of mutants.
            count: number of random messages, as in ``fairhash verify --random``.

        Raises:
            FairhashError: if the mode has no case for this core, or fails the netlist without a mutation.
        """
        return self._run(mode.name, self._sections(mode, count), mutants)

    def run_jump(self, jump: Jump, mutants: Sequence[int]) -> dict[int, Kill | None]:
        """Run the mode `jump`; the result and errors are those of run()."""
        return self._run(JUMP, [section.stimulus for section in jump.sections], mutants, jump)

    def _run(
        self, mode: str, sections: Sequence[StimulusSection], mutants: Sequence[int], jump: Jump | None = None
    ) -> dict[int, Kill | None]:
        kills: dict[int, Kill | None] = {}
        with tempfile.TemporaryDirectory(prefix=".mutants.", dir=reaper.temporary_folder()) as folder:
            if jump is not None:
                jump.write(Path(folder) / JUMP)
            # mutant 0 is the netlist as it is
            for batch in _batches(mutants, LANES - 1):
                kills |= self._run_batch(mode, sections, [0, *batch], Path(folder))
        if mutants and kills.pop(0) is not None:
            raise FairhashError(f"the netlist without a mutation fails {mode}", self.core.name, "verify it first")
        return kills

    def _sections(self, mode: Mode, count: int) -> list[StimulusSection]:
        # the same draw as in fairhash verify, so that a kill can be repeated
        draw = random.Random(f"{self.seed} {mode.name}")
        setup = Setup(self.core, self.reference, draw, count, "netlist", self.answers)
        cases = list(mode.cases(setup))
        if not cases:
            raise FairhashError(f"the mode {mode.name} has no case", self.core.name, "leave it out")
        cases[0] = replace(cases[0], reset=cases[0].reset or power_up_cycles(self.core))
        return [stimulus.make_section(self.core, self.reference, case) for case in cases]

    def _run_batch(
        self, mode: str, sections: Sequence[StimulusSection], mutants: Sequence[int], folder: Path
    ) -> dict[int, Kill | None]:
        # the mode `cycles` judges the number of cycles exactly, from the times of all lanes
        timed = mode == "cycles"
        sent, expected, result = folder / "stimulus", folder / "expected", folder / "result"
        stimulus.write(sent, self.core, sections)
        lines = (
            " ".join(
                [
                    str(0 if timed else section.allowed),
                    str(len(section.expected)),
                    *(f"{word:x}" for word in section.expected),
                ]
            )
            for section in sections
        )
        expected.write_text("\n".join(lines) + "\n", encoding="ascii")
        command: list[str | Path] = [_simulator(), sent, expected, result]
        command += [str(self.core.word_bits), str(self.core.io_ratio), str(self.seed % 2**31), self.program]
        command += [str(int(timed)), folder / JUMP if mode == JUMP else "-", *map(str, mutants)]
        finish(tools.run(command, folder), "the simulator of mutants")
        lanes = result.read_text(encoding="ascii").splitlines()
        kills = {mutants[lane]: kill for lane, kill in _kills(lanes)}
        if timed:
            kills |= {mutants[lane]: kill for lane, kill in self._late(sections, lanes) if not kills[mutants[lane]]}
        return kills

    def _late(self, sections: Sequence[StimulusSection], lines: Sequence[str]) -> Iterator[tuple[int, Kill]]:
        """Lanes that gave every digest, but not in the declared cycles."""
        traces: dict[int, list[Trace]] = {}
        for line in lines:
            if line.startswith("t "):
                lane, _, start, taken, given = map(int, line.split()[1:])
                traces.setdefault(lane, []).append(Trace(start, taken=[(taken, 0)], given=[(given, 0)]))
        for lane, seen in traces.items():
            if len(seen) == len(sections) and not judge.measure(self.core, self.reference, sections, seen).agrees:
                yield lane, Kill("cycles", len(sections) - 1, seen[-1].given[-1][0])


def _kills(lines: Sequence[str]) -> Iterator[tuple[int, Kill | None]]:
    for line in lines:
        if not line.startswith("t "):
            lane, verdict, section, cycle = line.split()
            kill = Kill(verdict.replace("_", " "), int(section), int(cycle))
            yield int(lane), None if verdict == "pass" else kill


def _batches(mutants: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (mutants[start:][:size] for start in range(0, len(mutants), size))


def _simulator() -> Path:
    key = f"lanes-{digest([_SOURCE, *_HEADERS, *_CXX, version('g++')])}"

    def make(folder: Path) -> None:
        tool_run = tools.run([*_CXX, f"-I{BENCH}", _SOURCE, "-o", folder / "lanes"], folder)
        if not tool_run.ok:
            raise FairhashError(f"g++ failed: {tool_run.tail()}", str(_SOURCE), "see fairhash doctor")

    return cached(key, make) / "lanes"
