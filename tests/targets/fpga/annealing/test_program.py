# SPDX-License-Identifier: Apache-2.0
"""The annealer in C, built with sanitizers, on designs made here; code written for the test judges its results."""

import random
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fairhash.targets.fpga.annealing.annealer import FLAGS, sources

FUNCTION, REGISTER = 0, 1
FUNCTION_NS, REGISTER_NS = 0.2, 0.4
DISTANCES_NS = [0.25 + 0.1 * distance for distance in range(511)]
SIDE = 6


@dataclass
class Design:
    """Cells (kind, column, row, slot, movable, tile control, slice control, partner), and nets from a cell to cells."""

    cells: list[list[int]] = field(default_factory=list)
    nets: list[tuple[int, list[tuple[int, int, float]]]] = field(default_factory=list)

    def text(self) -> str:
        connections = sum(len(ends) for _, ends in self.nets)
        lines = [f"{len(self.cells)} {len(self.nets)} {connections}"]
        lines += [" ".join(map(str, [FUNCTION_NS, REGISTER_NS, *DISTANCES_NS]))]
        lines += [" ".join(map(str, cell)) for cell in self.cells]
        for driver, ends in self.nets:
            lines += [f"{driver} {len(ends)}", *(" ".join(map(str, end)) for end in ends)]
        return "\n".join([*lines, ""])

    def moved(self, places: list[list[int]]) -> "Design":
        cells = [[cell[0], *place, *cell[4:]] for cell, place in zip(self.cells, places, strict=True)]
        return Design(cells, self.nets)

    def wires(self) -> int:
        """Sum of the half perimeters of all nets."""
        total = 0
        for driver, ends in self.nets:
            places = [self.cells[number][1:3] for number in (driver, *(end[0] for end in ends))]
            total += sum(max(axis) - min(axis) for axis in zip(*places, strict=True))
        return total

    def slowest_ns(self) -> float:
        """The slowest path between registers, by following every path backwards."""
        drivers: dict[int, list[tuple[int, float]]] = {}
        for driver, ends in self.nets:
            for end, dedicated, delay in ends:
                (x, y), (u, v) = self.cells[driver][1:3], self.cells[end][1:3]
                drivers.setdefault(end, []).append(
                    (driver, delay + (0 if dedicated else DISTANCES_NS[abs(x - u) + abs(y - v)]))
                )

        def arrival(cell: int) -> float:
            if self.cells[cell][0] == REGISTER:
                return REGISTER_NS
            return FUNCTION_NS + max((arrival(driver) + delay for driver, delay in drivers.get(cell, [])), default=0)

        return max(
            arrival(driver) + delay
            for end, found in drivers.items()
            if self.cells[end][0] == REGISTER
            for driver, delay in found
        )


