# SPDX-License-Identifier: Apache-2.0
"""Claims of papers: verdicts by hand-made intervals, and published values as ours, which must confirm the claims."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.results.schema import Result
from fairhash.studies.papers.a import verdict as verdict_a
from fairhash.studies.papers.a.normalised_values import CANDIDATES
from fairhash.studies.papers.b import published
from fairhash.studies.papers.b import verdict as verdict_b
from fairhash.studies.papers.b.evidence import LightweightEvidence
from fairhash.studies.papers.c import verdict as verdict_c
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import CONFIRMED, NOT_CONFIRMED, Claim, Decided, Finding, decide, number_of
from fairhash.studies.papers.differences import NO_REASON
from fairhash.studies.papers.our_results import UNDECIDED
from fairhash.studies.papers.paper import find_paper
from tests.published.paper_a import TABLES
from tests.studies.papers.a import runs as runs_a
from tests.studies.papers.b import runs as runs_b
from tests.studies.papers.c import runs as runs_c
from tests.studies.papers.d import runs as runs_d

LETTERS = "ABCDE"


def decided(finding: Finding, **changes: object) -> Decided:
    values = {"measure": "m", "text": "t", "place": "Table 1", "published": 2.0, "tolerance": 0.1}
    return Decided(Claim.model_validate(values | changes), finding)


@pytest.mark.parametrize(
    ("finding", "changes", "expected"),
    [
        (Finding(2.1, 2.0, 2.2), {}, CONFIRMED),
        (Finding(2.1, 2.0, 2.3), {}, UNDECIDED),
        (Finding(2.5, 2.3, 2.7), {}, NOT_CONFIRMED),
        (Finding(2.3, 2.2, 2.7), {}, UNDECIDED),
        # an exact value has no interval
        (Finding(2.2), {}, CONFIRMED),
        (Finding(2.3), {}, NOT_CONFIRMED),
        (Finding(2.0, preliminary="stale"), {}, UNDECIDED),
        (Finding(preliminary="not measured"), {}, UNDECIDED),
        (Finding(9.0, 8.0, 10.0), {"comparison": "at least", "tolerance": 0}, CONFIRMED),
        (Finding(2.1, 1.9, 2.4), {"comparison": "at least", "tolerance": 0}, UNDECIDED),
        (Finding(1.0, 0.9, 1.1), {"comparison": "at least", "tolerance": 0}, NOT_CONFIRMED),
        (Finding(1.0, 0.9, 1.1), {"comparison": "at most", "tolerance": 0}, CONFIRMED),
        # what is possible while some values are not known may already decide
        (Finding(None, 3, 9, "6 of 14 known"), {"tolerance": 0}, NOT_CONFIRMED),
        (Finding(None, 1, 9, "6 of 14 known"), {"tolerance": 0}, UNDECIDED),
        (Finding("Keccak"), {"published": "Keccak"}, CONFIRMED),
        (Finding("JH"), {"published": "Keccak"}, NOT_CONFIRMED),
    ],
)
def test_a_claim_is_decided_by_its_whole_interval(finding: Finding, changes: dict[str, object], expected: str) -> None:
    assert decided(finding, **changes).verdict == expected


def test_our_value_is_shown_with_its_certainty() -> None:
    assert decided(Finding(2.1, 2.0, 2.25)).ours == "2.10 (2.00 to 2.25)"
    assert decided(Finding(2.1, preliminary="stale")).ours == "(2.10)"
    assert decided(Finding(None, 1, 9, "x"), digits=0).ours == "1 to 9"
    assert decided(Finding(preliminary="x")).ours == "not known"
    assert decided(Finding(2.0), calibration="chosen").note == "calibration: chosen"
    assert decided(Finding(3.0)).note == NO_REASON
    assert decided(Finding(3.0), reason="why", open="how").note == "why; open in the paper: how"


@dataclass(frozen=True)
class Value:
    """A known value with its interval."""

    value: float
    low: float
    high: float
    is_known: bool = True


def test_a_count_has_the_numbers_that_are_possible_as_limits() -> None:
    """Above 1: one surely, one perhaps, one surely not, and one of the four is not known."""
    known = {"a": Value(2, 1.5, 3), "b": Value(1.1, 0.9, 1.2), "c": Value(0.5, 0.4, 0.6)}
    sides = "true of a 2.00, b 1.10; not true of c 0.50"
    unsure = Finding(None, 1, 3, "3 of 4 cores known", explanation=sides)
    assert number_of(known, 4, "cores", lambda value: value > 1) == unsure
    assert number_of(known, 3, "cores", lambda value: value > 1) == Finding(2, 1, 2, explanation=sides)
    assert number_of({}, 3, "cores", lambda value: value > 1) == Finding(preliminary="0 of 3 cores known")


@pytest.mark.parametrize(
    ("computed", "declared", "expected"),
    [("", "", NO_REASON), ("c", "", "c"), ("", "d", "d"), ("c", "d", "c; d")],
)
def test_a_claim_that_is_not_confirmed_has_its_computed_and_its_declared_reason(
    computed: str, declared: str, expected: str
) -> None:
    """In this order; a confirmed claim needs none."""
    assert decided(Finding(3.0, 3.0, 3.0, explanation=computed), reason=declared).note == expected
    assert decided(Finding(2.0, 2.0, 2.0, explanation=computed), reason=declared).note == ""


_FOUND = "found = 'x'"
_CLAIM = f"{_FOUND}\n[[claim]]\ntext = 't'\nplace = 'p'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("found = ", "unreadable data file"),
        (_FOUND, "claim: is missing"),
        (
            f"{_CLAIM}measure = 'm'\ntolerance = -1",
            "greater than or equal to 0",
        ),
        (f"{_CLAIM}measure = 'other'\npublished = 1", "no measure 'other'"),
        (f"{_CLAIM}measure = 'm'", "m: no published value"),
    ],
)
def test_wrong_claims_are_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(text)
    with pytest.raises(FairhashError, match=message):
        decide(file, {"m": Finding(1.0)})


@pytest.mark.parametrize("letter", LETTERS)
def test_without_results_the_verdict_has_five_lines_and_confirms_nothing(letter: str) -> None:
    """Paper E's computer of the paper is simulated and needs no result of a core."""
    paper = find_paper(letter)
    document = paper.document([])
    assert document.verdict
    headings = [heading for heading, _ in document.verdict.lines]
    assert headings == ["The paper", "Our results", "How sure", "Where they differ", "Basis"]
    assert "{" not in document.verdict.lines[0][1]
    assert document.tables()[0] == document.verdict.claims
    if letter != "E":
        assert document.verdict.counts == {UNDECIDED: len(document.verdict.claims.rows)}
        assert document.verdict.lines[4][1] == "No figure is known."


