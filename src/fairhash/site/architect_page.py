# SPDX-License-Identifier: Apache-2.0
"""The page for architects: maps of what limits a computer with hash cores, and a calculator."""

from collections.abc import Iterator

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.table import Column, Table
from fairhash.catalog.cores import all_cores
from fairhash.figures.charts.limit_map import LimitMap, specification
from fairhash.figures.charts.style import SERIES
from fairhash.figures.charts.svg import to_svg
from fairhash.results.accelerator_areas import read_accelerator_areas
from fairhash.results.software_speed import SoftwareSpeeds, read_software_speeds
from fairhash.results.system_folder import MACHINE_OF_TODAY, speeds_file
from fairhash.site.data import SiteData
from fairhash.site.explorer import to_json
from fairhash.site.pages import Page, SearchEntry
from fairhash.studies.papers.e.crossings import crossing_length
from fairhash.studies.system.advice import software_model
from fairhash.studies.system.bus import buses
from fairhash.studies.system.calculator import (
    COMPUTERS,
    Computer,
    computer_model,
    computer_parts,
    parameters,
)
from fairhash.studies.system.candidate import DEVICE, accelerator_clock
from fairhash.studies.system.closed_form import ClosedForm, Limit, closed_form
from fairhash.studies.system.core_model import CoreModel, core_model, find_core_preset
from fairhash.studies.system.presets import disks, hosts, processors
from fairhash.studies.system.software_cases import LENGTHS

PATH = "architect.html"
_CORE = "keccak-256/highspeed"
_PAPER_CORE = "paper-e-keccak"
_CORES = 8
_MESSAGES = (1, 2, 4, 8, 16, 32, 64)
_MAP_WIDTH = 350
"""In pixels; the three maps of a computer fill the page."""
_COLOURS = {
    Limit.PADDING: SERIES[4],
    Limit.NOTIFICATION: SERIES[5],
    Limit.BUS: SERIES[1],
    Limit.BUFFER: SERIES[3],
    Limit.CORE: SERIES[0],
    Limit.DISK: SERIES[2],
}
_VIEWS = (("from memory", True, False), ("from memory, not interleaved", False, False), ("from a disk", True, True))
"""Title of a map, whether the transfer is interleaved, and whether messages are files."""


def core_models(data: SiteData) -> dict[str, CoreModel]:
    """The cores with a clock on the FPGA of the accelerators, by name, and those of paper E.

    The clock is that of the largest accelerator that was placed, or else that of the core alone.
    """
    placed = {row.core for row in read_accelerator_areas(paths.results(), DEVICE).rows if row.clock_mhz}
    alone = {one.row.core: one.figure.clock_mhz.median for one in data.chosen(DEVICE) if one.figure.clock_mhz}
    models = {}
    for name, core in sorted(all_cores().items()):
        clock = accelerator_clock(core) if name in placed else alone.get(name)
        if clock is not None:
            models[name] = core_model(core, round(clock, 3))
    return {**models, _PAPER_CORE: find_core_preset(_PAPER_CORE), "paper-e-simd": find_core_preset("paper-e-simd")}


def _disk(computer: Computer) -> str:
    return "paper-e" if computer.id == "paper-e" else "nvme"


def _times(
    computer: Computer, core: CoreModel, messages: int, length: int, *, interleaved: bool, is_disk: bool
) -> ClosedForm:
    disk = disks()[_disk(computer)] if is_disk else None
    machine = computer_model(*computer_parts(computer), core, _CORES, messages, disk=disk, interleaved=interleaved)
    return closed_form(machine, length)


def _software(computer: Computer, core: CoreModel, speeds: SoftwareSpeeds, messages: int, disk: str) -> list[float]:
    """Time per byte in software with as many threads as messages, up to the processors, at each length."""
    if computer.id == "paper-e":
        processor = processors()["xeon-e7310"]
        times = [processor.hash_ns(core.algorithm, core.blocks(length)) for length in LENGTHS]
        threads = min(messages, processor.threads)
    else:
        model = software_model(speeds, core.algorithm, lanes=False)
        times = [model.hash_ns(length) for length in LENGTHS]
        threads = min(messages, speeds.machine.processors)
    read = [disks()[disk].read_ns(length) if disk else 0.0 for length in LENGTHS]
    return [max(one, (one + time) / threads) / length for one, time, length in zip(read, times, LENGTHS, strict=True)]


