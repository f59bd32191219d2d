# SPDX-License-Identifier: Apache-2.0
"""Whether stored outcomes of the ladder hold for today's sources, where GHDL does not run: on the site."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairhash.bench.keys import declared_digest, source_digest
from fairhash.catalog.cores import find_core
from fairhash.features.ladder.record import Elaborated, LadderFolder, Outcome
from fairhash.site.data import SiteData

CORE = find_core("sha-256/highspeed")
TODAY, OTHER = "a" * 64, "b" * 64


@pytest.mark.parametrize(
    ("elaborated", "state"),
    [
        (None, "sources not compared"),
        (Elaborated(sources=source_digest(CORE), verilog=TODAY), "pass"),
        (Elaborated(sources=source_digest(CORE), verilog=OTHER), "stale"),
        (Elaborated(sources=OTHER, verilog=TODAY), "sources not compared"),
    ],
)
def test_the_state_of_an_outcome(
    elaborated: Elaborated | None, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the Verilog that the same sources gave when the ladder was last shown; no result is stored."""
    monkeypatch.setattr("fairhash.base.paths.results", lambda: tmp_path)
    folder = LadderFolder(tmp_path / "ladder")
    passed = Outcome(
        kind="answers",
        verdict="pass",
        date=datetime(2026, 11, 25, tzinfo=UTC),
        key=OTHER,
        verilog=TODAY,
        declared=declared_digest(CORE),
    )
    folder.store(CORE.name, passed)
    if elaborated:
        folder.store_elaborated(CORE.name, elaborated)
    folder.store(CORE.name, passed.model_copy(update={"kind": "modes"}))
    assert folder.elaborated(CORE.name) == elaborated, "a further outcome keeps it"
    assert [(outcome.kind, shown) for outcome, shown in SiteData(()).ladder(CORE)] == [
        ("answers", state),
        ("modes", state),
    ]
