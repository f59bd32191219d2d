# SPDX-License-Identifier: Apache-2.0
"""The speeds of the software models as CSV, JSON, a chart, and a table."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fairhash.base import files, paths
from fairhash.base.table import Column, Table, table_of_texts
from fairhash.figures.charts.bars import dot_rows
from fairhash.figures.charts.lines import size_name
from fairhash.figures.charts.svg import to_svg_element
from fairhash.models.bench.speeds import SIZES, Run, Speed


def _row(speed: Speed) -> dict[str, str | int | float | None]:
    """What is measured and what follows from it, three digits and more."""
    ratios = {
        "times_openssl": speed.times_openssl,
        "many_times_one": speed.many_times_one,
        "times_peer": speed.times_peer,
    }
    return {name: float(f"{v:.4g}") if isinstance(v, float) else v for name, v in {**asdict(speed), **ratios}.items()}


def speed_data(run: Run) -> dict[str, Any]:
    """For JSON."""
    how = {**asdict(run.setting), "portable": run.portable, "repetitions": run.effort.repetitions}
    return {"setting": {**how, "time": "the thread's processor time, minimum"}, "speeds": [_row(s) for s in run.speeds]}


def speeds_csv(run: Run) -> str:
    """One row for each algorithm and length, all that the speed depends on in each of them."""
    data = speed_data(run)
    rows = [{**speed, **data["setting"]} for speed in data["speeds"]]
    columns = tuple(Column(key, key) for key in (rows[0] if rows else ()))
    return Table("speeds", "", columns, tuple(tuple(row.values()) for row in rows)).to_csv()


def measurement_notes(run: Run) -> list[str]:
    """The conditions of the measurement, which are shown with every table."""
    setting = run.setting
    return [
        f"{setting.cpu}; instruction sets: {setting.cpu_features}{' (only portable code)' if run.portable else ''}",
        f"{setting.compiler} {setting.flags}",
        f"x: times the speed of SHA3-256 of {setting.openssl}, in the same run",
        f"peer: times the speed of another implementation of the function, {size_name(SIZES[-1])}, in the same run",
        f"MB/s: 10^6 bytes a second, one thread, its processor time, least of {run.effort.repetitions} repetitions",
    ]


def speed_table(run: Run) -> Table:
    """One row for each algorithm: MB/s, times OpenSSL, MB/s of several messages at a time, times the peer."""
    headings = ["algorithm", *(cell for size in SIZES for cell in (size_name(size), "x", "many")), "peer"]
    lines: dict[str, list[str]] = {}
    for speed in run.speeds:
        line = lines.setdefault(speed.algorithm, [speed.algorithm])
        line += [f"{speed.mb_s:.0f}", f"{speed.times_openssl:.2f}", f"{speed.many_mb_s:.0f}"]
        if speed.message_bytes == SIZES[-1]:
            line.append("" if speed.times_peer is None else f"{speed.times_peer:.2f} ({speed.peer})")
    return table_of_texts(headings, lines.values(), headings[:1])


def speed_chart(run: Run) -> str:
    """A dot for each length on each algorithm's row, logarithmic, OpenSSL's SHA3-256 being 1."""
    names = list(dict.fromkeys(speed.algorithm for speed in run.speeds))
    title = f"Speed of the software models on one thread{', portable code' if run.portable else ''}"
    series = {size_name(size): {s.algorithm: s.times_openssl for s in _speeds_at(run, size)} for size in SIZES}
    label = f"{size_name(SIZES[-1])}, several at a time"
    series[label] = {s.algorithm: s.many_mb_s / s.openssl_mb_s for s in _speeds_at(run, SIZES[-1])}
    axis = ["times OpenSSL's SHA3-256", *measurement_notes(run)]
    return to_svg_element(dot_rows(title, axis, names, series, reference=1, is_logarithmic=True), title)


def _speeds_at(run: Run, size: int) -> Iterable[Speed]:
    return [speed for speed in run.speeds if speed.message_bytes == size]


def write_speeds(run: Run, folder: Path | None = None) -> Path:
    """Writes speeds.csv, .json and .svg, or portable.*, by default to build/bench-models; returns the folder."""
    where = folder or paths.build() / "bench-models"
    name = "portable" if run.portable else "speeds"
    texts = {"csv": speeds_csv(run), "json": json.dumps(speed_data(run), indent=2) + "\n", "svg": speed_chart(run)}
    for suffix, text in texts.items():
        files.write_text(where / f"{name}.{suffix}", text)
    return where
