# SPDX-License-Identifier: Apache-2.0
"""Outcomes of mutants of netlists as table rows."""

from collections.abc import Sequence

from fairhash.base.table import Table, table_of_texts
from fairhash.features.mutants.record import BY_ARGUMENT, MutantReport, MutantsFolder


def mutants_table(reports: Sequence[MutantReport], folder: MutantsFolder) -> Table:
    """One row for each report."""
    headings = ("core", "device", "mutants", "equivalent", "killed", "of not equivalent", "survivors")
    rows = [
        (
            report.core,
            report.device,
            str(report.mutants),
            _equivalent(report, folder.argued(report)),
            str(report.killed),
            f"{folder.share(report):.2%}",
            str(len(report.survivors) - folder.argued(report)),
        )
        for report in reports
    ]
    return table_of_texts(headings, rows)


def survivor_rows(reports: Sequence[MutantReport], folder: MutantsFolder) -> list[tuple[str, ...]]:
    """One row for each survivor: core, device, mutation, source, cycles of a counterexample, explanation."""
    return [
        (
            report.core,
            report.device,
            f"`{survivor.mutation}`",
            f"`{survivor.source or survivor.signal}`",
            "" if survivor.counterexample_cycles is None else str(survivor.counterexample_cycles),
            folder.explained(report).get(survivor.mutation, "not read"),
        )
        for report in reports
        for survivor in report.survivors
    ]


def _equivalent(report: MutantReport, argued: int) -> str:
    """E.g. ``12 (10 combinational, 2 sequential)``."""
    parts = {**report.equivalent, **({BY_ARGUMENT: argued} if argued else {})}
    text = ", ".join(f"{count} {name}" for name, count in sorted(parts.items()))
    return f"{sum(parts.values())} ({text})" if text else "0"
