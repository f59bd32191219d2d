# SPDX-License-Identifier: Apache-2.0
"""Stored clock measurements, their data and their table; the search itself is tested in tests/netlist/timed/."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import ValidationError

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.jobs import Silent, SynthesisJob
from fairhash.bench.record import Record
from fairhash.bench.routed import require_routable, routed_core
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.features.clock.measure import ClockData, measure_clocks
from fairhash.features.clock.record import CLOCKS, ClockMeasurement, Confirmation, TimedPathRecord
from fairhash.features.clock.table import clock_table, path_lines, summary_lines
from fairhash.features.ladder.netlist_steps import placed_steps
from fairhash.results import ResultsFolder
from fairhash.results.schema import Machine
from fairhash.targets.outcome import Placement
from tests.testbench.toys import TOY, toy_core

CORE = "sha-256/highspeed"
PATH = TimedPathRecord(
    start="a", end="b", delay_ps=5000, wire_ps=2000, cell_ps=3000, stages=("395 a.Q wire 0 cell 395",)
)


def _measurement(seed: int = 1, mhz: float = 200.0, data_seed: int = 1) -> ClockMeasurement:
    """A stored measurement: 160 MHz by static analysis, `mhz` by experiment."""
    return ClockMeasurement(
        key="0" * 64,
        core=CORE,
        device="ecp5-85k-8",
        recipe="default",
        seed=seed,
        data_bytes=1024,
        repeats=1,
        data_seed=data_seed,
        cycles=1040,
        static_mhz=160.0,
        static_path=PATH.model_copy(update={"delay_ps": 6250, "wire_ps": 5000, "cell_ps": 1250}),
        period_ps=5000,
        mhz=mhz,
        path=PATH,
        cycle=77,
        is_static_path=False,
        static_rank=3,
        static_end_ps=6000,
        registers=50,
        below=Confirmation(mhz=mhz, period_ps=5000, wrong_captures=0, digests_right=True),
        above=Confirmation(mhz=mhz + 0.1, period_ps=4997, wrong_captures=1, first_cycle=77, digests_right=False),
        seconds=1.0,
        verilog="1" * 64,
        placement="2" * 64,
        date=datetime(2026, 11, 24, tzinfo=UTC),
        machine=Machine(cpu_model="any", cores=2, os="any"),
    )


def test_a_measurement_replaces_the_one_of_the_same_run(tmp_path: Path) -> None:
    for one in (_measurement(2), _measurement(1), _measurement(1, mhz=190.0), _measurement(1, data_seed=2)):
        CLOCKS.store(tmp_path, one.core, one)
    assert [(one.seed, one.data_seed, one.mhz) for one in CLOCKS.read(tmp_path, CORE)] == [
        (1, 1, 190.0),
        (1, 2, 200.0),
        (2, 1, 200.0),
    ]
    assert CLOCKS.read(tmp_path, "sha-512/highspeed") == []


def test_a_damaged_file_is_one_line(tmp_path: Path) -> None:
    CLOCKS.store(tmp_path, CORE, _measurement())
    (file,) = tmp_path.glob("*.json")
    file.write_text(
        file.read_text(encoding="utf-8").replace('"period_ps": 5000', '"period_ps": -1', 1), encoding="utf-8"
    )
    with pytest.raises(FairhashError, match=r"not a file of clock measurements: measurements\.0\.period_ps"):
        CLOCKS.read(tmp_path, CORE)


def test_a_confirmation_says_whether_registers_are_right() -> None:
    one = _measurement()
    assert (one.below.first_cycle, one.below.wrong_captures) == (None, 0)
    assert (one.above.first_cycle, one.above.wrong_captures) != (None, 0)
    with pytest.raises(ValidationError):
        _measurement(mhz=-1.0)


def test_the_table_shows_both_clocks() -> None:
    table = clock_table([_measurement()])
    (line,) = table.display_rows()
    shown = dict(zip(table.headings(), line, strict=True))
    assert (shown["static MHz"], shown["MHz"], shown["ratio"]) == ("160.0", "200.0", "1.250")
    assert (shown["wires"], shown["wires, static"], shown["rank"]) == ("40%", "80%", "3 of 50")
    assert (shown["static path"], shown["above"]) == ("other", "cycle 77, digest wrong")
    text = summary_lines([_measurement(1), _measurement(2, mhz=180.0)])
    assert text[1] == "median of 2 seeds: static 160.0 MHz, by experiment 190.0 MHz (180.0 to 200.0)"
    assert path_lines(_measurement())[0] == "fails first: 5000 ps, 3000 in cells, 2000 in wires, from a to b"


def test_data_depend_on_their_seed_and_repeats_differ() -> None:
    core = find_core(CORE)
    one, same, other = (ClockData(repeats=2, seed=seed).cases(core, 100) for seed in (1, 1, 2))
    assert one == same
    assert one[0].messages[0].data != one[1].messages[0].data
    assert one[0].messages[0].data != other[0].messages[0].data
    assert [case.reset > 0 for case in one] == [True, False]
    assert [message.bits for case in one for message in case.messages] == [800, 800]


def test_messages_in_flight_share_the_data() -> None:
    core = find_core(CORE).model_copy(update={"messages_in_flight": 3})
    (case,) = ClockData().cases(core, 100)
    assert [len(message.data) for message in case.messages] == [34, 34, 34]


def test_a_family_without_models_of_placed_cells_is_refused() -> None:
    core = find_core(CORE)
    with pytest.raises(FairhashError, match=r"no models of the placed cells of gw2a-18c.*ecp5, ice40"):
        require_routable(core, find_device("gw2a-18c"))
    with pytest.raises(FairhashError, match="no models of the placed cells of gw2a-18c"):
        placed_steps(core, ["gw2a-18c"], Workspace())


class _Progress(Silent):
    """Remembers which jobs were run."""

    def __init__(self) -> None:
        self.fresh: list[bool] = []

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        self.fresh.append(fresh)


def test_a_placed_toy_is_measured_once(tmp_path: Path) -> None:
    core, device, recipe = toy_core("plain"), find_device("ice40-hx8k"), find_recipe("default")
    workspace = Workspace(Store(tmp_path / "store"), ResultsFolder(tmp_path / "own"))
    progress = _Progress()
    found = [
        measure_clocks(
            *(core, device, recipe, (1, 2), ClockData(data_bytes=2000), progress),
            workspace=workspace,
            folder=tmp_path / "clock",
            reference=TOY,
        )
        for _ in range(2)
    ]
    assert progress.fresh == [True, True, False, False]
    assert found[0] == found[1] == CLOCKS.read(tmp_path / "clock", core.name)
    for one in found[0]:
        assert one.mhz >= one.static_mhz - 0.1
        assert one.above.first_cycle == one.cycle
        assert one.tools[-1].tool == "nextpnr"
        assert one.path.wire_ps + one.path.cell_ps == one.period_ps
    assert found[0][0].placement != found[0][1].placement


@pytest.mark.long
def test_another_clock_than_the_stored_one_stops(tmp_path: Path) -> None:
    core, device, recipe = toy_core("plain"), find_device("ice40-hx8k"), find_recipe("default")
    workspace = Workspace(Store(tmp_path / "store"), ResultsFolder(tmp_path / "own"))
    routed = routed_core(core, device, recipe, 1, workspace)
    other = routed.record.model_copy(update={"outcome": routed.placement.model_copy(update={"effective_mhz": 1.0})})
    synthesis = SynthesisJob(routed.keys)
    stored = workspace.store.load(synthesis.stage, synthesis.key, synthesis.outcome_type)
    assert stored is not None
    key = routed.keys.placement(stored.netlist, 1)
    workspace.store.get_or_make("placement", key, Record[Placement], lambda _folder: other, workspace.stop)
    with pytest.raises(FairhashError, match="did not repeat the stored result"):
        routed_core(core, device, recipe, 1, workspace)


def test_committed_measurements_are_consistent() -> None:
    files = sorted((paths.root() / "results" / "clock").glob("*.json"))
    assert files
    for file in files:
        algorithm, _, architecture = file.stem.rpartition("-")
        for one in CLOCKS.read(file.parent, f"{algorithm}/{architecture}"):
            # no change can arrive after the slowest path by static analysis; delays are rounded to ps
            assert one.static_mhz <= 1e6 / one.period_ps * 1.001
            assert one.path.delay_ps == one.period_ps <= one.static_end_ps <= one.static_path.delay_ps
            assert (one.below.first_cycle, one.below.wrong_captures) == (None, 0)
            assert one.below.digests_right
            assert one.above.first_cycle is not None
            assert one.mhz <= 1e6 / one.period_ps < one.mhz + 0.1 + 1e-9
