# SPDX-License-Identifier: Apache-2.0
"""Today's cores against the list of frozen Verilog."""

from pathlib import Path

import pytest

from fairhash.bench.elaboration import frozen_elaboration, list_file, read_frozen, sources_digest
from fairhash.bench.frozen import unexplained_changes, unlisted
from fairhash.bench.outdated_results import verilog_of_today
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.cores import all_cores
from fairhash.toolchain.builds import front_end_builds


def test_the_cores_are_those_of_the_list(checkout: Path) -> None:
    """`.venv/bin/python -m fairhash.bench.frozen` shows the same."""
    frozen = read_frozen(list_file())
    if front_end_builds()["ghdl"] != frozen.ghdl:
        changed = [name for name, then in frozen.cores.items() if sources_digest(all_cores()[name]) != then.sources]
        if changed:
            pytest.skip(f"{changed[0]} has other sources, and another version of GHDL makes other Verilog")
    page = (checkout / "docs" / "frozen.md").read_text(encoding="utf-8")
    assert unexplained_changes(frozen, all_cores(), verilog_of_today(), page) == {}


def test_measured_cores_are_in_the_list() -> None:
    """Otherwise: `.venv/bin/python -m fairhash.bench.frozen --add`."""
    assert [core.name for core in unlisted(read_frozen(list_file()))] == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "cubehash-256/lightweight" else pytest.mark.long)
        for name in read_frozen(list_file()).cores
    ],
)
def test_ghdl_gives_the_verilog_of_the_list(name: str, tmp_path: Path) -> None:
    """Plans and comparisons take the digest from the list without starting GHDL."""
    ghdl, core = front_end_builds()["ghdl"], all_cores()[name]
    listed = frozen_elaboration(core, ghdl)
    if listed is None:
        pytest.skip("its sources have changed, or the list is of another version of GHDL")
    assert Workspace(Store(tmp_path)).elaboration(core, ghdl) == listed
