# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the annealer, and leaves a netlist whose cells are bound to the places that it finds."""

import json
from collections import defaultdict
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

from fairhash.targets.fpga.annealing.bound_netlist import (
    FUNCTION,
    REGISTER,
    Place,
    bind,
    connections,
    is_carry,
    is_plain_function,
    place_of,
)
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.c_compiler import compiled

FUNCTION_NS, REGISTER_NS = 0.18, 0.395
"""Delay of a LUT4, and from clock to output of a register; ECP5, speed 8, as nextpnr reports them."""
_CARRY_NS = 0.056
"""Delay from one half of a carry cell to the next."""
_DEDICATED_NS = {"DI": 0.118, "FCI": _CARRY_NS - FUNCTION_NS}
"""Delay of connections inside logic cells and along carry chains, by the port where they end. That to a carry is less
than the delay of a function, because it does not pass one."""
INTO_CARRY_NS, OUT_OF_CARRY_NS = 0.375, 0.272
"""What a connection to a carry cell, and one from its sum, takes more than one between LUT4s.

nextpnr counts 0.355 ns from input to carry and 0.328 ns from carry to sum. The rest of the first, 0.2 ns, is routing:
the inputs of a LUT4 can be exchanged, those of a carry cell cannot (mean over 1,880 connections of sha-512/highspeed).
"""

_NEAR_NS, _FAR_NS = (0.27, 0.37, 0.065), (0.695, 0.0385)
"""Delays of routed connections by columns plus rows: same tile, base and slope up to 5; base and slope beyond.

Means over the 9,700 connections of fugue-256/highspeed (recipe `best`, seed 1) in the SDF that nextpnr writes for speed
8. Only their ratios matter, so they serve all speeds.
"""
_DISTANCES = 2 * 255 + 1


def distance_ns(distance: int) -> float:
    """Mean delay in ns of a routed connection between tiles this many columns and rows apart."""
    if distance == 0:
        return _NEAR_NS[0]
    if distance <= 5:
        return _NEAR_NS[1] + _NEAR_NS[2] * distance
    return _FAR_NS[0] + _FAR_NS[1] * (distance - 5)


def problem(cells: Mapping[str, Mapping[str, Any]]) -> str:
    """The text that `anneal.c` reads, for the placed cells of a packed netlist in their order.

    Carry cells and registers fed by them stay where they are. Clocks and connections with pins do not count.
    """
    placed = {name: (cell, place) for name, cell in cells.items() if (place := place_of(cell))}
    numbers = {name: number for number, name in enumerate(placed)}
    drivers = {net: name for name, cell in cells.items() for _, net in connections(cell, "output")}
    partners = _partners(cells, drivers)
    controls: dict[Hashable, int] = {}
    lines = []
    for name, (cell, place) in placed.items():
        register, partner = cell["type"] == REGISTER, partners.get(name)
        movable = is_plain_function(cells[partner]) if partner else register or is_plain_function(cell)
        shared = [controls.setdefault(control, len(controls)) for control in _controls(cell)]
        number = numbers[partner] if partner else -1
        values = (register, place.column, place.row, place.slot, movable, *shared, number)
        lines.append(" ".join(str(int(value)) for value in values))
    nets = _nets(cells, numbers, drivers)
    delays = " ".join(f"{distance_ns(distance):.4f}" for distance in range(_DISTANCES))
    sizes = f"{len(placed)} {len(nets)} {sum(len(lines) - 1 for lines in nets)}"
    net_lines = [line for lines in nets for line in lines]
    return "\n".join([sizes, f"{FUNCTION_NS} {REGISTER_NS} {delays}", *lines, *net_lines, ""])


def _partners(cells: Mapping[str, Mapping[str, Any]], drivers: Mapping[int, str]) -> dict[str, str]:
    """For each register that is fed inside its logic cell, the function that feeds it."""
    return {
        name: drivers[net]
        for name, cell in cells.items()
        if cell["type"] == REGISTER
        for port, net in connections(cell, "input")
        if port == "DI" and net in drivers and cells[drivers[net]]["type"] == FUNCTION
    }


