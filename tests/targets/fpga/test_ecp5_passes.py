# SPDX-License-Identifier: Apache-2.0
"""Functions merged into carry halves and LUTs, against exhaustive evaluation of the cells by hand-written equations."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from fairhash.targets.fpga.netlist_passes import absorb, bypass, trim

Cell = dict[str, Any]


def _cell(kind: str, parameters: dict[str, str], inputs: dict[str, Any], outputs: dict[str, int]) -> Cell:
    return {
        "type": kind,
        "parameters": parameters,
        "port_directions": {**dict.fromkeys(inputs, "input"), **dict.fromkeys(outputs, "output")},
        "connections": {port: [bit] for port, bit in {**inputs, **outputs}.items()},
    }


def _lut(init: int, inputs: list[Any], z: int) -> Cell:
    return _cell("LUT4", {"INIT": format(init, "016b")}, dict(zip("ABCD", inputs, strict=True)), {"Z": z})


def _carry(a: list[Any], b: list[Any], cin: Any, s: list[int], cout: int) -> Cell:
    inputs = {"CIN": cin}
    for half in (0, 1):
        inputs |= {f"A{half}": a[half], f"B{half}": b[half], f"C{half}": "0", f"D{half}": "1"}
    parameters = {name + half: value for half in "01" for name, value in (("INIT", format(0x96AA, "016b")),)}
    parameters |= {"INJECT1_0": "NO", "INJECT1_1": "NO"}
    return _cell("CCU2C", parameters, inputs, {"S0": s[0], "S1": s[1], "COUT": cout})


def _module(cells: dict[str, Cell], outputs: list[Any]) -> dict[str, Any]:
    return {"cells": cells, "ports": {"y": {"direction": "output", "bits": outputs}}}


def _value(bit: Any, nets: dict[Any, int]) -> int:
    return int(bit == "1") if isinstance(bit, str) else nets[bit]


def _evaluate(module: dict[str, Any], given: dict[int, int]) -> list[int]:
    """The outputs by the equations of the family's library guide; cells may come in any order."""
    nets: dict[Any, int] = dict(given)
    waiting = list(module["cells"].values())
    while waiting:
        later = []
        for cell in waiting:
            wires = {port: bits[0] for port, bits in cell["connections"].items()}
            ins = [wires[p] for p, way in cell["port_directions"].items() if way == "input"]
            if any(isinstance(bit, int) and bit not in nets for bit in ins):
                later.append(cell)
            elif cell["type"] == "LUT4":
                index = sum(_value(wires[p], nets) << k for k, p in enumerate("ABCD"))
                nets[wires["Z"]] = int(cell["parameters"]["INIT"], 2) >> index & 1
            else:
                carry = _value(wires["CIN"], nets)
                for half in "01":
                    init = int(cell["parameters"][f"INIT{half}"], 2)
                    a, b, c, d = (_value(wires[p + half], nets) for p in "ABCD")
                    propagate = init >> (a + 2 * b + 4 * c + 8 * d) & 1
                    nets[wires[f"S{half}"]] = propagate ^ carry
                    carry = carry if propagate else init >> (a + 2 * b) & 1
                nets[wires.get("COUT")] = carry
        assert len(later) < len(waiting)
        waiting = later
    return [nets[bit] for bit in module["ports"]["y"]["bits"]]


def _everything(module: dict[str, Any], inputs: list[int]) -> list[list[int]]:
    return [
        _evaluate(module, dict(zip(inputs, values, strict=True)))
        for values in itertools.product((0, 1), repeat=len(inputs))
    ]


def test_an_xor_is_merged_into_the_adder_and_the_lut_after_it() -> None:
    """(u xor v) feeds one operand of a sum, on either side, and one further function; all three ways it disappears."""
    cells = {
        "x0": _lut(0x6666, [2, 3, "0", "0"], 20),
        "x1": _lut(0x6666, [4, 5, "0", "0"], 21),
        "sum": _carry([6, 21], [20, 7], "0", [30, 31], 32),
        "end": _lut(0x9696, [20, 30, 8, "0"], 40),
    }
    module = _module(cells, [30, 31, 40])
    inputs = [2, 3, 4, 5, 6, 7, 8]
    before = _everything(module, inputs)
    assert absorb(module) == 2
    assert sorted(cells) == ["end", "sum"]
    assert _everything(module, inputs) == before


def test_luts_without_a_free_input_are_unchanged() -> None:
    """An and is no operand of a carry half; an output of the module and a full function cannot take inputs either."""
    cells = {
        "and": _lut(0x8888, [2, 3, "0", "0"], 20),
        "sum": _carry([6, 7], [20, 8], "0", [30, 31], 32),
        "out": _lut(0x6666, [2, 3, "0", "0"], 21),
        "deep": _lut(0x6666, [4, 5, "0", "0"], 22),
        "full": _lut(0x6996, [22, 6, 7, 8], 41),
    }
    module = _module(cells, [30, 31, 21, 41])
    assert absorb(module) == 0
    assert sorted(cells) == ["and", "deep", "full", "out", "sum"]


