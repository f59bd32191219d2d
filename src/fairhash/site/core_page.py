# SPDX-License-Identifier: Apache-2.0
"""The page of each core."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from fairhash.base.table import Link, Table, table_of_texts
from fairhash.catalog.core import Core
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.features.split_area.table import split_rows, split_table
from fairhash.figures.charts.bars import Seed, seed_strip
from fairhash.figures.charts.svg import to_svg
from fairhash.figures.measures import area
from fairhash.figures.ranking import common_subset
from fairhash.results.schema import CriticalPath
from fairhash.site.block_diagram import block_diagram
from fairhash.site.data import CHOSEN, ShownFigure, SiteData
from fairhash.site.explorer import allowed_memory, short_latency_ns
from fairhash.site.layout_section import layout_table, layout_views, legend
from fairhash.site.pages import (
    Page,
    SearchEntry,
    area_unit_name,
    core_path,
    device_link,
    number,
    shortened_digests,
)
from fairhash.site.provenance import tool_names
from fairhash.site.shown_figures import ratio_text, shown_figure_table
from fairhash.site.vhdl import Unit, generic_table, instance_table, port_table


def core_pages(
    data: SiteData, units: Mapping[str, Unit], device_ids: Sequence[str], downloads: Mapping[str, str] | None = None
) -> list[Page]:
    """One page for each core, and their index.

    Args:
        data: The results.
        units: The entities.
        device_ids: The devices that have pages.
        downloads: Path in the site of the package of a core, by the core's name.
    """
    pages = [_page(core, data, units, device_ids, (downloads or {}).get(core.name)) for core in data.cores.values()]
    return [*pages, _index(data)]


def _index(data: SiteData) -> Page:
    head = (
        "core",
        "word bits",
        "block bits",
        "digest bits",
        "cycles for N blocks",
        "messages in flight",
        "memory",
        "figures",
    )
    rows = tuple(
        (
            Link(core.name, core_path(core.name)),
            *(str(core.word_bits), str(core.block_bits), str(core.digest_bits)),
            core.formula.text(core.io_ratio),
            str(core.messages_in_flight),
            allowed_memory(core),
            str(len(data.figures_of(core.name))),
        )
        for core in data.cores.values()
    )
    table = table_of_texts(head, rows, ("core", "cycles for N blocks", "memory"))
    return Page("cores/index.html", "Cores", "cores.html", {"table": table, "count": len(rows)}, "cores/index.html")


def _page(
    core: Core, data: SiteData, units: Mapping[str, Unit], device_ids: Sequence[str], download: str | None
) -> Page:
    chosen = data.figures_of(core.name)
    every = [shown for shown in data.figures if shown.row.core == core.name and shown.comparison != CHOSEN]
    unit = units.get(core.entity)
    seeds = _seeds(chosen)
    return Page(
        core_path(core.name),
        core.name,
        "core.html",
        {
            "core": core,
            "summary": core_summary(chosen),
            "ranks": rank_sentences(core.name, data),
            "only_stale": bool(chosen) and all(one.figure.stale for one in chosen),
            "facts": _facts(core, units),
            "unit": unit,
            "diagram": block_diagram(core, unit, units, core_path(core.name)) if unit else "",
            "parts": instance_table(unit, units) if unit else None,
            "ports": port_table(unit) if unit else None,
            "generics": generic_table(unit) if unit else None,
            "cycles": _cycles(chosen),
            "chosen": shown_figure_table(chosen, data, device_ids),
            "others": shown_figure_table(every, data, device_ids),
            "strip": to_svg(seed_strip(seeds), f"Clock of every seed of {core.name}") if seeds else "",
            "paths": _paths(chosen, device_ids),
            "layouts": layout_views(core.name, chosen),
            "layout_table": layout_table(chosen, device_ids),
            "layout_legend": legend(),
            "ladder": _ladder(core, data),
            "split": _split(core.name, data, device_ids),
            "instance": instantiation(core, unit) if unit else "",
            "download": download,
            "packaged": core.messages_in_flight == 1,
            "runs": _runs(core.name, data, device_ids),
        },
        "cores/index.html",
        (SearchEntry(f"Core {core.name}", core_path(core.name), _search_text(unit, chosen)),),
    )


def _search_text(unit: Unit | None, shown: Sequence[ShownFigure]) -> str:
    """What the core does, and the devices on which it is measured."""
    devices = ", ".join(dict.fromkeys(one.row.device for one in shown))
    return " ".join(
        part for part in (unit.summary if unit else "", f"Measured on {devices}." if devices else "") if part
    )


def rank_sentences(core: str, data: SiteData) -> list[str]:
    """The rank of a core on each device: by the recipe chosen for each core, or else by the main recipe for all."""
    by_device: dict[str, str] = {}
    for one in data.figures_of(core):
        if rank := data.rank(one):
            by_device[one.row.device] = f"{rank.sentence()}."
    for one in data.figures_of(core, MAIN_RECIPE):
        if (rank := data.rank(one)) and one.row.device not in by_device:
            by_device[one.row.device] = f"{rank.sentence()}, all by the recipe {MAIN_RECIPE}."
    return list(by_device.values())


def _facts(core: Core, units: Mapping[str, Unit]) -> list[tuple[str, str]]:
    entity = core.entity
    facts = [
        ("Algorithm", Link(core.algorithm, f"algorithms/{core.algorithm}.html")),
        ("Also computes", ", ".join(core.also)),
        ("Other names", ", ".join(core.other_names)),
        ("Top entity", Link(entity, units[entity].path) if entity in units else entity),
        ("Generics", ", ".join(f"{name} = {value}" for name, value in core.generics.items())),
        ("Word, block, digest", f"{core.word_bits}, {core.block_bits}, {core.digest_bits} bits"),
        ("Cycles for N blocks", core.formula.text(core.io_ratio)),
        ("Messages in flight", str(core.messages_in_flight)),
        ("io_clk", f"{core.io_ratio} times clk" if core.io_ratio > 1 else "same as clk"),
        ("Reset", f"{core.reset_cycles} cycle{'s' if core.reset_cycles > 1 else ''} of clk"),
        ("Memory allowed", allowed_memory(core)),
        ("Family", Link(core.family, f"docs/rtl/{core.family}.html")),
    ]
    return [(name, value) for name, value in facts if value]


def _cycles(shown: Sequence[ShownFigure]) -> Table | None:
    measured = next((one.figure.first.measured_cycles for one in shown if one.figure.first.measured_cycles), None)
    if measured is None:
        return None
    pairs = zip(measured.blocks, measured.cycles, strict=True)
    rows = tuple((str(blocks), f"{cycles:,}") for blocks, cycles in pairs)
    return table_of_texts(("blocks", "cycles of clk"), rows, title="Measured in simulation")


def _seeds(shown: Sequence[ShownFigure]) -> list[Seed]:
    """The clock of every run of figures with at least two."""
    return [
        Seed(f"{one.row.device}{' (yours)' if one.source == 'yours' else ''}", run.seed, run.achieved.effective_mhz)
        for one in shown
        if len(one.figure.succeeded) > 1
        for run in one.figure.succeeded
        if run.achieved
    ]


def _median_path(shown: ShownFigure) -> tuple[float, CriticalPath] | None:
    """The clock and the critical path of the run whose clock is the median, the lower one of two."""
    with_paths = [
        (run.achieved.effective_mhz, run.critical_path)
        for run in shown.figure.succeeded
        if run.achieved and run.critical_path
    ]
    return sorted(with_paths, key=itemgetter(0))[(len(with_paths) - 1) // 2] if with_paths else None


def _paths(shown: Sequence[ShownFigure], device_ids: Sequence[str]) -> Table | None:
    head = ("device", "MHz", "ns", "logic", "wires", "levels", "from", "to")
    rows: list[tuple[str, ...]] = []
    for one in shown:
        median_path = _median_path(one)
        if median_path:
            clock, path = median_path
            rows.append(
                (
                    device_link(one.row.device, device_ids),
                    number(clock, 1),
                    *(number(value, 2) for value in (path.delay_ns, path.logic_ns, path.routing_ns)),
                    *(str(path.levels), path.start, path.end),
                )
            )
    return table_of_texts(head, rows, ("device", "from", "to")) if rows else None


def _ladder(core: Core, data: SiteData) -> Table | None:
    head = ("step", "state", "count", "date", "seed", "sources", "note")
    rows = tuple(
        (
            outcome.step,
            state,
            str(outcome.count),
            f"{outcome.date:%Y-%m-%d}",
            number(None) if outcome.seed is None else str(outcome.seed),
            outcome.verilog[:12],
            shortened_digests(outcome.reason or outcome.note),
        )
        for outcome, state in data.ladder(core)
    )
    return table_of_texts(head, rows, ("step", "state", "date", "sources", "note")) if rows else None


def _split(name: str, data: SiteData, device_ids: Sequence[str]) -> Table | None:
    table = split_table(split_rows(split for split in data.splits if split.core == name))
    headings = [heading for heading in table.headings() if heading != "core"]
    rows = [(device_link(device, device_ids), *cells) for device, _, *cells in table.display_rows()]
    return table_of_texts(headings, rows, ("device", "recipe", "note")) if rows else None


def _runs(name: str, data: SiteData, device_ids: Sequence[str]) -> Table | None:
    """Every run of the committed figures shown, with the command that repeats it."""
    head = ("device", "recipe", "seed", "status", "MHz", "area", "tools", "date", "repeat it")
    committed = [one for one in data.figures if one.row.core == name and one.source == "committed"]
    runs = [run for one in committed if one.comparison != CHOSEN for run in one.figure.runs]
    rows = tuple(
        (
            device_link(run.device, device_ids),
            run.recipe,
            str(run.seed),
            run.status + (", stale" if run.stale else ""),
            number(run.achieved.effective_mhz if run.achieved else None, 1),
            number(area(run)),
            tool_names(run),
            f"{run.date:%Y-%m-%d}",
            f"fairhash replicate results/{run.device}.jsonl:{run.key[:12]}",
        )
        for run in runs
    )
    return table_of_texts(head, rows, ("device", "recipe", "status", "tools", "date", "repeat it")) if rows else None


def instantiation(core: Core, unit: Unit) -> str:
    """VHDL that instantiates the core with the generics of cores.toml."""
    generics = [f"      {name} => {value}" for name, value in core.generics.items()]
    ports = [f"      {port.name} => {port.name}" for port in unit.ports]
    lines = [f"  hash : entity work.{unit.name}"]
    if generics:
        lines += ["    generic map (", ",\n".join(generics), "    )"]
    lines += ["    port map (", ",\n".join(ports), "    );"]
    return "\n".join(lines)


@dataclass(frozen=True)
class CoreSummary:
    """Figures of a core on one device."""

    device: Link
    recipe: str
    seeds: int
    preliminary: str
    """Why the figure is preliminary; empty if it is known."""
    values: tuple[tuple[str, str], ...]
    """Name with its unit, and value."""


def core_summary(shown: Sequence[ShownFigure]) -> CoreSummary | None:
    """The figures on a device of the common subset, or else on the first device; None if no run has succeeded.

    Preliminary figures are taken only if there are no known ones.

    Args:
        shown: The figures of the core with its chosen recipes.
    """
    measured = [one for one in shown if one.status in ("known", "preliminary") and one.source == "committed"]
    if not measured:
        return None
    one = min(measured, key=lambda one: (one.status != "known", one.row.device not in common_subset()))
    row = one.row
    values = (
        ("Mbit/s, long messages", number(row.throughput_mbit_s)),
        (area_unit_name(row.area_unit), number(row.area_cells)),
        (f"Mbit/s per {row.area_unit}", number(row.throughput_per_cell_mbit_s, 3)),
        ("times SHA-2's Mbit/s per area", ratio_text(row)),
        ("ns, message of one block", number(short_latency_ns(one))),
        ("MHz", number(row.fmax_median_mhz, 1)),
    )
    return CoreSummary(Link(row.device, f"devices/{row.device}.html"), row.recipe, row.seeds, row.preliminary, values)
