# SPDX-License-Identifier: Apache-2.0
"""The page of each algorithm: its cores, the trade-off between them, its sibling of another digest size, and software.

The index has the speeds of all algorithms in software side by side.
"""

from collections.abc import Mapping, Sequence

from fairhash.base import paths
from fairhash.base.table import Link, Table, table_of_texts
from fairhash.catalog.core import Core
from fairhash.figures.charts.lines import size_name
from fairhash.results.software_speed import SoftwareSpeed, SoftwareSpeeds
from fairhash.results.system_folder import measured_speeds
from fairhash.site.data import CHOSEN, ShownFigure, SiteData
from fairhash.site.pages import NO_VALUE, Page, SearchEntry, core_link, core_path, number
from fairhash.site.scatter import scatter
from fairhash.site.shown_figures import shown_figure_table

_SOFTWARE_HEAD = (
    *("processor", "program", "threads", "message"),
    *("one at a time MB/s", "many, no lanes MB/s", "many, vector lanes MB/s"),
)

COMPARED_BYTES = (64, 1536, 262144)
"""Lengths of messages with which algorithms are compared: a key or counter, a network packet, a long message."""


def algorithm_path(name: str) -> str:
    """The path of an algorithm's page."""
    return f"algorithms/{name}.html"


def algorithm_pages(data: SiteData, device_ids: Sequence[str]) -> list[Page]:
    """One page for each algorithm that a core computes, their index, and the comparison of speeds in software."""
    machines = measured_speeds(paths.results())
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
    table = table_of_texts(head, rows, ("algorithm", "family"))
    return [
        *pages,
        Page("algorithms/index.html", "Algorithms", "algorithms.html", {"table": table}, "algorithms/index.html"),
        _software_page(data),
    ]


def _software_page(data: SiteData) -> Page:
    """The speeds of all algorithms in software, one table for each machine."""
    with_page = {name: Link(name, algorithm_path(name)) for name in data.algorithms}
    return Page(
        "algorithms/software.html",
        "Algorithms in software",
        "software.html",
        {"tables": comparison_tables(measured_speeds(paths.results()), with_page)},
        "algorithms/index.html",
    )


def _figures(name: str, data: SiteData) -> list[ShownFigure]:
    """The figures with their chosen recipes of all cores that compute an algorithm."""
    cores = {core.name for core in data.algorithms[name]}
    return [
        one
        for one in data.figures
        if one.comparison == CHOSEN and (one.row.core in cores or one.figure.first.algorithm == name)
    ]


def _page(name: str, cores: Sequence[Core], data: SiteData, device_ids: Sequence[str], software: Table | None) -> Page:
    figures = _figures(name, data)
    by_device: dict[str, list[ShownFigure]] = {}
    for one in figures:
        by_device.setdefault(one.row.device, []).append(one)
    tables = [
        (device, shown_figure_table(group, data, device_ids, data.cores))
        for device, group in sorted(by_device.items(), key=lambda entry: -len(entry[1]))
    ]
    family = cores[0].family
    named = sorted({core.algorithm for core in cores})
    also = sorted({other for core in cores for other in (core.algorithm, *core.also)} - {name})
    facts: list[tuple[str, str]] = [
        ("Family", Link(family, f"docs/rtl/{family}.html")),
        ("Digest", f"{cores[0].digest_bits} bits"),
        ("Block", f"{cores[0].block_bits} bits"),
        ("Cores", str(len(cores))),
        ("The same cores compute", ", ".join(also) or NO_VALUE),
    ]
    device, chart, key = _trade_off(name, by_device)
    return Page(
        algorithm_path(name),
        name,
        "algorithm.html",
        {
            "name": name,
            "facts": facts,
            "named": [] if name in named else named,
            "cores": _core_table(cores),
            "tables": tables,
            "chart": chart,
            "chart_device": device,
            "chart_key": key,
            "software": software,
            "siblings": _siblings(cores, data),
        },
        "algorithms/index.html",
        _search_entries(name, cores, by_device),
    )


def _search_entries(
    name: str, cores: Sequence[Core], by_device: Mapping[str, Sequence[ShownFigure]]
) -> tuple[SearchEntry, ...]:
    """The page, the algorithm's best cores, and its cores on each device, which are views of the explorer."""
    measured = {device: len(group) for device, group in by_device.items()}
    main = max(measured, key=lambda device: measured[device], default="")
    views = [
        SearchEntry(
            f"{name} on {device}",
            f"explorer.html#device={device}&algorithm={name}",
            f"{count} cores, the best one first",
        )
        for device, count in measured.items()
    ]
    if main:
        text = (
            f"The fastest and the smallest cores of {name}, by throughput per area, measured on {', '.join(measured)}"
        )
        views.insert(
            0,
            SearchEntry(f"Best cores of {name}", f"explorer.html#device={main}&algorithm={name}&sort=ratio.desc", text),
        )
    return (SearchEntry(f"Algorithm {name}", algorithm_path(name), " ".join(core.name for core in cores)), *views)


def _core_table(cores: Sequence[Core]) -> Table:
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
    return table_of_texts(head, rows, ("core", "cycles for N blocks"))


def _trade_off(name: str, by_device: dict[str, list[ShownFigure]]) -> tuple[str, str, str]:
    """The device with the most measured cores, the chart of them, and its key; empty if no device has two."""
    measured = {
        device: sum(one.status in ("known", "preliminary") for one in group) for device, group in by_device.items()
    }
    device = max(measured, key=lambda entry: measured[entry], default="")
    return device, *scatter(by_device.get(device, []), f"Cores of {name} on {device}")


def _siblings(cores: Sequence[Core], data: SiteData) -> Table | None:
    """Known figures of these cores, beside those of their family and architecture with a digest of the other size."""
    own = {core.name for core in cores}
    figures: dict[tuple[str, str], dict[int, ShownFigure]] = {}
    # those of this algorithm first, because a family can have two algorithms of 256 bits
    for one in sorted(data.figures, key=lambda one: one.row.core not in own):
        core = data.cores.get(one.row.core)
        if (
            core
            and core.family == cores[0].family
            and one.comparison == CHOSEN
            and one.status == "known"
            and one.source == "committed"
        ):
            figures.setdefault((core.architecture, one.row.device), {}).setdefault(core.digest_bits, one)
    pairs = {key: (by_size[256], by_size[512]) for key, by_size in figures.items() if {256, 512} <= set(by_size)}
    compared = (f"{quantity} {name}" for quantity in ("Mbit/s", "area") for name in ("256", "512", "512 / 256"))
    head = ("device", "256 bits", "512 bits", *compared)
    rows: tuple[tuple[str, ...], ...] = tuple(
        (
            Link(device, f"devices/{device}.html"),
            *(Link(one.row.core, core_path(one.row.core)) for one in pair),
            *_pair(*pair),
        )
        for (_, device), pair in sorted(pairs.items())
        if own & {one.row.core for one in pair}
    )
    return table_of_texts(head, rows, head[:3]) if rows else None


def _pair(small: ShownFigure, large: ShownFigure) -> tuple[str, ...]:
    cells: list[str] = []
    for quantity in ("throughput_mbit_s", "area_cells"):
        values = [getattr(one.row, quantity) for one in (small, large)]
        cells += [number(value) for value in values]
        cells.append(number(values[1] / values[0], 2) if all(values) else number(None))
    return tuple(cells)


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
    return table_of_texts(_SOFTWARE_HEAD, rows, _SOFTWARE_HEAD[:2]) if rows else None


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
