# SPDX-License-Identifier: Apache-2.0
"""docs/verification.md says what the code does."""

from fairhash.base import paths
from fairhash.testbench.judge import RULES
from fairhash.testbench.modes import MODES

PAGE = (paths.root() / "docs" / "verification.md").read_text(encoding="utf-8")


def _table(header: str) -> list[list[str]]:
    lines = PAGE[PAGE.index(header) :].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
    return rows


def test_the_page_lists_all_modes() -> None:
    assert _table("| mode | proves | catches |") == [
        [mode.name, mode.proves, ", ".join(mode.catches)] for mode in MODES.values()
    ]


def test_the_page_lists_all_rules() -> None:
    assert dict(_table("| verdict | what happened |")) == RULES