@pytest.mark.parametrize(
    ("letter", "published"),
    [
        ("A", {"6.7 ± 25 %", "26.5 ± 25 %", "19.3 ± 25 %", "2", "4", "14", "Keccak"}),
        ("B", {"16", "Shabal", "BLAKE-256, Groestl, JH42, Keccak, Skein"}),
        ("C", {"1.33 ± 10 %", "1.26 ± 10 %", "2.00 ± 25 %", "at most 2.50"}),
        ("D", {"2.72 ± 25 %", "case V"}),
        ("E", {f"{text} ± 10 %" for text in ("2.30", "15.94", "713.44", "971.25", "0.32", "1.00", "10.00")}),
    ],
)
def test_the_published_numbers_are_those_of_the_papers(letter: str, published: set[str]) -> None:
    found = find_paper(letter).document([]).verdict
    assert found
    column = [each.key for each in found.claims.columns].index("published")
    assert published <= {row[column] for row in found.claims.rows}


def verdicts(letter: str, findings: dict[str, Finding]) -> dict[str, str]:
    return {one.claim.measure: one.verdict for one in decide(find_paper(letter).claims_file, findings)}


def rows_of(chart: Chart | None) -> list[dict[str, str]]:
    assert chart
    assert chart.svg.startswith('<svg role="img" aria-label=')
    return list(csv.DictReader(io.StringIO(chart.csv)))


def published_candidates() -> Iterable[list[Result]]:
    """SHA-512 at 100 MHz with 1000 cells, and the candidates by the Overall columns of Tables 8 and 9."""
    yield runs_a.several("sha-512", (100,) * 3, 1000)
    for candidate in CANDIDATES:
        throughput, area = (float(TABLES[number][candidate.name]["overall"]) for number in (8, 9))
        yield runs_a.several(candidate.core(512).partition("/")[0], (100 * throughput,) * 3, round(1000 * area))


def test_published_values_of_paper_a_confirm_its_claims() -> None:
    """All but the prediction, which needs the 256-bit variants."""
    groups = list(published_candidates())
    values = runs_a.values(*groups)
    found = verdicts("A", verdict_a.findings(values))
    assert found.pop("predicted throughput") == UNDECIDED
    assert set(found.values()) == {CONFIRMED}
    rows = rows_of(verdict_a.picture(values))
    assert [row["position"] for row in rows][:2] == ["1", "2"]
    assert {row["preliminary"] for row in rows} == {"false"}


