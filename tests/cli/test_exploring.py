# SPDX-License-Identifier: Apache-2.0
"""fairhash explore and seeds-needed as a person calls them."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import read_recipe
from fairhash.cli.main import run
from fairhash.results import Result, own_results
from fairhash.studies.explore import session
from tests.bench.fakes import Fake
from tests.results.samples import sample
from tests.studies.explore.test_session import Tools

CORE = "sha-256/highspeed"


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Made-up stages in place of the tools, for a core of this checkout."""
    made = Fake(tmp_path / "log")
    tools = Tools(tmp_path / "store", made)

    def on_a_core(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> list[Result]:
        return tools(core, device, recipe, seeds)

    monkeypatch.setattr(session, "implement_through_store", lambda _progress: on_a_core)
    return made


def test_a_search_prints_its_runs(fake: Fake, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run(["explore", CORE, "--strategy", "placement-search", "--budget", "3", "--write-recipe", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{CORE} on ecp5-85k-8: placement-search for throughput-per-area"
    assert [line.split()[0] for line in lines[2:5]] == ["1", "2", "3"]
    assert lines[5].startswith("Best: run 3 of 3, ")
    assert read_recipe(file).name == "mine"


def test_a_search_as_json(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["explore", CORE, "--strategy", "placement-search", "--budget", "2", "--seed", "5", "--confirm", "3"]
    assert run([*arguments, "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert [one["seed"] for one in data["runs"]] == [5, 6]
    assert [one["best"] for one in data["runs"]] == [False, True]
    assert data["confirmation"]["seeds"] == [7, 8, 9]
    assert len(data["results"]) == 5


def test_a_search_in_which_every_run_failed(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    fake.synthesis = {"status": "failed", "reason": "latches: 3"}
    assert run(["explore", CORE, "--budget", "4"]) == 1
    assert "Every run failed; the first: failed: latches: 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["explore"], "Missing argument 'CORE...'"),
        (["explore", "nosuch/core"], "unknown"),
        (["explore", CORE, "--device", "osu018"], "unknown device 'osu018'"),
        (["explore", CORE, "--budget", "0"], "0 is not in the range"),
        (["explore", CORE, "--strategy", "luck"], "'luck' is not one of"),
        (
            ["explore", CORE, "sha-512/highspeed", "--write-recipe", "x.toml"],
            "one file for the recipes of several cores",
        ),
        (
            ["seeds-needed", "nosuch/core", CORE, "--device", "ecp5-85k-8"],
            "no result of nosuch/core",
        ),
        (["seeds-needed", "sha-512/highspeed", CORE, "--device", "osu018"], "have no seeds"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_seeds_needed_of_stored_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keccak-512 carries 1.6 times as much a cell as SHA-512, and seeds differ by 2 %: three seeds are enough."""
    other = "keccak-512/highspeed"
    runs = [
        sample(core, clock_mhz * factor, 2000, seed, recipe="best")
        for core, clock_mhz in (("sha-512/highspeed", 100), (other, 160))
        for seed, factor in enumerate((1.0, 1.01, 1.02), 1)
    ]
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    own_results().add(runs)
    arguments = ["seeds-needed", "sha-512/highspeed", other, "--device", "ecp5-85k-8", "--recipe", "best"]
    assert run([*arguments, "--only", "yours", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["established"] is True
    assert data["needed"] == 3
    assert data["interval"][0] <= data["ratio"] <= data["interval"][1] < 1


def test_choices_of_recipes_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """From the committed results; nothing is run or written."""
    assert run(["select", "--device", "ecp5-85k-8", "--json"]) == 0
    (choice,) = [each for each in json.loads(capsys.readouterr().out) if each["core"] == CORE]
    assert [each["recipe"] for each in choice["candidates"] if each["keeps_rows_empty"]] == ["sparse"]
    assert choice["basis"].startswith("provisional: " if choice["provisional"] else "chosen from 3 of 3 ")


@pytest.mark.parametrize(("measure", "unit"), [("cells", "Mbit/s/cell"), ("luts", "Mbit/s/LUT")])
def test_areas_in_either_measure(capsys: pytest.CaptureFixture[str], measure: str, unit: str) -> None:
    asked = ["report", "--only", "committed", "--area", measure]
    assert run(asked) == 0
    assert unit in capsys.readouterr().out
