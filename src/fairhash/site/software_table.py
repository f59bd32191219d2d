# SPDX-License-Identifier: Apache-2.0
"""The measured speeds of algorithms in software: of one for its page, and of all side by side."""

from collections.abc import Mapping, Sequence

from fairhash.base.table import Table, table_of_texts
from fairhash.figures.charts.lines import size_name
from fairhash.results.software_speed import SoftwareSpeed, SoftwareSpeeds
from fairhash.site.pages import NO_VALUE, number

_HEAD = (
    *("processor", "program", "threads", "message"),
    *("one at a time MB/s", "many, no lanes MB/s", "many, vector lanes MB/s"),
)

COMPARED_BYTES = (64, 1536, 262144)
"""Lengths of messages with which algorithms are compared: a key or counter, a network packet, a long message."""


def software_table(algorithm: str, machines: list[SoftwareSpeeds]) -> Table | None:
    """The speeds of the model, and of OpenSSL if it has the algorithm; messages are in memory. None without a speed.

    Args:
        algorithm: Id of the algorithm.
        machines: From measured_speeds().
    """
    rows: list[tuple[str, ...]] = []
    for machine in machines:
        for function, program in ((algorithm, "model"), (f"openssl-{algorithm}", "OpenSSL")):
            speeds = machine.find(function)
            for threads, length in sorted({(speed.threads, speed.message_bytes) for speed in speeds}):
                same = [speed for speed in speeds if (speed.threads, speed.message_bytes) == (threads, length)]
                rates = (_mb_s(same, "one", False), _mb_s(same, "many", False), _mb_s(same, "many", True))
                rows.append(
                    (machine.machine.cpu, program, str(threads), size_name(length), *(number(rate) for rate in rates))
                )
    return table_of_texts(_HEAD, rows, _HEAD[:2]) if rows else None


def comparison_tables(machines: Sequence[SoftwareSpeeds], names: Mapping[str, str]) -> list[Table]:
    """One table for each machine: all functions, one thread, the fastest for long messages first.

    Args:
        machines: From measured_speeds().
        names: What is shown for an algorithm that has a page.
    """
    sizes = [size_name(length) for length in COMPARED_BYTES]
    head = ("algorithm", "program", *(f"{size}, {way}" for size in sizes for way in ("one", "many")), "lanes")
    tables = []
    for machine in machines:
        functions = sorted({row.function for row in machine.rows if row.source == "memory"})
        rates = {function: _compared_rates(machine, function) for function in functions}
        ordered = sorted(functions, key=lambda function: -(rates[function][-3] or 0))
        rows: list[tuple[str, ...]] = []
        for function in ordered:
            algorithm = function.removeprefix("openssl-")
            program = "model" if algorithm == function else "OpenSSL"
            *speeds, gain = rates[function]
            gain_text = NO_VALUE if gain is None else f"\N{MULTIPLICATION SIGN}{gain:.1f}"
            rows.append((names.get(algorithm, algorithm), program, *map(number, speeds), gain_text))
        caption = f"MB/s on one thread, {machine.machine.cpu}, {machine.date:%Y-%m-%d}"
        tables.append(table_of_texts(head, rows, head[:2], caption))
    return tables


def _compared_rates(machine: SoftwareSpeeds, function: str) -> list[float | None]:
    """For each length one at a time and many at a time in MB/s, then the factor by lanes for the longest messages."""
    speeds = [speed for speed in machine.find(function) if speed.threads == 1]
    rates: list[float | None] = []
    for length in COMPARED_BYTES:
        same = [speed for speed in speeds if speed.message_bytes == length]
        many = [rate for lanes in (False, True) if (rate := _mb_s(same, "many", lanes)) is not None]
        rates += [_mb_s(same, "one", False), max(many, default=None)]
    longest = [speed for speed in speeds if speed.message_bytes == COMPARED_BYTES[-1]]
    without, with_lanes = (_mb_s(longest, "many", lanes) for lanes in (False, True))
    return [*rates, with_lanes / without if without and with_lanes else None]


def _mb_s(speeds: Sequence[SoftwareSpeed], multiplicity: str, lanes: bool) -> float | None:
    """The highest median rate in 10^6 bytes a second; None if there is none."""
    times = [speed.ns_per_byte.median for speed in speeds if (speed.multiplicity, speed.lanes) == (multiplicity, lanes)]
    return 1000 / min(times) if times else None
