# SPDX-License-Identifier: Apache-2.0
"""Paper E with made-up runs and speeds: crossings and bottlenecks worked by hand, what is missing shown as missing."""

import math
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.table import Preliminary
from fairhash.catalog.cores import find_core
from fairhash.results.accelerator_areas import AcceleratorAreaRecord, store_accelerator_area
from fairhash.results.machine_runs import MachineRunRecord, MachineRuns, write_machine_runs
from fairhash.results.schema import Result
from fairhash.results.software_speed import (
    Quartiles,
    SoftwareMachine,
    SoftwareSpeed,
    SoftwareSpeeds,
    write_software_speeds,
)
from fairhash.results.system_folder import MACHINE_OF_TODAY, grid_file, speeds_file
from fairhash.studies.papers.e import crossings, figures, reproduction, tables
from fairhash.studies.papers.e.crossings import crossing_length
from fairhash.studies.papers.e.evidence import SystemEvidence
from fairhash.studies.papers.e.reproduction import PaperE
from fairhash.studies.papers.our_results import OurResults
from fairhash.studies.system.candidate import DEVICE
from fairhash.studies.system.paper_grid import CORES, PAPER, TODAY, points
from fairhash.studies.system.software_cases import LENGTHS
from tests.results.samples import sample


def run(length: int, ns_per_byte: float, cores: int = 1, **changes: object) -> MachineRunRecord:
    """A run of Keccak on the paper's computer from memory, limited by computation."""
    values: dict[str, object] = {
        "machine": "paper-e",
        "algorithm": "keccak-256",
        "core": "paper-e-keccak",
        "clock_mhz": 100,
        "bus": "fsb",
        "host": "xeon-e7310",
        "disk": "",
        "cores": cores,
        "interleaved": True,
        "batches_in_flight": 1,
        "message_bytes": length,
        "messages": cores,
        "ns_per_byte": ns_per_byte,
        "formula_ns_per_byte": ns_per_byte,
        "cause_shares": {"computation": 1.0},
        "bus_busy_share": 0.1,
        "bus_blocked_share": 0,
        "computing_share": 0.9,
    }
    return MachineRunRecord.model_validate(values | changes)


def evidence(folder: Path, rows: Iterable[MachineRunRecord]) -> SystemEvidence:
    runs = MachineRuns(date=datetime(2026, 1, 1, tzinfo=UTC), seconds=1, core_cycles=1, rows=tuple(rows))
    write_machine_runs(grid_file(folder), runs)
    return SystemEvidence(folder, OurResults((), {}))


def test_a_crossing_is_interpolated_on_logarithmic_axes() -> None:
    """The quotients 4 and 1/4 at 10 and 1000 bytes cross in the middle, at 100."""
    assert crossing_length((10, 1000), (4, 1), (1, 4)) == pytest.approx(100)
    assert crossing_length((10, 1000), (1, 1), (2, 2)) == 0
    assert crossing_length((10, 1000), (2, 2), (1, 1)) == math.inf
    # hardware is faster for the shortest too, but only beyond the last crossing for all
    assert crossing_length((1, 10, 1000), (1, 4, 1), (2, 1, 4)) == pytest.approx(100)


def test_the_crossing_of_the_paper_s_computer(tmp_path: Path) -> None:
    """Software needs 2862.08 ns for each block of 128 bytes; hardware with 44.72 ns/B equals it at 64 bytes."""
    rows = [run(8, 400), run(64, 44.72), *(run(length, 10.0) for length in LENGTHS[2:])]
    own = evidence(tmp_path, rows)
    crossing = crossings.find_crossing(own, PAPER, "keccak-256", 1, "memory")
    assert crossing
    assert crossing.value == pytest.approx(64)
    assert crossing.low < crossing.value < crossing.high
    # two messages: no run
    assert crossings.find_crossing(own, PAPER, "keccak-256", 2, "memory") is None
    rows_by_count = {
        row[2]: row[3:] for row in crossings.crossing_table(own, PAPER).rows if row[:2] == ("memory", "Keccak")
    }
    assert rows_by_count["1"][0] == "hardware for longer messages"
    assert rows_by_count["2"][0] == "not measured"


