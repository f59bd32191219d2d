# SPDX-License-Identifier: Apache-2.0
"""Why values depart from paper C, worked by hand from made-up runs."""

from pathlib import Path

from fairhash.studies.papers.c import reproduction
from tests.studies.papers.c.runs import DEVICE, evidence, several

SHA_1 = several("sha-1/counters", (160, 160, 160), 1000)
SHA_512 = several("sha-512/counters", (120, 120, 120), 4200)


def test_the_area_is_divided_into_luts_and_registers(tmp_path: Path) -> None:
    """LUTs 4200 over 1000, registers 100 over 100 (runs.several)."""
    why = reproduction.explain_area(evidence(tmp_path, SHA_1, SHA_512), DEVICE)
    assert why
    assert why.text.startswith(
        "SHA-512 has 1.00 times the registers and 4.20 times the LUTs: a round has 4 times the bits"
    )
    assert "block RAM" not in why.text
    assert why.source == "results/ecp5-85k-8.jsonl: resources of sha-1/counters and sha-512/counters"


def test_the_variant_with_block_ram_is_named_once_it_is_measured(tmp_path: Path) -> None:
    blocks = several("sha-512/counters-block-ram", (120, 120, 120), 3500)
    why = reproduction.explain_area(evidence(tmp_path, SHA_1, SHA_512, blocks), DEVICE)
    assert why
    assert why.text.endswith("With its constants in block RAM, as in the paper, the factor is 3.50.")
    assert reproduction.explain_area(evidence(tmp_path, SHA_1), DEVICE) is None


def test_the_wires_of_a_core_are_compared_with_those_of_all(tmp_path: Path) -> None:
    """Wires 4, 5, 6, 7 and 8 of 10 ns in five cores: 40 to 80 %, median 60 %."""
    names = ("sha-1/counters", "sha-512/counters", "sha-256/counters", "sha-1/highspeed", "sha-256/highspeed")
    groups = [
        several(name, (160, 160, 160), 1000, logic_ns=10 - wires, routing_ns=wires)
        for wires, name in zip((4.0, 5.0, 6.0, 7.0, 8.0), names, strict=True)
    ]
    assert reproduction.explain_wires(evidence(tmp_path, *groups), DEVICE) is None
    more = several("sha-512/highspeed", (160, 160, 160), 1000, logic_ns=4.0, routing_ns=6.0)
    why = reproduction.explain_wires(evidence(tmp_path, *groups, more), DEVICE)
    assert why
    assert "the 6 known cores of this paper on it have 40 to 80 % of the slowest path in wires, median 60 %" in why.text
