# SPDX-License-Identifier: Apache-2.0
"""The command `system advise`: ways to hash a mix of messages, compared."""

from dataclasses import asdict
from pathlib import Path

import click

from fairhash.base import files, paths
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressBar
from fairhash.figures.charts.bars import grouped_bars
from fairhash.figures.charts.svg import to_svg_element
from fairhash.results.software_speed import read_software_speeds
from fairhash.results.system_folder import MACHINE_OF_TODAY, speeds_file
from fairhash.studies.system.advice import Advice, Situation, advise_all
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.candidate import parse_candidate
from fairhash.studies.system.machine import MOST_BUFFER_BYTES, PAPER_BUFFER_BYTES
from fairhash.studies.system.presets import Lengths, disks, find, hosts, length_presets, read_lengths

_CANDIDATES = (
    *("software:openssl-sha-256", "software:openssl-sha3-256", "software:keccak-256", "software:keccak-256x2+lanes"),
    *("keccak-256/highspeed", "keccak-256/highspeedx4", "keccak-256/highspeedx8", "simd-256/highspeedx6"),
)


@click.command()
@click.option("--lengths", "lengths_name", default="internet-exchange", show_default=True, metavar="LENGTHS|FILE.csv")
@click.option("--disk", "disk_name", metavar="DISK", help="A preset: messages are files.  [default: in memory]")
@click.option("--bus", "bus_name", default="pcie-3-x8", show_default=True, metavar="BUS", help="A preset.")
@click.option("--host", "host_name", default="pcie-polling", show_default=True, metavar="HOST", help="A preset.")
@click.option("--candidate", "names", multiple=True, metavar="CANDIDATE", help="May be repeated.  [default: eight]")
@click.option("--batch", type=click.IntRange(1, 4096), help="Messages announced together.  [default: one a core]")
@click.option(
    "--buffer", "buffer_bytes", type=click.IntRange(1, MOST_BUFFER_BYTES), default=PAPER_BUFFER_BYTES, show_default=True
)
@click.option("--non-interleaved", is_flag=True, help="Send each message as a whole.")
@click.option("--software", type=click.Path(path_type=Path), metavar="FILE.json", help="Of system measure.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE.svg", help="[default: build/advice.svg]")
@as_json
def advise(
    *,
    lengths_name: str,
    disk_name: str | None,
    bus_name: str,
    host_name: str,
    names: tuple[str, ...],
    batch: int | None,
    buffer_bytes: int,
    non_interleaved: bool,
    software: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Compare ways to hash messages of a length distribution: what each achieves, what limits it, what to change first.

    LENGTHS is a preset (docs/system.md) or a CSV file with the columns bytes and count. A CANDIDATE is
    software:FUNCTION, xTHREADS and +lanes, from measured software; or CORE@CLOCK and xCORES, simulated on the bus.
    Without a clock it is that on ECP5-85k.

    \b
    Examples:
      fairhash system advise --lengths tls-records
      fairhash system advise --lengths files --disk nvme --candidate keccak-256/highspeed@100x8
    """
    lengths = (
        read_lengths(Path(lengths_name)) if "." in lengths_name else find(length_presets(), lengths_name, "lengths")
    )
    speeds = read_software_speeds(software or speeds_file(paths.results(), MACHINE_OF_TODAY))
    situation = Situation(
        lengths=lengths,
        bus=find_bus(bus_name),
        host=find(hosts(), host_name, "host"),
        disk=find(disks(), disk_name, "disk") if disk_name else None,
        speeds=speeds,
        processors=speeds.machine.processors,
        buffer_bytes=buffer_bytes,
        batch=batch or 0,
        interleaved=not non_interleaved,
    )
    candidates = [parse_candidate(name) for name in names or _CANDIDATES]
    with ProgressBar("simulating") as bar:
        advices = advise_all(situation, candidates, bar.at)
    file = svg or paths.build() / "advice.svg"
    files.write_text(file, _drawing(lengths, advices))
    if as_json:
        shown = lengths.model_dump(mode="json")
        print_json({"lengths": shown, "svg": str(file), "candidates": list(map(_data, advices))})
        return
    click.echo(f"{lengths.title}: mean {lengths.mean_bytes:.0f} bytes, median {lengths.percentile(50)} bytes")
    source = situation.disk.title if situation.disk else "from memory"
    click.echo(f"{source}; {situation.bus.title}; {situation.host.title}")
    click.echo()
    head = (
        *("candidate", "ns/B", "MB/s", "messages/s", "limit", "of the time"),
        *("cores busy", "change first", "then MB/s"),
    )
    print_table(head, _rows(advices))
    click.echo()
    click.echo(f"Software: processor time measured on {speeds.machine.cpu}. Written: {file}")


def _rows(advices: list[Advice]) -> list[tuple[object, ...]]:
    return [
        (
            *(one.name, f"{one.ns_per_byte:.4g}", f"{one.mb_s:.0f}", f"{one.messages_per_s:.0f}"),
            *(one.limit, f"{one.limit_share:.0%}", "-" if one.cores_busy is None else f"{one.cores_busy:.0%}"),
            one.change.text if one.change else "nothing gains 2 %",
            f"{1000 / one.change.ns_per_byte:.0f}" if one.change else "-",
        )
        for one in advices
    ]


def _data(one: Advice) -> dict[str, object]:
    return {**asdict(one), "mb_s": one.mb_s}


def _drawing(lengths: Lengths, advices: list[Advice]) -> str:
    names = [one.name.replace("/", "/\n").replace("software:", "software:\n") for one in advices]
    series: dict[str, list[float | None]] = {
        "now": [one.mb_s for one in advices],
        "after the first change": [1000 / one.change.ns_per_byte if one.change else None for one in advices],
    }
    title = f"Throughput for {lengths.title}"
    return to_svg_element(grouped_bars(title, "MB/s", names, series), title) + "\n"