def accelerator(**changes: object) -> AcceleratorAreaRecord:
    """An accelerator of two Keccak cores at 100 MHz."""
    values: dict[str, object] = {
        "core": "keccak-256/highspeed",
        "cores": 2,
        "bus_bits": 128,
        "buffer_bytes": 8192,
        "recipe": "best",
        "seed": 1,
        "verilog_digest": "0",
        "status": "ok",
        "cells": {"LUT4": 10_000, "CCU2C": 100, "TRELLIS_DPR16X4": 10, "TRELLIS_FF": 9000},
        "flip_flops": 9000,
        "block_rams": 8,
        "clock_mhz": 100,
        "tools": ("yosys",),
        "commands": (),
        "synthesis_cpu_s": 1,
        "date": datetime(2026, 1, 1, tzinfo=UTC),
    }
    return AcceleratorAreaRecord.model_validate(values | changes)


def test_which_accelerators_fit() -> None:
    """10,000 LUT4, two for each of 100 carry cells and four for each of 10 LUT memories; 83,640 and 208 exist."""
    assert tables.lut_count(accelerator()) == 10_240
    assert not tables.limiting_resource(accelerator(block_rams=208, flip_flops=83_640))
    assert tables.limiting_resource(accelerator(block_rams=209)) == "block RAMs"
    assert tables.limiting_resource(accelerator(cells={"LUT4": 83_641})) == "LUT4"
    assert tables.clock_loss(accelerator(), 160) == 37.5
    assert tables.clock_loss(accelerator(clock_mhz=None), 160) is None


def test_accelerators_are_shown(tmp_path: Path) -> None:
    """A placed one replaces the counts of the same; a core without results has no clock to compare with."""
    for row in (
        accelerator(),
        accelerator(seed=None, clock_mhz=None),
        accelerator(cores=16, block_rams=240, seed=None),
    ):
        store_accelerator_area(tmp_path, DEVICE, row)
    shown = tables.accelerators(stored(tmp_path, sample(CORE, seed=1, date=BEFORE))).rows
    assert [row[1] for row in shown] == [2, 16]
    assert [row[6] for row in shown] == ["yes", "no: block RAMs"]
    assert [row[8] for row in shown] == [None, None]
    assert shown[0][-1] == (f"preliminary: 1 of the 3 seeds needed; {CORE} alone preliminary: 1 of the 3 seeds needed")


def test_an_accelerator_without_netlist_has_no_counts(tmp_path: Path) -> None:
    """Whether it fits is not known; the counts of the same that was only synthesised stay in the table."""
    no_netlist = {"status": "timeout", "reason": "no netlist after 3600 s", "clock_mhz": None}
    for row in (
        accelerator(seed=None, clock_mhz=None),
        accelerator(**no_netlist, cells={}, flip_flops=0, block_rams=0),
    ):
        store_accelerator_area(tmp_path, DEVICE, row)
    failed, counted = tables.accelerators(stored(tmp_path, sample(CORE, seed=1, date=BEFORE))).rows
    assert counted[3:7] == (10_240, 9000, 8, "yes")
    assert failed[3:7] == (None, None, None, "undecided: no netlist")
    assert failed[9:] == ("no netlist after 3600 s", "")


CORE = "keccak-256/highspeed"
PLACED = datetime(2026, 1, 1, tzinfo=UTC)
BEFORE, AFTER = PLACED - timedelta(days=1), PLACED + timedelta(days=1)


def stored(folder: Path, *runs: Result) -> SystemEvidence:
    """What is stored in the folder, with these runs of the core alone."""
    return SystemEvidence(folder, OurResults(tuple(runs), {CORE: find_core(CORE)}))


