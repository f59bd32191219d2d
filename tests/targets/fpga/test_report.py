# SPDX-License-Identifier: Apache-2.0
"""nextpnr's reports, read against what its log says of the same runs (data/: a small design with two clocks)."""

import json
import re
from pathlib import Path

import pytest

from fairhash.targets.fpga import report
from fairhash.targets.outcome import Clock, effective_mhz

DATA = Path(__file__).parent / "data"
CLK_MHZ, IO_CLK_MHZ = 50.0, 100.0


@pytest.fixture(params=["ecp5", "ice40"])
def run(request: pytest.FixtureRequest) -> tuple[dict[str, object], str]:
    stem = DATA / f"two-clocks-{request.param}"
    return json.loads(stem.with_suffix(".json").read_text()), stem.with_suffix(".txt").read_text()


def _logged_delay(log: str, launch: str, capture: str) -> float:
    line = next(
        line
        for line in log.splitlines()
        if "Max delay" in line
        and re.search(rf"\W{launch}\$\S+ +-> ", line)
        and re.search(rf"-> posedge \S*\W?{capture}\$", line)
    )
    return float(line.rsplit(": ", 1)[1].split()[0])


def test_clocks_agree_with_the_log(run: tuple[dict[str, object], str]) -> None:
    read, log = run
    clk, io_clk = report.clocks(read, log, {"clk": CLK_MHZ, "io_clk": IO_CLK_MHZ})
    logged = re.search(r"Max frequency for clock '\S*clk\S*': ([\d.]+) MHz", log)
    assert logged is not None
    assert clk.achieved_mhz == pytest.approx(float(logged[1]), abs=0.01)
    assert (clk.received_mhz, io_clk.received_mhz) == (CLK_MHZ, IO_CLK_MHZ)
    assert io_clk.achieved_mhz is None, "no path starts and ends in io_clk in this design"


def test_delays_between_clocks_agree_with_the_log(run: tuple[dict[str, object], str]) -> None:
    read, log = run
    paths = {(path.launch, path.capture): path for path in report.critical_paths(read)}
    assert set(paths) == {("clk", "clk"), ("clk", "io_clk"), ("io_clk", "clk")}
    for launch, capture in (("clk", "io_clk"), ("io_clk", "clk")):
        assert paths[launch, capture].delay_ns == pytest.approx(_logged_delay(log, launch, capture), abs=0.01)
    sums = {(float(a), float(b)) for a, b in re.findall(r"([\d.]+) ns logic, ([\d.]+) ns routing", log)}
    for path in paths.values():
        assert any(
            path.logic_ns == pytest.approx(a, abs=0.01) and path.routing_ns == pytest.approx(b, abs=0.01)
            for a, b in sums
        )


def test_the_effective_clock_counts_paths_between_the_clocks(run: tuple[dict[str, object], str]) -> None:
    read, log = run
    clocks = report.clocks(read, log, {"clk": CLK_MHZ, "io_clk": IO_CLK_MHZ})
    slowest_ns = max(_logged_delay(log, "clk", "io_clk"), _logged_delay(log, "io_clk", "clk"))
    between_mhz = 1000 / (2 * slowest_ns)
    assert between_mhz < (clocks[0].achieved_mhz or 0), "the design must make the paths between clocks the limit"
    assert effective_mhz(clocks, report.critical_paths(read), 2) == pytest.approx(between_mhz, rel=0.01)


def test_the_effective_clock_is_the_lowest_of_all_limits() -> None:
    def clock(name: str, mhz: float | None) -> Clock:
        return Clock(name=name, asked_mhz=1, received_mhz=1, achieved_mhz=mhz)

    assert effective_mhz([clock("clk", 120.0), clock("io_clk", 300.0)], [], 2) == 120.0
    assert effective_mhz([clock("clk", 170.0), clock("io_clk", 300.0)], [], 2) == 150.0
    assert effective_mhz([clock("clk", 120.0), clock("io_clk", 300.0)], [], 3) == 100.0
    assert effective_mhz([clock("clk", 120.0), clock("io_clk", None)], [], 2) == 120.0
    assert effective_mhz([clock("clk", None)], [], 1) is None


@pytest.mark.parametrize(
    ("log", "status"),
    [
        ("ERROR: Unable to place cell 'x_LC', no BELs remaining to implement cell type 'ICESTORM_LC'", "unfit"),
        ("ERROR: Unable to find legal placement for all cells, design is probably at utilisation limit.", "unfit"),
        ("Warning: Failed to find a route for arc 0 of net a.\nERROR: Routing design failed.", "unrouted"),
        ("ERROR: Failed to route arc 3.0 of net 'b', from X1/Y2/a to X3/Y4/b.", "unrouted"),
        ("ERROR: Pin B of x connected to more than a single top level IO.", "failed"),
        ("Traceback (most recent call last):\nwasmtime.Trap: out of memory", "failed"),
    ],
)
def test_the_reason_of_a_nextpnr_failure_is_reported(log: str, status: str) -> None:
    judged, reason = report.failure(f"Info: Packing\n{log}\n", 1)
    assert judged == status
    assert reason.removeprefix("ended with status 1: ") == log.splitlines()[-1].removeprefix("ERROR: ")


def test_an_exit_without_output_is_reported() -> None:
    assert report.failure("Info: Routing..\n\n", -9) == ("failed", "killed by signal 9: Info: Routing..")
    assert report.failure("", 3) == ("failed", "ended with status 3 without output")


@pytest.mark.parametrize(
    ("net", "name"),
    [
        ("$glbnet$clk$TRELLIS_IO_IN", "clk"),
        ("$glbnet$io_clk$TRELLIS_IO_IN", "io_clk"),
        ("clk$SB_IO_IN_$glb_clk", "clk"),
        ("io_clk$SB_IO_IN_$glb_clk", "io_clk"),
        ("clk_IBUF_O", "clk"),
        ("other", "other"),
    ],
)
def test_clocks_are_recognised_after_their_buffers(net: str, name: str) -> None:
    assert report.clock_name(net) == name
