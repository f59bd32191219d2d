# SPDX-License-Identifier: Apache-2.0
"""The facts about the runs of figures."""

from fairhash.results.schema import NetlistGate
from fairhash.studies.papers.our_results import provenance
from tests.results.samples import sample


def test_netlist_answers_are_a_range_for_each_verdict() -> None:
    """Three netlists passed 12, 30 and 20 messages, one failed after 5."""
    passed = [sample(seed=n, netlist=NetlistGate(verdict="pass", messages=n, detail="")) for n in (12, 30, 20)]
    failed = sample(seed=4, netlist=NetlistGate(verdict="fail", messages=5, detail="wrong digest"))
    assert provenance([*passed, failed])["netlist answers"] == "fail, 5 messages; pass, 12 to 30 messages"
    assert provenance(passed[:1])["netlist answers"] == "pass, 12 messages"
