# SPDX-License-Identifier: Apache-2.0
"""What differences from paper A consist of, worked by hand from runs with round figures."""

from fairhash.results.schema import CriticalPath
from fairhash.studies.papers.a.reproduction import comparisons, large_over_small, over_reference
from tests.studies.papers.a.runs import BY_NAME, several, values


def path(logic_ns: float, routing_ns: float, levels: int) -> CriticalPath:
    return CriticalPath(
        start="a",
        end="b",
        delay_ns=logic_ns + routing_ns,
        logic_ns=logic_ns,
        routing_ns=routing_ns,
        levels=levels,
    )


SHA_2 = several("sha-512", (100,) * 3, 1000, critical_path=path(4.0, 6.0, 60))
# one block in five cycles instead of ten, at 1.5 times the clock; 3000 cells with LUTs, 7 registers in all of these
KECCAK = several("keccak-512", (150,) * 3, 3000, block_cycles=5, critical_path=path(1.0, 5.67, 3))


def test_a_departure_has_a_part_of_the_reference_and_a_part_of_its_own() -> None:
    """Factors 0.5, 0.5 and 0.25 for three candidates: 0.397 in common, 1.26 and 0.63 each alone."""
    ours = values(SHA_2, KECCAK).ours
    overs = {"Keccak": 0.25, "JH": 0.5, "Luffa": 0.5}
    why = over_reference(ours, BY_NAME["Keccak"], 512, "area", overs)
    assert why
    assert why.text == (
        "The factor is 0.40 for the 3 candidates together, which is the part of the reference sha-512, times 0.63 of "
        "keccak-512 alone. On ecp5-85k-8 it has 3.00 times the LUTs and carry cells (3000 and 1000) and 1.00 times the "
        "registers (7 and 7)."
    )
    assert why.source == "results/ecp5-85k-8.jsonl: keccak-512/highspeed and sha-512/highspeed by their chosen recipes"
    level = over_reference(ours, BY_NAME["Keccak"], 512, "area", dict.fromkeys(overs, 0.5))
    assert level
    assert "times 1.00 of keccak-512 alone, which is no departure." in level.text


def test_a_throughput_is_divided_into_cycles_and_clock() -> None:
    why = over_reference(
        values(SHA_2, KECCAK).ours, BY_NAME["Keccak"], 512, "throughput", {"Keccak": 2.0, "JH": 2.0, "Luffa": 2.0}
    )
    assert why
    assert (
        "it has 2.00 times the bits in a cycle and 1.50 times the clock, with slowest paths of 1.0 ns in 3 cells and "
        "5.7 ns in wires and 4.0 ns in 60 cells and 6.0 ns in wires." in why.text
    )


def test_both_variants_are_compared_without_a_reference() -> None:
    small = several("keccak-256", (300,) * 3, 1500)
    found = values(SHA_2, KECCAK, small)
    why = large_over_small(found.ours, BY_NAME["Keccak"], "ratio")
    assert why
    assert "2.00 times the bits in a cycle and 0.50 times the clock" in why.text
    assert "2.00 times the LUTs and carry cells (3000 and 1500)" in why.text
    assert large_over_small(found.ours, BY_NAME["JH"], "ratio") is None


def test_two_candidates_have_no_common_part() -> None:
    ours = values(SHA_2, KECCAK).ours
    assert over_reference(ours, BY_NAME["Keccak"], 512, "area", {"Keccak": 1.0, "JH": 1.0}) is None


def test_differences_of_tables_8_to_10_have_one_once_three_candidates_are_measured() -> None:
    others = [several(name, (40,) * 3, 9000) for name in ("jh-512", "luffa-512")]
    found = {
        each.algorithm: each
        for each in comparisons(values(SHA_2, KECCAK, *others))
        if each.quantity == "Table 10: throughput per area"
    }
    # 4000 / 9000 over 10000 / 1000, 0.04, where the paper has 0.74
    assert found["JH"].differs
    assert all(each.explanation for each in found.values())
    assert len(found) == 3
