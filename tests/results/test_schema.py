# SPDX-License-Identifier: Apache-2.0
"""The schema: what it refuses, and that its written form is the committed one."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from fairhash.results.schema import NetlistGate, Result, write_json_schema
from tests.results.samples import failed, sample

DOCS = Path(__file__).parents[2] / "docs"


def test_the_committed_schema_matches_the_code(tmp_path: Path) -> None:
    written = tmp_path / "schema.json"
    write_json_schema(written)
    assert written.read_text() == (DOCS / "result.schema.json").read_text(), (
        "write docs/result.schema.json again (docs/results.md says how) and raise SCHEMA_VERSION if a meaning changed"
    )


def test_the_schema_has_every_required_field() -> None:
    properties = json.loads((DOCS / "result.schema.json").read_text())["properties"]
    design = {"source_digest", "core", "generics", "device", "tools", "requested", "achieved", "seed", "resources"}
    design |= {"synthesis_cost", "placement_cost", "status", "reason", "netlist", "date", "machine", "measured_cycles"}
    assert design <= set(properties)


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "ok", "achieved": None},
        {"status": "ok", "resources": None},
        {"reason": "but why"},
        {"status": "unrouted"},
        {"status": "fine"},
        {"key": "abc"},
        {"date": datetime(2026, 11, 21)},
        {"fmax": 3.0},
        {"schema_version": 2},
    ],
)
def test_contradictory_results_are_rejected(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        sample(**changes)


def test_date_is_stored_in_utc() -> None:
    east = datetime(2026, 11, 21, 1, 30, 0, 999, tzinfo=timezone(timedelta(hours=2)))
    assert '"date":"2026-11-20T23:30:00Z"' in sample(date=east).model_dump_json()


def test_only_a_checked_successful_run_is_ranked() -> None:
    assert sample().ranked
    assert not failed().ranked
    assert not sample(netlist=NetlistGate()).ranked
    assert not sample(netlist=NetlistGate(verdict="fail", messages=1)).ranked
    assert not sample(measured_cycles=None).ranked
    assert not sample(untested=("stalls",)).ranked


def test_json_round_trip_keeps_everything() -> None:
    for result in (sample(), failed()):
        assert Result.model_validate_json(result.model_dump_json()) == result
