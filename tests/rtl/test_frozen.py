# SPDX-License-Identifier: Apache-2.0
"""Today's cores against the list of the tag frozen-1.0."""

from pathlib import Path

import pytest

from fairhash.bench.frozen import list_file, read_frozen, sources_digest, unexplained_changes
from fairhash.bench.outdated_results import verilog_of_today
from fairhash.catalog.cores import all_cores
from fairhash.toolchain.builds import front_end_builds


def test_the_cores_are_those_of_the_tag(checkout: Path) -> None:
    """`.venv/bin/python -m fairhash.bench.frozen` shows the same."""
    frozen = read_frozen(list_file())
    if front_end_builds()["ghdl"] != frozen.ghdl:
        changed = [name for name, then in frozen.cores.items() if sources_digest(all_cores()[name]) != then.sources]
        if changed:
            pytest.skip(f"{changed[0]} has other sources, and another version of GHDL makes other Verilog")
    page = (checkout / "docs" / "frozen.md").read_text(encoding="utf-8")
    assert unexplained_changes(frozen, all_cores(), verilog_of_today(), page) == {}