@pytest.mark.parametrize("minus_one", [True, False])
def test_a_half_that_adds_a_constant_absorbs_a_multiplexer(minus_one: bool) -> None:
    """A counter that is loaded in front of its decrement or increment. An inverter is one for zeros: it stays."""
    cells = {
        "low": _lut(0xCACA, [2, 3, 4, "0"], 20),
        "high": _lut(0xCACA, [5, 6, 4, "0"], 21),
        "next": _lut(0x5555, [7, "0", "0", "0"], 22),
        "count": _carry([20, 21], ["0", "0"], 8, [30, 31], 32),
        "upper": _carry([22, 9], ["0", 2], 32, [33, 34], 35),
    }
    if minus_one:
        for half in "01":
            cells["count"]["connections"][f"C{half}"] = ["1"]
    module = _module(cells, [30, 31, 32, 33, 34, 35])
    inputs = [2, 3, 4, 5, 6, 7, 8, 9]
    before = _everything(module, inputs)
    assert absorb(module) == 2
    assert sorted(cells) == ["count", "next", "upper"]
    assert _everything(module, inputs) == before


def test_a_function_that_is_never_zero_for_two_zeros_stays_before_a_constant_half() -> None:
    """The majority of three and the OR of four: two zeros decide the first one only."""
    cells = {
        "majority": _lut(0xE8E8, [2, 3, 4, "0"], 20),
        "or": _lut(0xFFFE, [2, 3, 4, 5], 21),
        "count": _carry([20, 21], ["1", "1"], 6, [30, 31], 32),
    }
    module = _module(cells, [30, 31, 32])
    before = _everything(module, [2, 3, 4, 5, 6])
    assert absorb(module) == 1
    assert sorted(cells) == ["count", "or"]
    assert _everything(module, [2, 3, 4, 5, 6]) == before


@pytest.mark.parametrize(("run", "left"), [(absorb, "x1"), (bypass, "x0")])
def test_a_carry_half_absorbs_only_one_xor(run: Callable[[dict[str, Any]], int], left: str) -> None:
    """Both operands are exclusive-ors: one is taken in, the other stays a function, for there is one input left."""
    cells = {
        "x0": _lut(0x6666, [2, 3, "0", "0"], 20),
        "x1": _lut(0x6666, [4, 5, "0", "0"], 21),
        "sum": _carry([20, 7], [21, 8], "0", [30, 31], 32),
    }
    module = _module(cells, [30, 31, 32])
    before = _everything(module, [2, 3, 4, 5, 7, 8])
    assert run(module) == 1
    assert sorted(cells) == ["sum", left]
    assert _everything(module, [2, 3, 4, 5, 7, 8]) == before


def test_a_sum_bypasses_an_xor_that_other_cells_still_read() -> None:
    """(u xor v) is an operand of a sum and an output: the sum takes u and v, the output keeps the function.

    In the other half the function has no other reader and disappears; an and is left where it is.
    """
    cells = {
        "shared": _lut(0x6666, [2, 3, "0", "0"], 20),
        "alone": _lut(0x6666, [4, 5, "0", "0"], 21),
        "and": _lut(0x8888, [2, 4, "0", "0"], 22),
        "sum": _carry([20, 6], [7, 21], "0", [30, 31], 32),
        "other": _carry([22, 6], [7, 8], "0", [33, 34], 35),
    }
    module = _module(cells, [20, 30, 31, 32, 33, 34, 35])
    inputs = [2, 3, 4, 5, 6, 7, 8]
    before = _everything(module, inputs)
    assert bypass(module) == 2
    assert sorted(cells) == ["and", "other", "shared", "sum"]
    assert {cells["sum"]["connections"][port][0] for port in ("A0", "B0", "C0")} == {7, 2, 3}
    assert _everything(module, inputs) == before


@pytest.mark.parametrize("run", [absorb, bypass])
def test_a_lut_that_drives_any_bit_of_a_lut_ram_stays(run: Callable[[dict[str, Any]], int]) -> None:
    cells = {
        "xor": _lut(0x6666, [1, 2, "0", "0"], 10),
        "sum": _carry([4, 5], [10, 6], "0", [20, 21], 22),
        "ram": _cell("TRELLIS_DPR16X4", {}, {"RAD": "0"}, {"DO": 30}),
    }
    cells["ram"]["connections"]["RAD"] = ["0", "0", 10, "0"]
    module = _module(cells, [11, 20, 30])
    run(module)
    assert "xor" in module["cells"]
    assert module["cells"]["xor"]["connections"]["Z"] == [10]


def test_only_unread_carries_are_removed() -> None:
    """Of a chain of two cells the first carry goes on into the second."""
    cells = {"low": _carry([2, 3], [4, 5], "0", [30, 31], 32), "high": _carry([6, 7], [8, 9], 32, [33, 34], 35)}
    module = _module(cells, [30, 31, 33, 34])
    before = _everything(module, [2, 3, 4, 5, 6, 7, 8, 9])
    assert trim(module) == 1
    assert cells["low"]["connections"]["COUT"] == [32]
    assert "COUT" not in cells["high"]["connections"]
    assert _everything(module, [2, 3, 4, 5, 6, 7, 8, 9]) == before
