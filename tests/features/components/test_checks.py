# SPDX-License-Identifier: Apache-2.0
"""Stored checks of components are those of today, and the bench notices components that do not work."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairhash.base import paths
from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.catalog.cores import all_cores
from fairhash.catalog.padding import padded_cores
from fairhash.features.components.command import components
from fairhash.features.components.measure import check_component, simulate_component
from fairhash.features.components.table import check_rows
from fairhash.features.package.component import find_component
from fairhash.features.package.component_vhdl import ports
from fairhash.features.package.simulation import tops, verilog_range
from fairhash.toolchain.tools import ToolKilled

SMALL = "ascon-xof128/highspeed"


def test_stored_checks_are_those_of_today() -> None:
    """Every main core but those of KangarooTwelve has a row.

    Run `fairhash components --check` after a change of components or padding units.
    """
    rows = check_rows(padded_cores(), paths.results())
    main = {core.name for core in all_cores().values() if core.is_main}
    assert {row.core for row in rows} == main - {"kt128/highspeed", "kt128/lightweight"}
    assert [row for row in rows if row.state in ("fail", "stale")] == []
    assert any(row.state == "pass" for row in rows)


def test_a_component_passes(tmp_path: Path) -> None:
    """Two clocks and requests for output."""
    check = check_component(all_cores()[SMALL], tmp_path)
    assert (check.verdict, check.reason) == ("pass", "")
    assert check.digests == 15


@pytest.mark.parametrize(("value", "reason"), [("0", "no digest"), ("1", "another length"), ("1'bx", "undefined")])
def test_a_wrong_component_is_noticed(value: str, reason: str, tmp_path: Path) -> None:
    """One that is not a hash function: all outputs have the same value."""
    component = find_component(SMALL)
    modules = []
    for kind, top in tops(component).items():
        rows = ports(component, kind)
        declared = ", ".join(f"{direction}put {verilog_range(of)}{name}" for name, direction, of, _ in rows)
        constant = "".join(
            f"assign {name} = {value} ? ~0 : 0; " for name, direction, _, _ in rows if direction == "out"
        )
        modules.append(f"module {top}({declared}); {constant}endmodule\n")
    with pytest.raises(FairhashError, match=reason):
        simulate_component(component, "".join(modules), tmp_path)


@pytest.mark.parametrize("fault", [NotInstalled("iverilog is not installed"), ToolKilled("iverilog was killed")])
def test_a_fault_of_the_machine_is_no_outcome_of_a_component(
    fault: FairhashError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise fault

    monkeypatch.setattr("fairhash.features.components.measure.write_sources", fail)
    with pytest.raises(type(fault)):
        check_component(all_cores()[SMALL], tmp_path)


def test_the_command_shows_stored_checks() -> None:
    run = CliRunner().invoke(components, ["sha-256/highspeed"])
    assert run.exit_code == 0, run.output
    assert "sha-256/highspeed" in run.output


def test_the_json_has_the_stored_checks() -> None:
    run = CliRunner().invoke(components, ["sha-256/highspeed", "--json"])
    stored = json.loads((paths.results() / "components" / "sha-256-highspeed.json").read_text())["checks"]
    assert [row["check"] for row in json.loads(run.output)] == stored