def _controls(cell: Mapping[str, Any]) -> tuple[Hashable, Hashable]:
    """What the registers of a tile, and those of a slice, must have in common."""
    nets, parameters = cell["connections"], cell["parameters"]
    names = ("CLKMUX", "LSRMUX", "SRMODE")
    tile = (tuple(nets.get("CLK", ())), tuple(nets.get("LSR", ())), *(parameters.get(name) for name in names))
    return ("tile", *tile), ("slice", tuple(nets.get("CE", ())), parameters.get("CEMUX"), parameters.get("GSR"))


def _nets(
    cells: Mapping[str, Mapping[str, Any]], numbers: Mapping[str, int], drivers: Mapping[int, str]
) -> list[list[str]]:
    """For each net a line with its driver and the number of its connections, and a line for each of these.

    A connection's line holds the cell where it ends, whether it is dedicated (not through general routing), and its
    delay if it is, otherwise what its ports add to the delay of its route.
    """
    ends = defaultdict(list)
    for name in numbers:
        for port, net in connections(cells[name], "input"):
            if port != "CLK" and drivers.get(net) in numbers:
                ends[net].append((name, port))
    nets = []
    for net, connected in ends.items():
        driver = cells[drivers[net]]
        lines = [f"{numbers[drivers[net]]} {len(connected)}"]
        for name, port in connected:
            delay = _DEDICATED_NS.get(port, _added_ns(driver, cells[name]))
            lines.append(f"{numbers[name]} {int(port in _DEDICATED_NS)} {delay:.4g}")
        nets.append(lines)
    return nets


def _added_ns(driver: Mapping[str, Any], end: Mapping[str, Any]) -> float:
    return OUT_OF_CARRY_NS * is_carry(driver) + INTO_CARRY_NS * is_carry(end)


def read_places(text: str, cells: Mapping[str, Mapping[str, Any]]) -> dict[str, Place]:
    """The place of each placed cell, from the annealer's output."""
    rows = [tuple(map(int, line.split())) for line in text.splitlines()]
    names = [name for name, cell in cells.items() if place_of(cell)]
    return {name: Place(*row) for name, row in zip(names, rows, strict=True)}


_FOLDER = Path(__file__).resolve().parent
FLAGS = ("-std=c17", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
"""Compiler flags; without contraction a result does not depend on whether the processor multiplies and adds at once."""
_DESIGN, _PLACES, _PROGRAM = "anneal.txt", "places.txt", "anneal.program"


def sources() -> tuple[Path, ...]:
    """The C files of the annealer."""
    return tuple(sorted(_FOLDER.glob("*.c")))


def anneal(packed: Mapping[str, Any], framed: Path, module: str, seed: int, limit_s: float) -> tools.ToolRun:
    """Anneal a placement, and replace the netlist `framed` by one whose cells are bound to the new places.

    Args:
        packed: Module of the netlist that nextpnr packed and placed.
        framed: Netlist that nextpnr read, with the module `module`.
        module: Name of the top module in `framed`.
        seed: Seed of the annealer.
        limit_s: Limit of CPU time in seconds.

    Raises:
        CannotAnneal: for a netlist with a cell that the annealer does not know.
        FairhashError: without a C compiler.
    """
    folder = framed.parent
    (folder / _DESIGN).write_text(problem(packed["cells"]), encoding="utf-8")
    program = folder / _PROGRAM
    try:
        program.write_bytes(compiled(sources(), FLAGS, ("-lm",)))
        program.chmod(0o755)
        run = tools.run([program, _DESIGN, _PLACES, str(seed)], folder, limit_s)
        if run.ok:
            places = read_places((folder / _PLACES).read_text(encoding="utf-8"), packed["cells"])
            original = yosys.netlist(framed)
            original["modules"][module] = bind(packed, original["modules"][module], places)
            framed.write_text(json.dumps(original), encoding="utf-8")
        return run
    finally:
        for name in (_DESIGN, _PLACES, _PROGRAM):
            (folder / name).unlink(missing_ok=True)