@pytest.mark.parametrize(
    ("seeds", "date", "loss", "note"),
    [
        (3, BEFORE, 37.5, ""),
        (2, BEFORE, 37.5, "preliminary: 2 of the 3 seeds needed"),
        (3, AFTER, None, "preliminary: stale: made before the first run of the core's sources of today"),
    ],
    ids=["known", "two seeds", "older than the core"],
)
def test_an_accelerator_is_known_or_preliminary(
    tmp_path: Path, seeds: int, date: datetime, loss: float | None, note: str
) -> None:
    """100 MHz instead of 160 are 37.5 % less; an accelerator that may be of earlier sources is not compared."""
    for seed in range(1, seeds + 1):
        store_accelerator_area(tmp_path, DEVICE, accelerator(seed=seed))
    alone = [sample(CORE, 160, seed=seed, date=date) for seed in (1, 2, 3)]
    rows = tables.accelerators(stored(tmp_path, *alone)).rows
    assert len(rows) == seeds
    assert [(row[8], row[-1]) for row in rows] == [(loss, note)] * seeds
    assert {isinstance(row[7], Preliminary) for row in rows} == {bool(note)}
    assert {row[6] for row in rows} == {"yes" if loss else "undecided: stale"}


@pytest.mark.parametrize(
    ("clocks", "reason"),
    [
        ((50, 50, 50), ""),
        ((50,), "core at 50.0 MHz: 1 of the 3 seeds needed"),
        ((70, 70, 70), "stale: core at 50.0 MHz, today 70.0"),
    ],
    ids=["known", "one seed", "other clock"],
)
def test_conclusions_about_today_rest_on_a_known_clock(tmp_path: Path, clocks: tuple[float, ...], reason: str) -> None:
    """The simulated accelerator has the 50 MHz of its core; software takes 1 ns/B and hardware 2, then 0.5."""
    times = {length: 2.0 if length == LENGTHS[0] else 0.5 for length in LENGTHS}
    rows = [run(length, time, machine=TODAY, core=CORE, clock_mhz=50) for length, time in times.items()]
    evidence(tmp_path, rows)
    own = stored(tmp_path, *(sample(CORE, clock, seed=seed) for seed, clock in enumerate(clocks, 1)))
    assert own.preliminary(TODAY, "keccak-256") == reason
    assert own.preliminary(PAPER, "keccak-256") == ""
    lines = figures.figure_3(own, TODAY)
    (hardware,) = [line for line in lines if line.key == "keccak_1_cores"]
    assert isinstance(hardware.cell(LENGTHS[0]), Preliminary) is bool(reason)
    entries = [one for one in crossings.entries(own, TODAY) if one.solution == "hardware"]
    assert entries
    assert {bool(one.preliminary) for one in entries} == {bool(reason)}
    agrees = {row[8] for row in crossings.bottleneck_table(own, TODAY).rows}
    assert agrees == {"preliminary"} if reason else "preliminary" not in agrees


def test_causes_become_the_paper_s_terms(tmp_path: Path) -> None:
    """Notification and transfer are both communication and exceed padding together; one entry differs."""
    short = {"padding": 0.4, "notification": 0.25, "transfer": 0.2, "computation": 0.15}
    rows = [
        run(8, 700, cause_shares=short),
        run(262144, 2.2, cause_shares={"computation": 0.9, "padding": 0.1}),
        run(262144, 0.3, 12, cause_shares={"transfer": 0.6, "computation": 0.4}),
        run(262144, 2.0, 12, interleaved=False, cause_shares={"buffer": 0.7, "computation": 0.3}),
        run(262144, 12.0, disk="paper-e", cause_shares={"computation": 0.6, "disk": 0.4}),
    ]
    found = list(crossings.entries(evidence(tmp_path, rows), PAPER))
    hardware = {(one.scenario, one.length, one.transfer): one for one in found if one.solution == "hardware"}
    assert hardware["SMH-MEM", "short", ""].bottleneck == "FSB comm."
    assert hardware["SMH-MEM", "short", ""].share == pytest.approx(0.45)
    assert hardware["MMH-MEM", "long", "interleaved"].published == "FSB comm."
    assert hardware["MMH-MEM", "long", "non-interleaved"].bottleneck == "BUF storage"
    assert [one.agrees for one in hardware.values()] == [True, True, True, True, False]
    # long files: 22.36 ns/B of hashing against 13.05 of reading
    (software,) = (
        one
        for one in found
        if (one.solution, one.scenario, one.length, one.algorithm) == ("software", "SMH-HD", "long", "keccak-256")
    )
    assert software.bottleneck == "Xeon comp."
    assert software.share == pytest.approx(22.37 / (22.37 + 13.05), abs=0.01)


