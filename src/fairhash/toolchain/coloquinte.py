# SPDX-License-Identifier: Apache-2.0
"""Coloquinte: places the cells of a netlist in rows."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from fairhash.base.errors import NotInstalled
from fairhash.toolchain import tools

EFFORT = 3
"""Coloquinte's default of 1 to 9."""
_CHILD = Path(__file__).with_name("coloquinte_child.py")
_PROBLEM, _ANSWER = "placement.json", "placed.json"


@dataclass(frozen=True)
class Row:
    """One row of cells; `area` is left, right, bottom, top."""

    area: tuple[int, int, int, int]
    flipped: bool
    """Whether cells in it are upside down."""


@dataclass(frozen=True)
class Problem:
    """What is placed, in any unit of length."""

    rows: Sequence[Row]
    cells: Sequence[tuple[int, int]]
    """Width and height of each cell."""
    ports: Sequence[tuple[int, int]]
    """Position of each fixed port."""
    nets: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]]
    """For each net its pins: cells, numbered from 0 with the ports after them, and the pins' offsets in them."""
    effort: int = EFFORT


@dataclass(frozen=True)
class Place:
    """The lower left corner of a cell, and its orientation by the name that DEF uses: N, S, FN or FS."""

    x: int
    y: int
    orientation: str


def version() -> str:
    """The version of the package.

    Raises:
        FairhashError: it is not installed.
    """
    try:
        return metadata.version("coloquinte")
    except metadata.PackageNotFoundError as error:
        raise NotInstalled("the package coloquinte is not installed", "", "run ./run --setup") from error


def place(problem: Problem, workdir: Path, limit_s: float) -> tuple[tools.ToolRun, list[Place]]:
    """Place the cells in a process of its own.

    Returns:
        The run, and the place of each cell in the order of the problem; no places if it did not succeed.
    """
    answer = workdir / _ANSWER
    answer.unlink(missing_ok=True)
    (workdir / _PROBLEM).write_text(json.dumps(asdict(problem)), encoding="ascii")
    # -P: do not import a module of the working folder in place of a standard module of the same name
    command: list[str | Path] = [sys.executable, "-P", _CHILD, _PROBLEM, _ANSWER]
    run = tools.run(command, workdir, limit_s, log=workdir / "coloquinte.log")
    if not run.ok or not answer.is_file():
        return run, []
    return run, [Place(*place) for place in tools.read_json(answer, "Coloquinte")]
