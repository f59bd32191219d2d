# SPDX-License-Identifier: Apache-2.0
"""The measured speeds of an algorithm in software, for its page."""

from fairhash import paths
from fairhash.charts.lines import size_name
from fairhash.papers.e.evidence import GRID
from fairhash.results.software_speed import SoftwareSpeed, SoftwareSpeeds, read_software_speeds
from fairhash.site.pages import NO_VALUE, Grid, columns, number

_HEAD = ("processor", "program", "threads", "message", "one at a time MB/s", "many at a time MB/s")


def measured_speeds() -> list[SoftwareSpeeds]:
    """The stored speeds of all machines, from results/system/."""
    files = sorted((paths.results() / "system").glob("*.json"))
    return [read_software_speeds(file) for file in files if file.name != GRID]


def software_table(algorithm: str, machines: list[SoftwareSpeeds]) -> Grid | None:
    """The speeds of the model, and of OpenSSL if it has the algorithm; messages are in memory. None without a speed.

    Args:
        algorithm: Id of the algorithm.
        machines: From measured_speeds().
    """
    rows: list[tuple[str, ...]] = []
    for machine in machines:
        for function, program in ((algorithm, "model"), (f"openssl-{algorithm}", "OpenSSL")):
            speeds = [speed for speed in machine.find(function) if not (speed.lanes and speed.multiplicity == "one")]
            for threads, length in sorted({(speed.threads, speed.message_bytes) for speed in speeds}):
                same = [speed for speed in speeds if (speed.threads, speed.message_bytes) == (threads, length)]
                one, many = (_mb_s(same, multiplicity) for multiplicity in ("one", "many"))
                rows.append((machine.machine.cpu, program, str(threads), size_name(length), one, many))
    return Grid(_HEAD, tuple(rows), "", columns(_HEAD, _HEAD[:2])) if rows else None


def _mb_s(speeds: list[SoftwareSpeed], multiplicity: str) -> str:
    """The highest median rate in 10^6 bytes a second, with or without vector lanes."""
    times = [speed.ns_per_byte.median for speed in speeds if speed.multiplicity == multiplicity]
    return number(1000 / min(times)) if times else NO_VALUE