def test_a_preliminary_candidate_leaves_paper_a_undecided() -> None:
    """One seed of Keccak: its dot is hollow, and one to two candidates may beat SHA-512."""
    groups = [group[:1] if group[0].algorithm == "keccak-512" else group for group in published_candidates()]
    values = runs_a.values(*groups)
    found = verdict_a.findings(values)
    above = found["above SHA-512 per area"]
    assert (above.value, above.low, above.high) == (None, 1, 2)
    rows = {row["algorithm"]: row for row in rows_of(verdict_a.picture(values))}
    assert (rows["Keccak"]["preliminary"], rows["Keccak"]["rank_lowest"]) == ("true", "")
    assert rows["CubeHash"]["preliminary"] == "false"


def evidence_of_published_values(folder: Path, faster: dict[str, int]) -> LightweightEvidence:
    """The paper's clocks, areas and cycles on Spartan-3; some designs take a fraction of the paper's cycles."""
    groups = []
    for each in published.CANDIDATES:
        formula, area = published.formula(each), published.area(each, "spartan_3")
        throughput = published.mbit_s(each, "spartan_3", "long")
        assert formula
        assert area
        assert throughput
        clock = throughput * formula.block / formula.bits
        cycles = formula.block // faster.get(each.name, 1)
        groups.append(runs_b.lightweight(each.name, clock, 2 * round(area), formula.bits, cycles))
    return runs_b.evidence(folder, *groups)


def test_published_values_of_paper_b_confirm_its_order(tmp_path: Path) -> None:
    evidence = evidence_of_published_values(tmp_path, {})
    found = verdicts("B", verdict_b.findings(evidence))
    # one block alone takes 18 cycles more than a further one in these runs, so no finalisation is long
    assert found.pop("last for one block") == NOT_CONFIRMED
    assert set(found.values()) == {CONFIRMED}
    rows = rows_of(verdict_b.picture(evidence))
    assert len(rows) == len(published.CANDIDATES)


def test_an_order_that_fewer_cycles_change_is_explained_by_them(tmp_path: Path) -> None:
    """Keccak in 1/16 of the paper's cycles is the first of the finalists; with the paper's cycles the order is its."""
    evidence = evidence_of_published_values(tmp_path, {"Keccak": 16})
    order = verdict_b.findings(evidence)["finalists"]
    assert str(order.value).startswith("Keccak, ")
    assert order.explanation.endswith(f"the paper's cycles for a block give {order.published}")


def test_a_tweak_is_explained_by_clock_cycles_and_cells(tmp_path: Path) -> None:
    """By hand: 120 / 100, 672 / 576 and 500 / 400."""
    runs = (("JH", 100, 400, 576), ("JH42", 120, 500, 672))
    groups = [runs_b.lightweight(name, mhz, cells, 512, cycles) for name, mhz, cells, cycles in runs]
    found = verdict_b.findings(runs_b.evidence(tmp_path, *groups))["JH42 over JH"]
    assert found.explanation == "clock 1.20, cycles of a block 1.17, cells 1.25"


def test_paper_c_is_decided_by_the_two_cores(tmp_path: Path) -> None:
    """SHA-512 with 1.33 times the throughput and 1.2 times the area of SHA-1: a block is twice as long."""
    groups = [
        runs_c.several("sha-1/counters", (100, 100, 100), 1000),
        runs_c.several("sha-512/counters", (66.5, 66.5, 66.5), 1200),
        runs_c.several("sha-512/highspeed", (100,), 1000),
    ]
    evidence = runs_c.evidence(tmp_path, *groups)
    found = verdicts("C", verdict_c.findings(evidence))
    assert (found["static"], found["area"], found["experiment"]) == (CONFIRMED, NOT_CONFIRMED, UNDECIDED)
    ours = [row for row in rows_of(verdict_c.picture(evidence)) if row["source"] == "counters"]
    assert next((row["quotient"], row["preliminary"]) for row in ours) == ("SHA-512 / SHA-1: speed, static", "false")


def test_paper_d_is_decided_by_its_cases() -> None:
    """Case V with 12048 Mbit/s in 8000 cells over case I with 3600 in 4000: 1.67 times, not 2.72."""
    rows = [*runs_d.several("case-1", (150,) * 3, 4000), *runs_d.several("case-5", (251,) * 3, 8000)]
    shown = find_paper("D").document(rows).verdict
    assert shown
    (claim,) = [row for row in shown.claims.rows if row[0] == "Case V over case I in throughput per area"]
    assert claim[1:4] == (NOT_CONFIRMED, "2.72 ± 25 %", "1.67")
    assert "1.67 instead of 2.72" in shown.lines[3][1]
    assert shown.chart
    assert "and 1.67 times with us" in shown.chart.title
    (case_v,) = [row for row in rows_of(shown.chart) if row["source"] == "ecp5-85k-8" and row["case"] == "case V"]
    assert float(case_v["throughput_per_area_ratio"]) == pytest.approx(12048 / 8000 / (3600 / 4000))
