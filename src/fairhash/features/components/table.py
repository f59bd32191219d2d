# SPDX-License-Identifier: Apache-2.0
"""The checks that a core needs, and what is stored of each, as a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairhash.base.table import NONE, Table, table_of_texts
from fairhash.catalog.core import Core
from fairhash.features.components.measure import checked_component, sources_digest
from fairhash.features.components.record import Check, Kind, read_checks

_HEADINGS = ("core", "check", "algorithm", "bus", "clocks", "state", "digests", "date")


@dataclass(frozen=True)
class CheckRow:
    """One check of one core."""

    core: str
    kind: Kind
    algorithm: str
    state: Literal["pass", "fail", "stale", "not run"]
    """`stale`: the sources have changed since."""
    check: Check | None
    bus_bits: int | None
    two_clocks: bool | None


def check_rows(cores: Iterable[Core], results: Path) -> list[CheckRow]:
    """A row for the component of each core, and one for each of its algorithms with a padding unit.

    Args:
        cores: Cores with padding units.
        results: The folder of results.
    """
    rows = []
    for core in cores:
        stored = read_checks(results, core.name)
        needed: list[tuple[Kind, str]] = [("component", core.algorithm)]
        needed += [("padded", algorithm) for algorithm in (core.algorithm, *core.also)]
        component = checked_component(core)
        for kind, algorithm in needed:
            check = stored.find(kind, algorithm)
            state: Literal["pass", "fail", "stale", "not run"] = "not run"
            if check:
                fresh = check.sources == sources_digest(kind, core, algorithm)
                state = check.verdict if fresh else "stale"
            bus = (component.bus_bits, component.two_clocks) if kind == "component" else (None, None)
            rows.append(CheckRow(core.name, kind, algorithm, state, check, *bus))
    return rows


def check_table(rows: Iterable[CheckRow]) -> Table:
    """The rows as a table."""
    return table_of_texts(
        _HEADINGS,
        [
            (
                *(row.core, row.kind, row.algorithm),
                str(row.bus_bits or NONE),
                NONE if row.two_clocks is None else "2" if row.two_clocks else "1",
                row.state,
                str(row.check.digests) if row.check else NONE,
                f"{row.check.date:%Y-%m-%d}" if row.check else NONE,
            )
            for row in rows
        ],
        ("core", "check", "algorithm", "state", "date"),
    )