def _scattered(registers: int = 60, seed: int = 3) -> Design:
    """Registers in a ring, each with a function before it; the pairs are in random places of a square.

    Two clocks keep registers of different tiles apart, two enables those of different slices; every tenth pair is
    fixed.
    """
    chosen, design = random.Random(seed), Design()
    slots = [(x, y, slot) for x in range(SIDE) for y in range(SIDE) for slot in range(8)]
    chosen.shuffle(slots)
    free = {place for place in slots if place[2] % 2 == 0}
    used: dict[tuple[int, int], int] = {}
    for number in range(registers):
        clock = number % 2
        place = next(p for p in slots if p in free and used.get(p[:2], clock) == clock)
        free.discard(place)
        used[place[:2]] = clock
        movable = int(number % 10 != 0)
        design.cells += [[FUNCTION, *place, movable, 0, 0, -1]]
        design.cells += [[REGISTER, *place, movable, clock, number % 3, 2 * number]]
    for number in range(registers):
        function, register = 2 * number, 2 * number + 1
        design.nets.append((function, [(register, 1, 0.0)]))
        design.nets.append(
            (register, [((function + 2) % (2 * registers), 0, 0.0), ((function + 14) % (2 * registers), 0, 0.3)])
        )
    return design


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The annealer, which ends with an error at any access outside of its memory, leak or undefined operation."""
    path = tmp_path_factory.mktemp("annealer") / "anneal"
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Wpedantic"]
    subprocess.run(["gcc", *FLAGS, *checks, *sources(), "-o", path, "-lm"], check=True)
    return path


def _run(
    program: Path, folder: Path, text: str, seed: int = 1
) -> tuple[subprocess.CompletedProcess[str], list[list[int]]]:
    design, places = folder / "design.txt", folder / "places.txt"
    design.write_text(text, encoding="utf-8")
    places.unlink(missing_ok=True)
    run = subprocess.run([program, design, places, str(seed)], capture_output=True, text=True, check=False)
    rows = places.read_text(encoding="utf-8").splitlines() if places.exists() else []
    return run, [list(map(int, row.split())) for row in rows]


def test_wires_and_the_slowest_path_become_shorter_and_are_what_it_says(program: Path, tmp_path: Path) -> None:
    before = _scattered()
    run, places = _run(program, tmp_path, before.text())
    after = before.moved(places)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        f"before: slowest path {before.slowest_ns():.3f} ns, wires {before.wires()}",
        f"after: slowest path {after.slowest_ns():.3f} ns, wires {after.wires()}",
    ]
    assert after.wires() < 0.7 * before.wires()
    assert after.slowest_ns() < 0.9 * before.slowest_ns()


def test_the_new_places_are_legal(program: Path, tmp_path: Path) -> None:
    before = _scattered()
    _, places = _run(program, tmp_path, before.text())
    after = before.moved(places)
    taken = [(cell[0], *cell[1:4]) for cell in after.cells]
    assert len(set(taken)) == len(taken)
    assert {tuple(cell[1:3]) for cell in after.cells} <= {tuple(cell[1:3]) for cell in before.cells}
    for old, new in zip(before.cells, after.cells, strict=True):
        assert new[4] or new == old
        assert new[7] < 0 or after.cells[new[7]][1:4] == new[1:4]
    registers = [cell for cell in after.cells if cell[0] == REGISTER]
    clocks: dict[tuple[int, ...], set[int]] = {}
    enables: dict[tuple[int, ...], set[int]] = {}
    for cell in registers:
        clocks.setdefault(tuple(cell[1:3]), set()).add(cell[5])
        enables.setdefault((*cell[1:3], cell[3] // 2), set()).add(cell[6])
    assert {len(found) for found in (*clocks.values(), *enables.values())} == {1}


def test_the_result_depends_on_design_and_seed_only(program: Path, tmp_path: Path) -> None:
    text = _scattered(20).text()
    first, again, other = (_run(program, tmp_path, text, seed)[1] for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "malformed design: first line"),
        (lambda text: text[:40], "malformed design: delays by distance"),
        (lambda text: text.rsplit("\n", 2)[0][:-30], "malformed design: a connection"),
        (lambda text: text.replace("\n0 ", "\n7 ", 1), "malformed design: a value of a cell is out of range"),
    ],
)
def test_a_malformed_design_is_one_line(
    change: Callable[[str], str], message: str, program: Path, tmp_path: Path
) -> None:
    run, places = _run(program, tmp_path, change(_scattered(20).text()))
    assert (run.returncode, run.stderr.splitlines(), places) == (2, [message], [])


def test_two_cells_in_one_place_are_refused(program: Path, tmp_path: Path) -> None:
    design = _scattered(20)
    design.cells[2][1:4] = design.cells[0][1:4]
    run, _ = _run(program, tmp_path, design.text())
    assert (run.returncode, run.stderr) == (2, "malformed design: two cells in one place\n")


def test_a_loop_of_functions_is_refused(program: Path, tmp_path: Path) -> None:
    design = Design([[FUNCTION, 1, 1, 0, 1, 0, 0, -1], [FUNCTION, 1, 1, 1, 1, 0, 0, -1]])
    design.nets = [(0, [(1, 0, 0.0)]), (1, [(0, 0, 0.0)])]
    run, _ = _run(program, tmp_path, design.text())
    assert (run.returncode, run.stderr) == (2, "the functions of the design form a loop\n")


def test_a_design_without_cells_stays_empty(program: Path, tmp_path: Path) -> None:
    run, places = _run(program, tmp_path, Design().text())
    assert (run.returncode, run.stderr, places) == (0, "", [])
