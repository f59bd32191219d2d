# SPDX-License-Identifier: Apache-2.0
"""Made-up runs and measurements of paper C's cores, with round figures."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from fairhash.catalog.cores import all_cores
from fairhash.features.clock.record import CLOCKS, ClockMeasurement, Confirmation, TimedPathRecord
from fairhash.results.machine_runs import INTERFACES, InterfaceMeasurement
from fairhash.results.schema import CriticalPath, Machine, Resources, Result
from fairhash.studies.papers.c.evidence import ShaEvidence
from fairhash.studies.papers.our_results import OurResults
from tests.results.samples import NOON, sample, sha256

DEVICE = "ecp5-85k-8"


def several(
    core: str,
    clocks_mhz: Sequence[float],
    cells: int,
    logic_ns: float = 2.0,
    routing_ns: float = 2.0,
    *,
    device: str = DEVICE,
) -> list[Result]:
    """One run for each clock, with seeds 1, 2, ...; cycles and bits of a block are those that the core declares."""
    declared = all_cores().get(core)
    bits, cycles = (declared.block_bits, declared.formula.block) if declared else (128, 10)
    path = CriticalPath(
        start="a", end="b", delay_ns=logic_ns + routing_ns, logic_ns=logic_ns, routing_ns=routing_ns, levels=5
    )
    return [
        sample(
            core,
            clock,
            seed=seed,
            block_bits=bits,
            block_cycles=cycles,
            resources=Resources(area_cells=cells, luts=cells, flip_flops=100, carry=40),
            critical_path=path,
            device=device,
        )
        for seed, clock in enumerate(clocks_mhz, 1)
    ]


def evidence(folder: Path, *groups: Iterable[Result]) -> ShaEvidence:
    """All of these runs, with the cores of the catalogue."""
    cores = {core.name: core for core in all_cores().values() if core.algorithm.startswith("sha-")}
    return ShaEvidence(OurResults(tuple(run for group in groups for run in group), cores, (DEVICE,)), folder)


def add_clock(  # noqa: PLR0917 - the varying values
    folder: Path, core: str, seed: int, mhz: float, static_mhz: float, wire_ps: int = 600, verilog: str = ""
) -> None:
    """Store a clock by experiment whose path has 1000 ps."""
    path = TimedPathRecord(start="a", end="b", delay_ps=1000, wire_ps=wire_ps, cell_ps=1000 - wire_ps, stages=())
    right = Confirmation(mhz=mhz, period_ps=1000, wrong_captures=0, digests_right=True)
    CLOCKS.store(
        folder / "clock",
        core,
        ClockMeasurement(
            key=sha256(f"{core} {seed}"),
            core=core,
            device=DEVICE,
            recipe="default",
            seed=seed,
            data_bytes=1024,
            repeats=1,
            data_seed=1,
            cycles=1000,
            static_mhz=static_mhz,
            static_path=path,
            period_ps=1000,
            mhz=mhz,
            path=path,
            cycle=7,
            is_static_path=True,
            static_rank=1,
            static_end_ps=1000,
            registers=10,
            below=right,
            above=right,
            seconds=1,
            verilog=sha256(verilog or core),
            placement=sha256("placement"),
            date=NOON,
            machine=Machine(cpu_model="Some CPU", cores=2, os="Debian 12"),
        ),
    )


def add_interface(  # noqa: PLR0917 - the varying values
    folder: Path, core: str, mbit_s: float, basis: str, bus: str = "pci-32-33", clock_mhz: float = 200
) -> None:
    """Store a throughput over a bus."""
    INTERFACES.store(
        folder / "interface",
        core,
        InterfaceMeasurement.model_validate(
            {
                **{"core": core, "bus": bus, "device": DEVICE, "clock_basis": basis, "clock_mhz": clock_mhz},
                **{"data_bytes": 1000, "total_ns": 8_000_000 / mbit_s, "mbit_s": mbit_s, "closed_form_mbit_s": mbit_s},
                **{"core_mbit_s": 2 * mbit_s, "bus_mbit_s": mbit_s, "starved_share": 0.5, "bus_busy_share": 1},
                **{"bus_blocked_share": 0, "date": NOON},
            }
        ),
    )
