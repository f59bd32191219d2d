# SPDX-License-Identifier: Apache-2.0
"""Made-up runs of paper B's cores, with round figures."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from fairhash.base.table import Cell, Table
from fairhash.catalog.cores import all_cores
from fairhash.features.split_area.record import FOLDER, AreaSplit, CellCounts, Part, add_splits
from fairhash.results.schema import Cost, Machine, Result
from fairhash.studies.papers.b.evidence import LightweightEvidence
from fairhash.studies.papers.b.published import ALGORITHMS, candidate
from fairhash.studies.papers.our_results import OurResults
from tests.results.samples import NOON, sample, sha256

DEVICE = "ecp5-85k-8"


def several(
    core: str, clocks_mhz: Sequence[float], cells: int, bits: int, cycles: int, *, device: str = DEVICE
) -> list[Result]:
    """One run for each clock, with seeds 1, 2, ...; one block alone takes 18 cycles more than a further one."""
    return [
        sample(core, clock, cells, seed, block_bits=bits, block_cycles=cycles, digest_bits=256, device=device)
        for seed, clock in enumerate(clocks_mhz, 1)
    ]


def lightweight(name: str, mhz: float, cells: int, bits: int, cycles: int, *, device: str = DEVICE) -> list[Result]:
    """Three equal runs of the lightweight core of a design of the paper."""
    return several(candidate(name).core, (mhz,) * 3, cells, bits, cycles, device=device)


def evidence(folder: Path, *groups: Iterable[Result], without: Iterable[str] = ()) -> LightweightEvidence:
    """All of these runs, with the cores of the catalogue except `without`."""
    cores = {
        core.name: core
        for core in all_cores().values()
        if core.algorithm in ALGORITHMS and core.name not in set(without)
    }
    return LightweightEvidence(OurResults(tuple(run for group in groups for run in group), cores, (DEVICE,)), folder)


def store_split(folder: Path, core: str, recipe: str, luts: dict[Part, int]) -> None:
    """Store the parts of a core's area; each LUT is a cell."""
    counts = {part: CellCounts(luts=count, carry=0, flip_flops=0) for part, count in luts.items()}
    add_splits(
        folder / "synthesis" / FOLDER,
        [
            AreaSplit(
                key=sha256(f"{core} {recipe}"),
                core=core,
                device=DEVICE,
                recipe=recipe,
                verilog_digest=sha256(core),
                yosys="Yosys",
                commands=(),
                parts=counts,
                flat=CellCounts(luts=sum(luts.values()), carry=0, flip_flops=0),
                flat_source="made up",
                cost=Cost(wall_s=1, cpu_s=1, peak_mib=1),
                bench_commit="",
                date=NOON,
                machine=Machine(cpu_model="Some CPU", cores=2, os="Debian 12"),
            )
        ],
    )


def rows(table: Table, column: str, value: Cell) -> list[dict[str, Cell]]:
    """The rows with this value, by the columns' names in CSV."""
    keys = [each.key for each in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows if row[keys.index(column)] == value]


def row(table: Table, column: str, value: Cell) -> dict[str, Cell]:
    """The one row with this value."""
    (found,) = rows(table, column, value)
    return found
