# SPDX-License-Identifier: Apache-2.0
"""Rows that contradict themselves, and numbers that no reader could use, are refused with the number of the row."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Formula
from fairhash.results import export
from fairhash.results.export import contradiction
from fairhash.results.reader import read_results
from fairhash.results.schema import Clocks, MeasuredCycles, Power, Result
from tests.results.samples import sample

_CYCLES = MeasuredCycles(formula=Formula(setup=1, load=9, block=24, unload=8), blocks=(1, 2), cycles=(42, 66))
_POWER = Power(
    total_mw=10, switching_mw=3, internal_mw=4, clock_mw=2, leakage_mw=1, pj_per_bit=2, cycles=300, bits=10_000
)
"""10 mW at 150 MHz for 300 cycles are 20 nJ, for 10,000 bits."""
Row = dict[str, Any]


def _row(change: Callable[[Row], None], folder: Path) -> Path:
    row = sample(measured_cycles=_CYCLES, power=_POWER).model_dump(mode="json")
    change(row)
    file = folder / "rows.jsonl"
    file.write_text("\n" + json.dumps(row) + "\n")
    return file


def _set(path: str, value: object) -> Callable[[Row], None]:
    def change(row: Row) -> None:
        *outer, last = path.split(".")
        for name in outer:
            row = row[name]
        row[last] = value

    return change


_WRONG: dict[str, tuple[Callable[[Row], None], str]] = {
    "effective clock": (_set("achieved.effective_mhz", 151.0), "achieved.effective_mhz: 151, by the clocks 150"),
    "lower effective clock": (_set("achieved.effective_mhz", 149.0), "achieved.effective_mhz: 149"),
    "requested clock": (_set("requested.effective_mhz", 1.0), "requested.effective_mhz"),
    "cycles": (_set("measured_cycles.cycles", [42, 65]), "measured_cycles.cycles: 42, 65, by the formula 42, 66"),
    "fewer cycles": (_set("measured_cycles.cycles", [42]), "measured_cycles.cycles"),
    "algorithm": (_set("algorithm", "sha-1"), "algorithm: sha-1 is not that of the core keccak-512/highspeed"),
    "family": (_set("device_family", "ice40"), "device_family: ecp5-85k-8 is of the family ecp5"),
    "area": (_set("resources.area_cells", 0), "resources.area_cells: no cells"),
    "path": (_set("critical_path.delay_ns", 1.0), "critical_path.delay_ns: 1, logic and routing are"),
    "power": (_set("power.total_mw", 9.0), "power.total_mw: 9, the sum of its parts is 10"),
    "energy": (_set("power.pj_per_bit", 1.0), "power.pj_per_bit: 1, by power and clock 2"),
    "series": (lambda row: row.update(series=row["key"]), "series: equal to the key"),
    "nan": (_set("power.internal_mw", float("nan")), "power.internal_mw"),
    "infinity": (_set("power.internal_mw", float("-inf")), "power.internal_mw"),
    "huge": (_set("achieved.clk_mhz", 1e300), "achieved.clk_mhz"),
    "tiny": (_set("achieved.clk_mhz", 1e-300), "achieved.clk_mhz"),
    "huge seed": (_set("seed", 2**70), "seed"),
    "huge area": (_set("resources.area_cells", 10**400), "resources.area_cells"),
    "huge block": (_set("block_bits", 10**400), "block_bits"),
    "huge formula": (_set("measured_cycles.formula.block", 10**400), "measured_cycles.formula.block"),
    "negative count": (_set("untimed_cells", {"LUT4": -1}), "untimed_cells.LUT4"),
    "version": (_set("schema_version", True), "schema_version"),
    "true": (_set("seed", True), "seed"),
    "text": (_set("seed", "1"), "seed"),
    "parent folder": (_set("core", "keccak-512/../x"), "core: .* is not a name"),
    "folder": (_set("device", "x/y"), "device: .* is not a name"),
    "long name": (_set("recipe", "r" * 5000), "recipe: .* is not a name"),
}


@pytest.mark.parametrize("name", list(_WRONG))
def test_a_wrong_row_is_refused(name: str, tmp_path: Path) -> None:
    change, message = _WRONG[name]
    with pytest.raises(FairhashError, match=f"not a result: {message}") as caught:
        export.read(_row(change, tmp_path))
    assert caught.value.where.endswith("rows.jsonl:2")
    assert len(str(caught.value)) < 600


def test_the_right_row_is_read(tmp_path: Path) -> None:
    (result,) = export.read(_row(lambda _: None, tmp_path))
    assert result.power == _POWER


@pytest.mark.parametrize(("clk", "io", "effective"), [(100.0, 300.0, 100.0), (100.0, 150.0, 75.0), (100.0, None, 80.0)])
def test_two_clocks(clk: float, io: float | None, effective: float) -> None:
    """Paths between them may limit the effective clock further."""
    clocks = Clocks(clk_mhz=clk, io_clk_mhz=io, effective_mhz=effective)
    result: Result = sample(io_ratio=2, achieved=clocks, requested=clocks, measured_cycles=None)
    assert contradiction(result) == ""
    too_high = clocks.model_copy(update={"effective_mhz": 1.01 * min(clk, io / 2 if io else clk)})
    assert "achieved.effective_mhz" in contradiction(result.model_copy(update={"achieved": too_high}))


def test_no_committed_row_contradicts_itself() -> None:
    """Reading checks each of them."""
    assert len(read_results("committed")) > 600


def test_any_text_survives_a_csv_file(tmp_path: Path) -> None:
    """Text that a spreadsheet would evaluate, quotes, every end of a line, and cells that look like numbers."""
    texts = ("'", "=1", "a\rb", "4\r", "\r\n", "\n", '"', '""', ",", "\t", " x ", "NaN", "null", "é\u2028", "1e5", "\\")
    results = [sample(seed=number, cycles_note=text, reason="") for number, text in enumerate(texts)]
    export.write_csv(results, tmp_path / "rows.csv")
    assert export.read(tmp_path / "rows.csv") == results
