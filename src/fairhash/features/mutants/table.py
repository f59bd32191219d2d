# SPDX-License-Identifier: Apache-2.0
"""Outcomes of mutants of netlists as table rows."""

from collections.abc import Mapping, Sequence

from fairhash.base.table import Table, table_of_texts
from fairhash.features.mutants.record import JudgedReport, MutantReport, MutantsFolder


def mutants_table(reports: Sequence[MutantReport], folder: MutantsFolder) -> Table:
    """One row for each report."""
    headings = ("core", "device", "mutants", "equivalent", "killed", "of not equivalent", "survivors")
    rows = [_row(folder.judged(report)) for report in reports]
    return table_of_texts(headings, rows)


def _row(judged: JudgedReport) -> tuple[str, ...]:
    report = judged.report
    return (
        report.core,
        report.device,
        str(report.mutants),
        _equivalent(judged.equivalent),
        str(report.killed),
        f"{judged.share:.2%}",
        str(judged.alive),
    )


def survivor_rows(reports: Sequence[MutantReport], folder: MutantsFolder) -> list[tuple[str, ...]]:
    """One row for each survivor: core, device, mutation, source, cycles of a counterexample, explanation."""
    return [
        (
            judged.report.core,
            judged.report.device,
            f"`{survivor.mutation}`",
            f"`{survivor.source or survivor.signal}`",
            "" if survivor.counterexample_cycles is None else str(survivor.counterexample_cycles),
            judged.why.get(survivor.mutation, "not read"),
        )
        for judged in map(folder.judged, reports)
        for survivor in judged.report.survivors
    ]


def _equivalent(kinds: Mapping[str, int]) -> str:
    """E.g. ``12 (10 combinational, 2 sequential)``."""
    text = ", ".join(f"{count} {name}" for name, count in sorted(kinds.items()))
    return f"{sum(kinds.values())} ({text})" if text else "0"
