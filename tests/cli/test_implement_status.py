# SPDX-License-Identifier: Apache-2.0
"""The exit status of `fairhash implement`: 1 if no result is good."""

import pytest

from fairhash.cli import implement as command
from fairhash.cli.main import run
from fairhash.results import Result
from fairhash.results.schema import NetlistGate
from tests.results.samples import failed, sample

ESTIMATE = failed(status="estimate", stage="synthesis", resources=sample().resources, reason="not placed")
UNCHECKED = sample(netlist=NetlistGate())


@pytest.mark.parametrize(
    ("results", "status"),
    [
        ([sample()], 0),
        ([failed(), sample(seed=2)], 0),
        ([ESTIMATE], 0),
        ([failed(), failed(seed=2)], 1),
        ([UNCHECKED], 1),
        ([sample(netlist=NetlistGate(verdict="fail", messages=1))], 1),
    ],
    ids=["good", "one good", "estimate", "failed", "netlist unchecked", "netlist wrong"],
)
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["table", "json"])
def test_the_status_says_whether_any_result_is_good(
    monkeypatch: pytest.MonkeyPatch, results: list[Result], status: int, options: list[str]
) -> None:
    monkeypatch.setattr(command, "implement_all", lambda *_arguments, **_options: results)
    assert run(["implement", "sha-1/highspeed", "--device", "ecp5-85k-8", *options]) == status
