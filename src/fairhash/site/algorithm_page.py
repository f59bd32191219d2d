# SPDX-License-Identifier: Apache-2.0
"""The page of each algorithm: its cores, the trade-off between them, and its sibling of another digest size."""

from collections.abc import Sequence

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.charts.lines import size_name
from fairhash.charts.svg import to_svg
from fairhash.charts.throughput_area import filled, specification
from fairhash.papers.e.evidence import GRID
from fairhash.results.software_speed import SoftwareSpeed, SoftwareSpeeds, read_software_speeds
from fairhash.site.data import CHOSEN, ShownFigure, SiteData
from fairhash.site.device_page import absolute_dot
from fairhash.site.figure_grid import figure_grid
from fairhash.site.pages import NO_VALUE, Cell, Grid, Link, Page, SearchEntry, columns, core_link, device_link, number

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


def algorithm_path(name: str) -> str:
    """The path of an algorithm's page."""
    return f"algorithms/{name}.html"


def algorithm_pages(data: SiteData, device_ids: Sequence[str]) -> list[Page]:
    """One page for each algorithm that has a core, and their index."""
    machines = measured_speeds()
    pages = [
        _page(name, cores, data, device_ids, software_table(name, machines)) for name, cores in data.algorithms.items()
    ]
    head = ("algorithm", "family", "digest bits", "block bits", "cores", "figures")
    rows = tuple(
        (
            Link(name, algorithm_path(name)),
            cores[0].family,
            str(cores[0].digest_bits),
            str(cores[0].block_bits),
            str(len(cores)),
            str(len(_figures(name, data))),
        )
        for name, cores in data.algorithms.items()
    )
    grid = Grid(head, rows, "", columns(head, ("algorithm", "family")))
    return [
        *pages,
        Page("algorithms/index.html", "Algorithms", "algorithms.html", {"grid": grid}, "algorithms/index.html"),
    ]


def _figures(name: str, data: SiteData) -> list[ShownFigure]:
    """The figures of all cores of an algorithm with their chosen recipes."""
    return [one for one in data.figures if one.figure.first.algorithm == name and one.comparison == CHOSEN]


def _page(name: str, cores: Sequence[Core], data: SiteData, device_ids: Sequence[str], software: Grid | None) -> Page:
    figures = _figures(name, data)
    by_device: dict[str, list[ShownFigure]] = {}
    for one in figures:
        by_device.setdefault(one.row.device, []).append(one)
    tables = [
        (device, figure_grid(group, device_ids, data.cores))
        for device, group in sorted(by_device.items(), key=lambda entry: -len(entry[1]))
    ]
    family = cores[0].family
    also = sorted({other for core in cores for other in core.also})
    facts: list[tuple[str, Cell]] = [
        ("Family", Link(family, f"docs/rtl/{family}.html")),
        ("Digest", f"{cores[0].digest_bits} bits"),
        ("Block", f"{cores[0].block_bits} bits"),
        ("Cores", str(len(cores))),
        ("The same circuits compute", ", ".join(also) or NO_VALUE),
    ]
    device, chart = _trade_off(name, by_device)
    return Page(
        algorithm_path(name),
        name,
        "algorithm.html",
        {
            "name": name,
            "facts": facts,
            "cores": _core_grid(cores),
            "tables": tables,
            "chart": chart,
            "chart_device": device,
            "software": software,
            "siblings": _siblings(cores, data, device_ids),
        },
        "algorithms/index.html",
        (SearchEntry(f"Algorithm {name}", algorithm_path(name), " ".join(core.name for core in cores)),),
    )


def _core_grid(cores: Sequence[Core]) -> Grid:
    head = ("core", "cycles for N blocks", "word bits", "messages in flight")
    rows = tuple(
        (
            core_link(core.name, {core.name: core}),
            core.formula.text(core.io_ratio),
            str(core.word_bits),
            str(core.messages_in_flight),
        )
        for core in cores
    )
    return Grid(head, rows, "", columns(head, ("core", "cycles for N blocks")))


def _trade_off(name: str, by_device: dict[str, list[ShownFigure]]) -> tuple[str, str]:
    """The device with the most ranked cores, and the chart of them; empty if no device has two."""
    ranked = {device: [one for one in group if one.status == "ranked"] for device, group in by_device.items()}
    device = max(ranked, key=lambda entry: len(ranked[entry]), default="")
    dots = [dot for one in ranked.get(device, []) if (dot := absolute_dot(one))]
    if len(dots) < 2:
        return "", ""
    unit = "logic cells" if ranked[device][0].row.area_unit == "cell" else ranked[device][0].row.area_unit
    spec = filled(specification(f"area in {unit}", "throughput in Mbit/s"), dots)
    return device, to_svg(spec, f"Cores of {name} on {device}")


def _siblings(cores: Sequence[Core], data: SiteData, device_ids: Sequence[str]) -> Grid | None:
    """Cores of the same family and architecture with 256-bit and 512-bit digests, on devices that have both."""
    family = cores[0].family
    siblings: dict[tuple[str, str], dict[int, ShownFigure]] = {}
    for one in data.figures:
        core = data.cores.get(one.row.core)
        if (
            core
            and core.family == family
            and one.comparison == CHOSEN
            and one.status == "ranked"
            and one.source == "committed"
        ):
            siblings.setdefault((core.architecture, one.row.device), {}).setdefault(core.digest_bits, one)
    pairs = {key: by_size for key, by_size in siblings.items() if {256, 512} <= set(by_size)}
    architectures = {core.architecture for core in cores}
    head = ("architecture", "device", "Mbit/s 256", "Mbit/s 512", "512 / 256", "area 256", "area 512", "512 / 256")
    rows = tuple(
        (architecture, device_link(device, device_ids), *_pair(by_size[256], by_size[512]))
        for (architecture, device), by_size in sorted(pairs.items())
        if architecture in architectures
    )
    return Grid(head, rows, "", columns(head, ("architecture", "device"))) if rows else None


def _pair(small: ShownFigure, large: ShownFigure) -> tuple[str, ...]:
    cells: list[str] = []
    for quantity in ("throughput_mbit_s", "area_cells"):
        values = [getattr(one.row, quantity) for one in (small, large)]
        cells += [number(value) for value in values]
        cells.append(number(values[1] / values[0], 2) if all(values) else number(None))
    return tuple(cells)
