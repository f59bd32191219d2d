# SPDX-License-Identifier: Apache-2.0
"""Logic cells needed, against values computed by hand from the counts of LUTs and registers."""

import pytest

from fairhash.catalog.device import Count
from fairhash.catalog.targets import find_counted, libraries, targets
from fairhash.figures import measures
from fairhash.figures.figure_table import figure_rows, figure_table
from fairhash.figures.figures import comparisons, figures
from fairhash.figures.measures import CELLS, LUTS, AreaMeasure
from fairhash.results.schema import Resources, Result
from tests.results.samples import failed, sample

SEEDS = (1, 2, 3)


def run(device: str, counted: int, registers: int, seed: int = 1, core: str = "keccak-512/highspeed") -> Result:
    used = Resources(area_cells=counted, luts=counted - 100, flip_flops=registers, carry=50)
    return sample(core, 100, seed=seed, device=device, resources=used)


@pytest.mark.parametrize(
    ("device", "counted", "registers", "cells"),
    [
        ("ecp5-85k-8", 1215, 2072, 2072),
        ("ecp5-85k-8", 4260, 3651, 4260),
        ("machxo3-6900", 1180, 2072, 2072),
        ("ice40-hx8k", 2635, 2700, 2635),
        ("gw2a-18c", 2786, 3000, 2786),
        ("gatemate-a1", 3862, 4000, 3862),
        ("virtex5-estimate", 2260, 2363, 2363),
        ("spartan3-estimate", 2400, 2363, 2400),
        ("vivado-xc7a100t-1", 1000, 2073, 1037),
    ],
    ids=str,
)
def test_cells_needed_match_hand_computed_values(device: str, counted: int, registers: int, cells: int) -> None:
    """The larger number where the tool counts registers apart, two registers a cell on Artix-7."""
    assert measures.area(run(device, counted, registers)) == cells
    assert measures.area(run(device, counted, registers), LUTS) == counted


@pytest.mark.parametrize(
    ("per_cell", "counted", "registers", "cells"),
    [(None, 10, 100, 10), (1, 10, 11, 11), (1, 11, 10, 11), (2, 10, 20, 10), (2, 10, 21, 11), (0.75, 6, 6, 8)],
)
def test_devices_define_registers_per_cell(per_cell: float | None, counted: int, registers: int, cells: int) -> None:
    assert Count(registers_per_cell=per_cell).cells_needed(counted, registers) == cells


def test_standard_cells_and_unknown_devices_have_the_stored_area() -> None:
    for device in (*libraries(), "bought-yesterday"):
        assert find_counted(device) is None
        assert measures.area(run(device, 100, 900)) == 100


def test_a_failed_run_has_no_area() -> None:
    assert measures.area(failed()) is None


def test_every_family_declares_its_carry_cells() -> None:
    """A carry cell that no file names would be recorded as none, as GateMate's CC_ADDF once was."""
    adders = {"CCU2C", "CCU2D", "SB_CARRY", "ALU", "CC_ADDF", "MUXCY", "CARRY4"}
    for target in targets().values():
        logic = set(getattr(getattr(target, "synthesis", None), "logic", ()))
        count = getattr(target, "count", None)
        if logic and count:
            assert set(count.carry) == logic & adders
            assert set(count.luts) <= logic


@pytest.mark.parametrize(("measure", "ratio", "unit"), [(CELLS, 1.0, "cell"), (LUTS, 2.0, "TRELLIS_COMB")])
def test_the_table_supports_both_area_measures(measure: AreaMeasure, ratio: float, unit: str) -> None:
    """Equal speed; 1,000 LUTs against 2,000, and 3,000 registers in both: half the LUTs, as many cells."""
    runs = [run("ecp5-85k-8", 1000, 3000, seed) for seed in SEEDS]
    runs += [run("ecp5-85k-8", 2000, 3000, seed, "sha-512/highspeed") for seed in SEEDS]
    keccak, _ = figure_rows(comparisons(runs, measure))
    assert keccak.normalised_ratio == pytest.approx(ratio)
    assert keccak.area_unit == unit
    table = figure_table([keccak])
    shown = dict(zip(table.headings(), *table.display_rows(), strict=True))
    assert (shown["carry"], shown["FFs"]) == ("50", "3000")
    assert {"cells", "LUTs"} & set(shown) == ({"cells", "LUTs"} if measure == CELLS else {"LUTs"})
    assert shown["LUTs"] == ("900" if measure == CELLS else "1000")


def test_estimates_show_the_cells_needed() -> None:
    bad = {"status": "estimate", "reason": "mapped", "achieved": None, "stage": "synthesis", "critical_path": None}
    (figure,) = figures([run("virtex5-estimate", 2260, 2363).model_copy(update=bad)])
    assert figure.area_cells is not None
    assert (figure.area_cells.median, figure.counted_cells and figure.counted_cells.median) == (2363, 2260)
