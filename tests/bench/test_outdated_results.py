# SPDX-License-Identifier: Apache-2.0
"""Results of other keys than today's are marked stale, and only those; the mark goes when the key is back."""

from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.bench.outdated_results import (
    NO_CORE,
    NO_RECIPE,
    NO_TARGET,
    OTHER_VERILOG,
    Keys,
    keys_of_today,
    mark_outdated,
    reason_today,
    remarked,
    results_of,
)
from fairhash.bench.store import Store
from fairhash.catalog.cores import all_cores
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.results.export import read_folder
from fairhash.results.results_folder import STALE, ResultsFolder
from fairhash.results.schema import Result
from tests.bench.campaigns import A, add_toy_cores
from tests.bench.fakes import Fake
from tests.results.samples import sample, sha256

DEVICE, RECIPE = "ecp5-85k-8", "default"


@pytest.fixture
def keys(checkout: Path, store: Path, fake: Fake) -> Keys:
    """Those of toy cores by made-up tools."""
    add_toy_cores(checkout)
    workspace = fake.workspace(checkout, store=Store(store))
    return keys_of_today(checkout / "results", workspace)


def result(keys: Keys, seed: int, **changes: str) -> Result:
    """A result of today, with some fields of another."""
    today = keys(all_cores()[A], find_device(DEVICE), find_recipe(RECIPE))
    own = {"key": today.result(seed), "verilog_digest": today.elaboration.verilog}
    return sample(A, seed=seed, device=DEVICE, recipe=RECIPE).model_copy(update={**own, **changes})


def test_only_wrong_marks_are_changed(keys: Keys) -> None:
    results = [
        result(keys, 1),
        result(keys, 2, key=sha256("other options")),
        result(keys, 3, key=sha256("other Verilog"), verilog_digest=sha256("other")),
        result(keys, 4, key=sha256("other"), stale="an earlier reason"),
        result(keys, 5, key=sha256("other"), stale=OTHER_VERILOG),
        result(keys, 6, stale=STALE),
        result(keys, 7, stale="a reason given by hand"),
        result(keys, 8, recipe="gone"),
        result(keys, 9, device="gone-1"),
        result(keys, 10, core="toy-256/gone"),
        result(keys, 11, device="gw2a-18c", recipe="small"),
        result(keys, 12, device="virtex5-estimate", recipe="small"),
    ]
    assert [(each.seed, each.stale) for each in remarked(results, keys)] == [
        (2, STALE),
        (3, OTHER_VERILOG),
        (6, ""),
        (8, NO_RECIPE),
        (9, NO_TARGET),
        (10, NO_CORE),
        # the recipe exists, without options for the family
        (11, NO_RECIPE),
        (12, NO_RECIPE),
    ]


def test_the_folder_is_corrected_once(keys: Keys, tmp_path: Path) -> None:
    """A result of today stays valid beside an outdated one of the same seed."""
    ResultsFolder(tmp_path).add([result(keys, 1), result(keys, 2)])
    ResultsFolder(tmp_path / "explore").add([result(keys, 3, key=sha256("of a search"))])
    with (tmp_path / f"{DEVICE}.jsonl").open("a") as stream:
        stream.write(result(keys, 2, key=sha256("outdated")).model_dump_json() + "\n")
    assert [each.key for each in mark_outdated(tmp_path, keys)] == [sha256("outdated")]
    assert mark_outdated(tmp_path, keys) == []
    marks = {each.key: each.stale for each in read_folder(tmp_path)}
    assert marks.pop(sha256("outdated")) == STALE
    assert set(marks.values()) == {""}
    assert len(marks) == 3


def test_no_committed_result_lacks_a_mark() -> None:
    """By today's keys. After a change of Verilog, options or revisions: `fairhash results outdated --write`.

    Only tools from PyPI have the same version everywhere, so results on cell libraries are not compared here.
    """
    keys, cores = keys_of_today(paths.results()), all_cores()
    unmarked = [each for each in results_of(paths.results()) if not each.stale and each.device in devices()]
    assert unmarked
    assert [
        f"{each.core} on {each.device} by {each.recipe}, seed {each.seed}: {reason}"
        for each in unmarked
        if (reason := reason_today(each, cores, keys))
    ] == []


def test_new_results_name_the_commit_of_the_bench() -> None:
    """Since 2026-11-24T18:00 every run records it; those before have none."""
    lacking = [each for each in results_of(paths.results()) if not each.bench_commit]
    assert {each.date.isoformat() for each in lacking if each.date.isoformat() >= "2026-11-24T18"} == set()
