# SPDX-License-Identifier: Apache-2.0
"""The annealer's input: delays of connections inside logic cells, along and beside carry chains."""

from typing import Any

import pytest

from fairhash.targets.fpga.annealing.annealer import FUNCTION_NS, INTO_CARRY_NS, OUT_OF_CARRY_NS, problem


def _cell(kind: str, bel: str, mode: str = "LOGIC", **nets: int) -> dict[str, Any]:
    outputs = {"F", "FCO", "Q"}
    return {
        "type": kind,
        "attributes": {"NEXTPNR_BEL": bel},
        "parameters": {"MODE": mode} if kind == "TRELLIS_COMB" else {},
        "port_directions": {port: "output" if port in outputs else "input" for port in nets},
        "connections": {port: [net] for port, net in nets.items()},
    }


CELLS = {
    "lut": _cell("TRELLIS_COMB", "X2/Y2/SLICEA.K0", A=9, F=1),
    "low": _cell("TRELLIS_COMB", "X3/Y2/SLICEA.K0", "CCU2", A=1, F=2, FCO=3),
    "high": _cell("TRELLIS_COMB", "X3/Y2/SLICEA.K1", "CCU2", A=1, FCI=3, F=4),
    "register": _cell("TRELLIS_FF", "X3/Y2/SLICEA.FF0", DI=2, CLK=8, Q=5),
    "reader": _cell("TRELLIS_COMB", "X4/Y2/SLICEA.K0", A=4, B=5),
}


def _connections() -> dict[tuple[str, str], tuple[int, float]]:
    """For each driver and end whether the connection is dedicated, and its delay in ns without general routing."""
    names, lines = list(CELLS), problem(CELLS).splitlines()
    assert lines[0] == "5 5 6"
    found, rest = {}, iter(lines[2 + len(CELLS) :])
    for line in rest:
        driver, count = map(int, line.split())
        for _ in range(count):
            end, dedicated, delay = next(rest).split()
            found[names[driver], names[int(end)]] = (int(dedicated), float(delay))
    return found


def test_each_connection_has_the_delay_of_its_ports() -> None:
    carry = pytest.approx(0.056 - FUNCTION_NS, abs=1e-4)
    assert _connections() == {
        ("lut", "low"): (0, INTO_CARRY_NS),
        ("lut", "high"): (0, INTO_CARRY_NS),
        ("low", "register"): (1, 0.118),
        ("low", "high"): (1, carry),
        ("high", "reader"): (0, OUT_OF_CARRY_NS),
        ("register", "reader"): (0, 0.0),
    }


def test_a_sum_of_two_bits_takes_what_nextpnr_counts() -> None:
    """From an input of one half of a carry cell to the sum of the next: 0.355 + 0.328 ns, and 0.2 ns of routing."""
    through = INTO_CARRY_NS + FUNCTION_NS + _connections()["low", "high"][1] + FUNCTION_NS + OUT_OF_CARRY_NS
    assert through == pytest.approx(0.2 + 0.355 + 0.328, abs=1e-3)


def test_carry_cells_and_registers_that_they_feed_do_not_move() -> None:
    movable = [line.split()[4] for line in problem(CELLS).splitlines()[2 : 2 + len(CELLS)]]
    assert dict(zip(CELLS, movable, strict=True)) == {
        "lut": "1",
        "low": "0",
        "high": "0",
        "register": "0",
        "reader": "1",
    }
