# SPDX-License-Identifier: Apache-2.0
"""The command `system measure`: speed of hashing in software, from memory and disk."""

import os
from pathlib import Path
from typing import Literal

import click

from fairhash.base import paths
from fairhash.console.names import ALGORITHM
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressBar
from fairhash.models.bench.system_loops import model_function, openssl_functions
from fairhash.models.library import find_algorithm
from fairhash.results.software_speed import (
    Cache,
    SoftwareSpeed,
    SoftwareSpeeds,
    Source,
    read_software_speeds,
    write_software_speeds,
)
from fairhash.results.system_folder import speeds_file
from fairhash.studies.system.measure_software import QUICK, THOROUGH, SoftwareMeasurement, machine_name
from fairhash.studies.system.software_cases import ALGORITHMS, LENGTHS, groups, missing, thread_counts

_HEAD = (
    "function",
    "bytes",
    "source",
    "cache",
    "messages",
    "threads",
    "lanes",
    "ns/B",
    "quartiles",
    "least",
    "read",
    "CPU",
    "pad ns",
)


@click.command()
@click.argument("algorithms", nargs=-1, type=ALGORITHM, metavar="[ALGORITHM]...")
@click.option(
    "--bytes",
    "lengths",
    type=click.IntRange(1, 1 << 30),
    multiple=True,
    help="Message length; may be repeated.  [default: 11 from 8 B to 256 KiB]",
)
@click.option("--source", type=click.Choice(["memory", "disk", "both"]), default="both", show_default=True)
@click.option(
    "--cold",
    type=click.Choice(["direct", "dropped"]),
    default="direct",
    show_default=True,
    help="How files are read from the disk: with O_DIRECT, or after their pages were removed from the page cache.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    multiple=True,
    metavar="N",
    help="Threads for many messages; may be repeated.  [default: powers of two, and all processors]",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for files of messages, on the measured disk.  [default: build]",
)
@click.option("--quick", is_flag=True, help="Few and short samples, for a rough result.")
@click.option("--missing", "only_missing", is_flag=True, help="Only cases that the file does not have yet.")
@click.option("--to", type=click.Path(path_type=Path), metavar="FILE.json", help="[default: in results/system]")
@as_json
def measure(
    *,
    algorithms: tuple[str, ...],
    lengths: tuple[int, ...],
    source: str,
    cold: Literal["direct", "dropped"],
    threads: tuple[int, ...],
    folder: Path | None,
    quick: bool,
    only_missing: bool,
    to: Path | None,
    as_json: bool,
) -> int:
    """Measure the time per byte of ALGORITHMs in software (default: keccak-256 and simd-256).

    Messages are in memory, or in files that are read from the disk and from the page cache. One message at a time, or
    many on several threads, with and without the lanes of vector registers. OpenSSL's SHA-256 and SHA3-256 are measured
    in alternation. Ctrl-C keeps what is measured.

    \b
    Examples:
      fairhash system measure
      fairhash system measure sha-512 blake-32 --bytes 64 --bytes 65536 --source memory
    """
    names = dict.fromkeys(algorithms or ALGORITHMS)
    functions = [*(model_function(find_algorithm(name)) for name in names), *openssl_functions()]
    memory: list[tuple[Source, Cache]] = [("memory", "none")]
    disk: list[tuple[Source, Cache]] = [("disk", cold), ("disk", "warm")]
    sources = {"memory": memory, "disk": disk, "both": memory + disk}[source]
    counts = sorted(set(threads)) or thread_counts(os.cpu_count() or 1)
    chosen = list(groups(functions, lengths or LENGTHS, sources, counts))
    name = machine_name()
    file = to or speeds_file(paths.results(), name)
    if only_missing and file.is_file():
        chosen = missing(chosen, read_software_speeds(file).rows)
    measurement = SoftwareMeasurement(QUICK if quick else THOROUGH, folder)
    interrupted = False
    with ProgressBar("measuring") as bar:
        try:
            measurement.run(chosen, bar.titled)
        except KeyboardInterrupt:
            interrupted = True
    speeds = measurement.speeds(name, complete=not interrupted)
    if speeds.rows:
        write_software_speeds(file, speeds)
    _show(speeds, file, as_json=as_json)
    if interrupted:
        click.echo(f"interrupted: {len(speeds.rows)} cases are stored; --missing measures the rest", err=True)
        return 130
    return 0


def _show(speeds: SoftwareSpeeds, file: Path, *, as_json: bool) -> None:
    if as_json:
        print_json(speeds.model_dump(mode="json"))
        return
    print_table(_HEAD, [_cells(row) for row in speeds.rows])
    machine = speeds.machine
    click.echo()
    click.echo(f"{machine.cpu}, {machine.processors} processors, {machine.memory}; {machine.disk or 'no disk read'}")
    load = f"load average {machine.load_before:.2f} to {machine.load_after:.2f}"
    click.echo(f"{machine.compiler}; {machine.openssl}; {load}")
    click.echo(f"Written: {file}" if speeds.rows else "Nothing was measured.")


def _cells(row: SoftwareSpeed) -> tuple[object, ...]:
    times = row.ns_per_byte
    return (
        *(row.function, row.message_bytes, row.source, row.cache, row.multiplicity, row.threads),
        *(
            "yes" if row.lanes else "no",
            f"{times.median:.4g}",
            f"{times.lower:.4g}..{times.upper:.4g}",
            f"{times.least:.4g}",
        ),
        f"{row.read_ns_per_byte.median:.4g}" if row.read_ns_per_byte else "-",
        f"{row.cpu_ns_per_byte.median:.4g}",
        f"{row.pad_ns.median:.4g}" if row.pad_ns else "-",
    )
