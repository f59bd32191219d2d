# SPDX-License-Identifier: Apache-2.0
"""What paper D's claims are compared with, and the chart of its five cases over case I."""

from dataclasses import replace

from fairhash.base.table import Column
from fairhash.figures.charts.interval_rows import RowDot
from fairhash.studies.papers.charts import Chart, interval_chart
from fairhash.studies.papers.claims import Finding
from fairhash.studies.papers.compared_cores import CoreOnDevice
from fairhash.studies.papers.d.structure import ALGORITHM, BASE, CASES, core_name
from fairhash.studies.papers.d.table_2 import published_cases, published_quotients
from fairhash.studies.papers.our_results import FIRST_DEVICE, OurResults
from fairhash.studies.papers.published_table import parse_number, published_table

_EFFICIENCY = 3
"""Position in published_quotients of the published throughput per area."""


def _over(ours: OurResults, architecture: str, base: str = BASE, device: str = FIRST_DEVICE) -> CoreOnDevice:
    return CoreOnDevice(ours, core_name(ALGORITHM, architecture), device, core_name(ALGORITHM, base))


def quotient(one: CoreOnDevice, measure: str) -> Finding:
    """Return a quotient by its name in Quotients; only that of throughput per area has an interval."""
    over = one.quotients
    if over is None:
        return Finding(preliminary=one.quotient_note())
    low, high = (over.ratio_low, over.ratio_high) if measure == "ratio" else (None, None)
    return Finding(getattr(over, measure), low, high, over.preliminary)


def findings(ours: OurResults) -> dict[str, Finding]:
    """Return the quotients of the cases on the first FPGA, and on the first cell library."""
    cases = published_cases()
    published = {case: published_quotients(row, cases["I"]) for case, row in cases.items()}
    found = {}
    for case, architecture in CASES.items():
        if case == "I":
            continue
        one = _over(ours, architecture)
        for at, measure in enumerate(("clock", "throughput", "area")):
            found[f"case {case}, {measure}"] = replace(quotient(one, measure), published=published[case][at])
    found["case V, throughput per area"] = replace(
        quotient(_over(ours, CASES["V"]), "ratio"), published=published["V"][_EFFICIENCY]
    )
    found["best case"] = _best(ours)
    found["generator, area"] = quotient(_over(ours, BASE, "case-1-wide"), "area")
    lfsr = _over(ours, BASE, "case-1-lfsr")
    found["generator over LFSR, area"] = quotient(lfsr, "area")
    first, basic = published_table("D", 4)[:2]
    name = "efficiency_mbit_s_per_ge"
    library = (ours.libraries or ["osu018"])[0]
    found["case V on cells"] = replace(
        quotient(_over(ours, CASES["V"], device=library), "ratio"),
        published=parse_number(first[name]) / parse_number(basic[name]),
    )
    return found


def _best(ours: OurResults) -> Finding:
    """Return the case with the highest throughput per area, if all are known."""
    figures = {case: ours.known_figure(core_name(ALGORITHM, name), FIRST_DEVICE) for case, name in CASES.items()}
    values = {case: figure.ratio.median for case, figure in figures.items() if figure and figure.ratio}
    if len(values) < len(CASES):
        return Finding(preliminary=f"{len(values)} of {len(CASES)} cases known")
    return Finding(f"case {max(values, key=lambda case: values[case])}")


def picture(ours: OurResults) -> Chart:
    """Return throughput per area of the cases over case I, the paper's values beside ours on each FPGA family."""
    cases = published_cases()
    theirs = "paper, Virtex 6"
    dots = [
        RowDot(f"case {case}", theirs, published_quotients(row, cases["I"])[_EFFICIENCY]) for case, row in cases.items()
    ]
    names = [theirs]
    for device in ours.family_devices:
        found = {
            case: quotient(_over(ours, architecture, device=device), "ratio") for case, architecture in CASES.items()
        }
        known = {case: one for case, one in found.items() if isinstance(one.value, float)}
        if known.keys() - {"I"}:
            names.append(device)
            dots += [
                RowDot(f"case {case}", device, float(one.value or 0), one.low, one.high, bool(one.preliminary))
                for case, one in known.items()
            ]
    message = _message(ours)
    rows = [f"case {case}" for case in cases]
    ours_shown = "; bars: 95 % intervals; hollow: preliminary."
    ours_missing = ". Ours are not shown: no quotient over case I is known."
    caption = (
        "Keccak-512: case I is one round in a cycle, II subpipelined, III unrolled twice, IV unrolled and pipelined, V "
        f"all three. Published: Mbit/s per slice{ours_shown if len(names) > 1 else ours_missing}"
    )
    columns = "case", Column("Mbit/s/area x", 2)
    axis = "throughput per area over that of case I"
    return interval_chart("cases-over-case-1", message, dots, rows, names, columns, axis, caption)


def _message(ours: OurResults) -> str:
    cases = published_cases()
    theirs = published_quotients(cases["V"], cases["I"])[_EFFICIENCY]
    found = quotient(_over(ours, CASES["V"]), "ratio")
    text = f"Case V has {theirs:.2f} times the throughput per area of case I in the paper"
    if not isinstance(found.value, float):
        return f"{text}; ours is not known"
    state = ", preliminary" if found.preliminary else ""
    return f"{text}, and {found.value:.2f} times with us{state}"
