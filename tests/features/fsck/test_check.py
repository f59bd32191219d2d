# SPDX-License-Identifier: Apache-2.0
"""Damage of what is stored is found: in the store, in the committed results and in the user's own."""

import json
import subprocess
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.store import Store
from fairhash.catalog.core import Core
from fairhash.features.fsck.check import Checked, check_everything
from fairhash.results import own_results
from fairhash.results.export import write_json_lines
from tests.bench.fakes import Fake, sweep
from tests.cli.helpers import fairhash
from tests.results.samples import sample

_RESULTS = Path(__file__).parents[3] / "results"
"""Those of this repository; the tests have a checkout of their own."""


def check(store: Path, *, delete: bool = False) -> Checked:
    return check_everything(Store(store), *(store.parent / name for name in ("sim", "results", "own")), delete=delete)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_an_undamaged_sweep_is_clean(store: Path, fake: Fake, core: Core) -> None:
    sweep(store, fake, core, 1, 2)
    checked = check(store)
    assert (checked.outcomes, checked.files, checked.damages) == (6, 1, ())


@pytest.mark.parametrize("stage", ["elaboration", "synthesis", "cycles", "netlist", "placement"])
def test_a_changed_outcome_is_found_and_deleted(store: Path, fake: Fake, core: Core, stage: str) -> None:
    (good,) = sweep(store, fake, core, 1)
    (outcome,) = store.glob(f"{stage}/*/*/outcome.json")
    outcome.write_text(outcome.read_text() + " ")
    (damage,) = check(store).damages
    assert (damage.part, damage.where) == ("store", str(outcome.parent))
    assert len(check(store, delete=True).damages) == 1
    assert check(store).damages == ()
    assert not outcome.exists()
    assert sweep(store, fake, core, 1)[0].achieved == good.achieved


def test_a_damaged_line_is_found(store: Path, fake: Fake, core: Core) -> None:
    """It is refused before a sweep too; once it is deleted, a sweep restores it from the store."""
    first, second = sweep(store, fake, core, 1, 2)
    (file,) = (store.parent / "own").glob("*.jsonl")
    whole = file.read_text()
    file.write_text(whole[:-100] + "\n")
    (damage,) = check(store).damages
    assert (damage.part, damage.where) == ("results", f"{file}:2")
    assert damage.fix.startswith("delete the line")
    with pytest.raises(FairhashError, match=r"\.jsonl:2: .*not a result: ") as caught:
        sweep(store, fake, core, 1)
    assert "\n" not in str(caught.value)
    file.write_text(whole.splitlines()[0] + "\n")
    assert sweep(store, fake, core, 1, 2) == [first, second]
    assert file.read_text() == whole
    assert check(store).damages == ()


def test_a_committed_figure_that_was_changed_is_found(checkout: Path, store: Path) -> None:
    """With the key and the date of the committed one; a stale mark and a new measurement are no damage."""
    results = checkout / "results"
    file = results / "ecp5-85k-8.jsonl"
    stored = [sample(seed=1), sample(seed=2), sample(seed=3)]
    write_json_lines(stored, file)
    for command in (
        ["init", "-q"],
        ["add", "results"],
        ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", "-C", checkout, *command], check=True)
    assert check(store).damages == ()
    again = stored[2].model_copy(update={"date": stored[2].date.replace(year=2027), "stale": ""})
    write_json_lines([stored[0].model_copy(update={"stale": "old"}), stored[1], again], file)
    checked = check(store)
    assert checked.damages == ()
    assert checked.changed == ("results/ecp5-85k-8.jsonl",)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[1]["achieved"] = {clock: mhz and 200.0 for clock, mhz in lines[1]["achieved"].items()}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (damage,) = check(store).damages
    assert damage.where == f"{file}:2"
    assert damage.problem == "achieved of keccak-512/highspeed, seed 2, are not those of the commit"


def test_files_of_results_are_read(checkout: Path, store: Path) -> None:
    """An unreadable line, a key that occurs twice, a result in the file of another device, files that are not JSON."""
    results = checkout / "results"
    write_json_lines([sample(), sample(), sample(device="ice40-hx8k")], results / "ecp5-85k-8.jsonl")
    (results / "ladder").mkdir()
    (results / "ladder" / "sha-1-highspeed.json").write_text('{"core": "sha-1/highspeed", "outcomes": [{}]}')
    (results / "clock").mkdir()
    (results / "clock" / "deep.json").write_text("[" * 200_000)
    (results / "gatemate-a1.jsonl").write_text("{}\n")
    problems = {Path(damage.where).name: damage.problem for damage in check(store).damages}
    assert set(problems) == {
        "ecp5-85k-8.jsonl:2",
        "ecp5-85k-8.jsonl:3",
        "sha-1-highspeed.json",
        "deep.json",
        "gatemate-a1.jsonl:1",
    }
    assert "occurs twice" in problems["ecp5-85k-8.jsonl:2"]
    assert "on ice40-hx8k in the file of ecp5-85k-8" in problems["ecp5-85k-8.jsonl:3"]


@pytest.mark.parametrize(
    "file",
    [
        "accelerators/ecp5-85k-8.json",
        "components/sha-256-highspeed.json",
        "interface/sha-1-highspeed.json",
        "padding/ecp5-85k-8.json",
        "releases/0.2.0.json",
        "synthesis/split/ecp5-85k-8.json",
        "system/intel-xeon-processor-x2.json",
        "system/paper-e-grid.json",
    ],
)
def test_every_kind_of_record_is_read(file: str, checkout: Path, store: Path) -> None:
    """One that is JSON, and lacks what its kind must have."""
    damaged = checkout / "results" / file
    damaged.parent.mkdir(parents=True)
    stored = json.loads((_RESULTS / file).read_text())
    (rows,) = [name for name, value in stored.items() if isinstance(value, list)]
    damaged.write_text(json.dumps({**stored, rows: [{}]}))
    assert [damage.where for damage in check(store).damages] == [str(damaged)]
    damaged.write_text(json.dumps(stored))
    assert check(store).damages == ()


def test_the_command_names_each_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit status 1 with damage, 0 without; the committed results are intact; no folder is created."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    clean = fairhash("fsck")
    assert clean.status == 0, clean.out
    assert "0 damaged" in clean.out
    assert not (tmp_path / "results").exists()
    own_results().add([sample()])
    change(tmp_path / "results" / f"{sample().device}.jsonl", '"ok"', '"good"')
    damaged = fairhash("fsck")
    assert damaged.status == 1
    assert f"{sample().device}.jsonl:1" in damaged.out
    assert json.loads(fairhash("fsck", "--json").out)["damages"][0]["part"] == "results"


def test_the_committed_results_are_intact() -> None:
    checked = check_everything(Store(Path("/none")), Path("/none"), paths.results(), Path("/none"))
    assert checked.files > 100
    assert checked.damages == ()