def limit_maps(computer: Computer, core: CoreModel, speeds: SoftwareSpeeds) -> Iterator[LimitMap]:
    """Yield the maps of a computer: from memory with both kinds of transfer, and from a disk."""
    for title, interleaved, is_disk in _VIEWS:
        rows, crossings = {}, []
        for messages in reversed(_MESSAGES):
            found = [
                _times(computer, core, messages, length, interleaved=interleaved, is_disk=is_disk) for length in LENGTHS
            ]
            rows[str(messages)] = [one.limit.value for one in found]
            software = _software(computer, core, speeds, messages, _disk(computer) if is_disk else "")
            crossings.append(crossing_length(LENGTHS, [one.ns_per_byte for one in found], software))
        yield LimitMap(title, rows, crossings)


def _section(computer: Computer, core: CoreModel, speeds: SoftwareSpeeds) -> dict[str, object]:
    maps = list(limit_maps(computer, core, speeds))
    colours = {limit.value: colour for limit, colour in _COLOURS.items()}
    title = f"{computer.title[0].upper()}{computer.title[1:]}"
    bus, host = computer_parts(computer)
    heads = (Column("messages", key="source"), Column("at once", key="messages"))
    table = Table(
        f"limits-{computer.id}",
        "",
        (*heads, *(Column(f"{n} B", key=f"limit_{n}_bytes") for n in LENGTHS)),
        tuple((one.title, row, *limits) for one in maps for row, limits in one.rows.items()),
    )
    return {
        "id": computer.id,
        "title": title,
        "chart": to_svg(
            specification([maps], LENGTHS, colours, ("message length", "messages at once"), _MAP_WIDTH), title
        ),
        "caption": (
            f"{_CORES} cores ({core.title}) at {core.clock_mhz:.4g} MHz. Bus: {bus.title}. Host: {host.title}. "
            f"Disk: {disks()[_disk(computer)].title}."
        ),
        "table": table,
    }


def architect_page(data: SiteData) -> Page:
    """The page.

    Raises:
        FairhashError: The core of the maps has no clock.
    """
    speeds = read_software_speeds(speeds_file(paths.results(), MACHINE_OF_TODAY))
    models = core_models(data)
    if _CORE not in models:
        raise FairhashError(f"no clock on {DEVICE}", _CORE, f"run: fairhash implement {_CORE} --device {DEVICE}")
    first, *others = COMPUTERS
    chosen = {True: models[_PAPER_CORE], False: models[_CORE]}
    return Page(
        PATH,
        "What limits a computer that hashes",
        "architect.html",
        {
            "sections": [_section(one, chosen[one.id == "paper-e"], speeds) for one in COMPUTERS],
            "software": speeds.machine.cpu,
            "threads": speeds.machine.processors,
            "parameters": to_json(parameters(models)),
            "device": DEVICE,
            "core": _CORE,
            "cores": [(name, name) for name in models],
            "contents": [
                (first.id, first.title),
                ("calculate", "Calculator"),
                *((one.id, one.title) for one in others),
            ],
            "core_count": _CORES,
            "computers": [(one.id, one.title) for one in COMPUTERS],
            "buses": [(name, one.title) for name, one in buses().items()],
            "hosts": [(name, one.title) for name, one in hosts().items()],
            "disks": [(name, one.title) for name, one in disks().items()],
        },
        description=(
            "Maps of what limits a computer with hash cores, by the length and the number of messages, and a "
            "calculator of its time per byte."
        ),
        search=(
            SearchEntry(
                "What limits a computer that hashes",
                PATH,
                "architect calculator accelerator bus buffer core disk padding message length messages at once",
            ),
        ),
    )
