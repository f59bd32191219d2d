# SPDX-License-Identifier: Apache-2.0
"""Campaign files: which cores their patterns match, and how wrong ones are refused."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.campaign import CHOSEN, Entry, read_campaign
from fairhash.catalog.cores import all_cores
from fairhash.figures.selection import THREE_SEED_CORES
from tests.bench.campaigns import A, B, C, add_toy_cores

GOOD = """
description = "two entries"
[[entry]]
cores = ["toy-512/*"]
targets = ["ecp5-85k-8", "osu018"]
[[entry]]
cores = ["*"]
without = ["*/folded"]
targets = ["ice40-hx8k"]
recipes = ["default", "chosen"]
seeds = [7, 8]
"""


@pytest.fixture
def checkout_of_toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with the toy cores only."""
    (tmp_path / "rtl" / "shell").mkdir(parents=True)
    monkeypatch.setenv("FAIRHASH_ROOT", str(tmp_path))
    add_toy_cores(tmp_path)
    return tmp_path


def _names(entry: Entry) -> list[str]:
    return [core.name for core in entry.chosen_cores()]


def _entry(*cores: str, without: tuple[str, ...] = ()) -> Entry:
    return Entry(cores=cores, without=without, targets=("ecp5-85k-8",))


def test_a_file_is_read_in_order(checkout_of_toys: Path) -> None:
    file = checkout_of_toys / "good.toml"
    file.write_text(GOOD)
    first, second = read_campaign(file).entry
    assert _names(first) == [B, C]
    assert (first.targets, first.recipes, first.seeds) == (("ecp5-85k-8", "osu018"), (CHOSEN,), (1, 2, 3, 4, 5))
    assert _names(second) == [A, C]
    assert (second.recipes, second.seeds) == (("default", CHOSEN), (7, 8))


@pytest.mark.usefixtures("checkout_of_toys")
def test_the_order_of_patterns_is_the_order_of_cores() -> None:
    """A core that two patterns match keeps the position of the first."""
    assert _names(_entry("*/folded", "toy-512/*", "*")) == [B, C, A]


@pytest.mark.usefixtures("checkout_of_toys")
def test_every_name_of_a_core_matches() -> None:
    """toy-512/case-1 is a further name of toy-512/highspeed, so both names mean one core."""
    assert _names(_entry("*/case-1")) == [C]
    assert _names(_entry("toy-512/highspeed", "toy-512/case-1")) == [C]
    assert _names(_entry("*", without=("*/case-1",))) == [A, B]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("description = [", "unreadable data file"),
        ('description = "no entry"\nentry = []', "entry"),
        (GOOD.replace("seeds", "seed"), "entry.1.seed"),
        (GOOD.replace("[7, 8]", "[]"), 'entry.1: only an entry of kind "accelerators" has `copies`, or no seed'),
        (GOOD.replace("toy-512/*", "toi-512/*"), "entry 1: no core is called 'toi-512/*'"),
        (GOOD.replace("*/folded", "*/fold"), "entry 2: no core is called '*/fold'"),
        (GOOD.replace("*/folded", "*"), "entry 2: `without` excludes every core of `cores`"),
        (GOOD.replace("osu018", "osu019"), "entry 1: unknown device 'osu019'"),
        (GOOD.replace('"default"', '"fastest"'), "entry 2: unknown recipe 'fastest'"),
    ],
)
def test_an_incorrect_file_is_reported_in_one_line(checkout_of_toys: Path, text: str, complaint: str) -> None:
    """The line names the file, what is wrong, and what to do."""
    file = checkout_of_toys / "bad.toml"
    file.write_text(text)
    with pytest.raises(FairhashError) as raised:
        read_campaign(file)
    line = str(raised.value)
    assert complaint in line
    assert str(file) in line
    assert raised.value.hint
    assert "\n" not in line


def test_the_example_of_the_page_is_valid(checkout: Path, tmp_path: Path) -> None:
    """docs/campaigns.md, "The file"."""
    text = (checkout / "docs" / "campaigns.md").read_text(encoding="utf-8")
    file = tmp_path / "example.toml"
    file.write_text(text.partition("```toml\n")[2].partition("```")[0])
    first, second = read_campaign(file).entry
    assert "sha-512/highspeed" in _names(first)
    assert "simd-512/highspeed" not in _names(second)
    assert (second.recipes, second.seeds) == (("best",), (1, 2, 3))


def test_a_missing_file_is_reported_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(FairhashError, match="unreadable data file: No such file"):
        read_campaign(tmp_path / "gone.toml")


def test_the_campaign_of_the_release_is_valid(checkout: Path) -> None:
    """It measures every core on ECP5 and chooses its recipe, and each of its entries has a name of its own."""
    assert sorted(file.name for file in (checkout / "campaigns").iterdir()) == ["nodes.toml", "release.toml"]
    entries = read_campaign(checkout / "campaigns" / "release.toml").entry
    assert len({entry.name for entry in entries if entry.name}) == len(entries)
    on_ecp5 = [entry for entry in entries if "ecp5-85k-8" in entry.targets and entry.kind == "runs"]
    assert {name for entry in on_ecp5 for name in _names(entry) if 1 in entry.seeds} == set(all_cores())
    chosen = {name for entry in entries if entry.kind == "selection" for name in _names(entry)}
    assert chosen == set(all_cores())


def test_every_main_core_is_measured_on_three_libraries(checkout: Path) -> None:
    """And paper D's five cases, by one recipe."""
    entries = read_campaign(checkout / "campaigns" / "nodes.toml").entry
    assert {entry.recipes for entry in entries} == {("best",)}
    required = {core.name for core in all_cores().values() if core.is_main}
    required |= {f"keccak-512/case-{number}" for number in (2, 3, 4, 5)}
    for library in ("nangate45", "sky130hd", "osu018"):
        assert required <= {name for entry in entries if library in entry.targets for name in _names(entry)}


def test_the_giants_of_the_release_stop_at_three_seeds(checkout: Path) -> None:
    campaign = read_campaign(checkout / "campaigns" / "release.toml")
    assert set(campaign.groups["giants"]) == THREE_SEED_CORES
    assert {
        seed
        for entry in campaign.entry
        if entry.kind == "runs"
        for name in _names(entry)
        if name in THREE_SEED_CORES
        for seed in entry.seeds
        if entry.targets == ("ecp5-85k-8",)
    } == {1, 2, 3}


GROUPED = """
description = "a group"
[groups]
large = ["toy-512/folded", "toy-512/highspeed"]
[[entry]]
cores = ["@large"]
targets = ["ecp5-85k-8"]
[[entry]]
cores = ["*"]
without = ["@large"]
targets = ["ecp5-85k-8"]
"""


def test_a_group_stands_for_its_cores(checkout_of_toys: Path) -> None:
    file = checkout_of_toys / "grouped.toml"
    file.write_text(GROUPED)
    assert [_names(entry) for entry in read_campaign(file).entry] == [[B, C], [A]]
    file.write_text(GROUPED.replace('"@large"', '"@small"'))
    with pytest.raises(FairhashError, match="no group is called 'small'"):
        read_campaign(file)


@pytest.mark.parametrize(
    "changes", [{}, {"copies": (2,)}, {"recipes": ("best",)}, {"copies": (0,), "recipes": ("best",)}]
)
def test_accelerators_name_copies_and_recipes(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="copies"):
        Entry(kind="accelerators", cores=(A,), targets=("ecp5-85k-8",), **changes)