def test_figures_have_published_values_beside_them(tmp_path: Path) -> None:
    lines = figures.figure_3(evidence(tmp_path, [run(8, 700), run(262144, 2.2)]), PAPER)
    table, chart = figures.table_and_chart(3, PAPER, "test", lines, "")
    first = dict(zip([column.key for column in table.columns], table.rows[0], strict=True))
    assert first["keccak_1_cores_ns_per_byte"] == 700
    assert first["published_keccak_1_cores_ns_per_byte"] == 713.44
    assert first["keccak_1_threads_ns_per_byte"] == pytest.approx(2862.08 / 8)
    assert first["simd_1_cores_ns_per_byte"] is None
    assert chart
    assert chart.svg.startswith("<svg")


def test_without_results_the_page_says_so(tmp_path: Path) -> None:
    """Only the paper's software is known then."""
    paper = PaperE(tmp_path)
    ours = paper.our_results([])
    assert paper.figure_count(ours) == 0
    assert list(reproduction.comparisons(SystemEvidence(tmp_path, OurResults((), {})))) == []
    sections = {section.title: section for section in paper.sections(ours)}
    assert "crossing-today" in {table.name for table in sections["Where hardware is faster"].tables}
    (table_2,) = sections["Table II"].tables
    assert table_2.rows[3][3] == "not measured"


def test_two_threads_have_the_elapsed_time_of_a_quiet_machine(tmp_path: Path) -> None:
    """Elapsed 5 ns/B; 6 ns/B of processor time are 3 ns/B on each of two threads."""

    def same(value: float) -> Quartiles:
        return Quartiles(least=value, lower=value, median=value, upper=value)

    def software(load: float) -> tuple[float, float, float]:
        row = SoftwareSpeed(
            function="keccak-256",
            source="memory",
            cache="none",
            messages=32,
            multiplicity="many",
            threads=2,
            lanes=False,
            message_bytes=8,
            ns_per_byte=same(5),
            cpu_ns_per_byte=same(6),
            samples=1,
            passes=1,
        )
        names = ("cpu", "memory", "disk", "os", "kernel", "compiler", "flags", "cpu_features", "openssl")
        machine = SoftwareMachine(**dict.fromkeys(names, "x"), processors=2, load_before=load, load_after=2)
        date = datetime(2026, 1, 1, tzinfo=UTC)
        speeds = SoftwareSpeeds(name="x", machine=machine, date=date, seconds=1, complete=True, rows=(row,))
        file = speeds_file(tmp_path / str(load), MACHINE_OF_TODAY)
        file.parent.mkdir(parents=True)
        write_software_speeds(file, speeds)
        time = SystemEvidence(tmp_path / str(load), OurResults((), {})).software(TODAY, "keccak-256", 2, 8)
        assert time
        return (time.low, time.ns_per_byte, time.high)

    assert software(0.4) == (5, 5, 5)
    # with other processes the elapsed time is an upper limit
    assert software(3) == (3, 3, 5)


def test_the_committed_grid_is_whole() -> None:
    """Each point once, and the closed form within 5 % for the computer of the paper."""
    own = SystemEvidence(paths.results(), OurResults((), {})).runs
    assert own
    for name in (PAPER, TODAY):
        assert len(own.find(name)) == 2 * len(LENGTHS) * sum(2 * len(counts) - 1 for counts in CORES[name].values())
    for row in own.find(PAPER):
        assert row.formula_ns_per_byte == pytest.approx(row.ns_per_byte, rel=0.05)
        assert sum(row.cause_shares.values()) == pytest.approx(1, abs=0.001)
    assert len(list(points(PAPER))) == len(own.find(PAPER))


def test_the_model_is_within_ten_percent_of_the_paper_or_explained() -> None:
    """Each number of the text that the committed grid predicts."""
    rows = reproduction.checks(SystemEvidence(paths.results(), OurResults((), {}))).rows
    assert len(rows) == 10
    for row in rows:
        assert abs(float(str(row[4]))) <= 10 or row[5], row
