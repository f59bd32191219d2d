# SPDX-License-Identifier: Apache-2.0
"""Cores without a reset are simulated from power-up only, from the initial values of their registers."""

import shutil
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.routed import require_routable
from fairhash.catalog.core import Core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.external.resolve_core import read_described_core
from fairhash.figures.figures import figures
from fairhash.netlist.check_netlist import check_netlist
from fairhash.netlist.netlist_engine import family_cells
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.testbench.verification import VerifyOptions, untested_modes, verify
from tests.results.samples import sample


@pytest.fixture(name="shapes")
def copied_shapes(checkout: Path, tmp_path: Path) -> Path:
    """A copy of examples/shapes."""
    return Path(shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes"))


def _edited(shapes: Path, old: str, new: str) -> Core:
    source = shapes / "sha256_initial.v"
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    return read_described_core(shapes / "initial.toml")


def test_passes_all_modes_but_reset(shapes: Path) -> None:
    """One cycle of a command, 65 of rounds and sum, as with a reset; the mode `reset` is marked as not tested."""
    core = read_described_core(shapes / "initial.toml")
    report = verify(core, VerifyOptions(random=30, seed=1))
    assert report.ok, report.text()
    assert "reset" not in [mode.mode for mode in report.modes]
    assert report.untested == untested_modes(core) == ("reset",)
    assert "not tested by its description: reset; the core is not ranked" in report.text()
    assert report.cycles is not None
    assert (report.cycles.constant, report.cycles.block) == (1, 66)


def test_a_figure_names_the_missing_mode() -> None:
    """Results of such a core enter no ranking."""
    (figure,) = figures([sample("sha-256/initial-example", seed=seed, untested=("reset",)) for seed in (1, 2, 3)])
    assert figure.preliminary == "not tested by its description: reset"


@pytest.mark.usefixtures("no_diagnosis")
@pytest.mark.parametrize(
    ("old", "new"),
    [("reg  started = 0;", "reg  started;"), ("is_first = 1;", "is_first = 0;"), ("is_last = 0;", "is_last;")],
)
def test_missing_and_wrong_initial_values_are_detected(old: str, new: str, shapes: Path) -> None:
    """A register without an initial value starts with any value; the seeds give both."""
    core = _edited(shapes, old, new)
    assert not all(verify(core, VerifyOptions(modes=("answers",), seed=seed)).ok for seed in range(1, 7))


@pytest.mark.parametrize(
    "device",
    [
        *("ecp5-85k-8", "gatemate-a1"),
        *(pytest.param(device, marks=pytest.mark.long) for device in ("ice40-hx8k", "gw2a-18c", "machxo3-6900")),
    ],
)
def test_netlist_starts_from_its_initial_values(device: str, shapes: Path, tmp_path: Path) -> None:
    """`is_first` starts with 1: a netlist whose registers all start with 0 or with any value fails."""
    core, part = read_described_core(shapes / "initial.toml"), find_device(device)
    synthesis = synthesise(core, part, find_recipe("default"), tmp_path / "synthesis")
    assert synthesis.status == "ok", synthesis.reason
    options = VerifyOptions(modes=("answers", "back-to-back"), random=4, seed=1)
    cells = family_cells(part.cells)
    check = check_netlist(core, synthesis.verilog_netlist, part, tmp_path / "check", cells=cells, options=options)
    assert check.status == "pass", check.reason
    if device == "ecp5-85k-8":
        text = synthesis.verilog_netlist.read_text(encoding="utf-8")
        assert '.REGSET("SET")' in text
        broken = tmp_path / "broken.v"
        broken.write_text(text.replace('.REGSET("SET")', '.REGSET("RESET")'), encoding="utf-8")
        failed = check_netlist(core, broken, part, tmp_path / "broken", cells=cells, options=options)
        assert failed.status == "fail"


def test_the_routed_netlist_is_refused(shapes: Path) -> None:
    """Simulation with delays begins with a reset."""
    core = read_described_core(shapes / "initial.toml")
    with pytest.raises(FairhashError, match="has no reset"):
        require_routable(core, find_device("ecp5-85k-8"))


def test_no_port_named_rst(shapes: Path) -> None:
    """A name or a level for the reset contradicts `reset = "none"`."""
    file = shapes / "initial.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[ports.names]", '[ports.names]\nrst = "rst"'), encoding="utf-8")
    with pytest.raises(FairhashError, match="have no rst"):
        read_described_core(file)
