# SPDX-License-Identifier: Apache-2.0
"""The report: one self-contained HTML page, and files with its data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash import paths
from fairhash.analysis import chart, estimates, measures, page, table
from fairhash.analysis.common_subset import common_subset
from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.figures import OWN_BEST, Figure, comparisons, figures, own_best, select_comparison
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.analysis.provenance import provenance
from fairhash.analysis.ranking import Point, absent, points, preliminary_points, ranking
from fairhash.analysis.recipe_order import order_by_main_recipe
from fairhash.analysis.statistics import RankRange, interval_note
from fairhash.catalog.targets import find_counted
from fairhash.charts.throughput_area import chart_key
from fairhash.errors import FairhashError
from fairhash.results import export, files
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import read_counts
from fairhash.runs.keys import digest

_HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Chart:
    """One chart with its title, notes and data."""

    title: str
    name: str
    """The base name of its files, <name>.svg and <name>.csv."""
    reference: str
    points: tuple[Point, ...]
    """The known cores first."""
    absent: Mapping[str, str]
    """Cores without a known value, and why."""
    ranks: tuple[RankRange, ...]
    """Of the known cores."""
    notes: tuple[str, ...]
    """What the marks mean, and how far the intervals of few seeds hold."""
    provenance: dict[str, str]

    def svg(self) -> str:
        """The chart as SVG."""
        return chart.to_svg(self.points, self.reference, self.title)

    def csv(self) -> str:
        """The data of the chart as CSV."""
        return chart.to_csv(self.points)


def charts(among: Sequence[Figure]) -> list[Chart]:
    """For each digest size and comparison: a chart over the common subset, and one for each FPGA outside it.

    A chart of a single FPGA is omitted if it would have no core beside the reference.
    """
    kinds = sorted({(figure.first.digest_bits, figure.comparison) for figure in among})
    drawn: list[Chart | None] = []
    for digest_bits, comparison in kinds:
        drawn.append(_chart(among, digest_bits, comparison))
        devices = {figure.first.device for figure in among if figure.comparison == comparison}
        drawn += [_chart(among, digest_bits, comparison, device) for device in sorted(devices - {*common_subset()})]
    return [drawing for drawing in drawn if drawing is not None]


def _chart(among: Sequence[Figure], digest_bits: int, comparison: str, device: str | None = None) -> Chart | None:
    devices = common_subset() if device is None else (device,)
    known = points(among, digest_bits, comparison, devices)
    shown = known + preliminary_points(among, digest_bits, comparison, devices)
    if len(shown) < (1 if device is None else 2):
        return None
    reference = measures.reference_core(digest_bits)
    seeds = interval_note(len(figure.succeeded) for point in known for figure in point.figures)
    runs = [run for point in shown for figure in point.figures for run in figure.runs]
    return Chart(
        title=table.title(f"{digest_bits}-bit variants on {', '.join(devices)}", comparison),
        name=f"throughput-over-area-{digest_bits}-{comparison}" + (f"-{device}" if device else ""),
        reference=reference,
        points=tuple(shown),
        absent={} if device else absent(among, digest_bits, comparison, devices),
        ranks=tuple(ranking(known)),
        notes=tuple(note for note in (chart_key(chart.to_dots(shown, reference)), seeds) if note),
        provenance=provenance(runs),
    )


def write(results: Sequence[Result], folder: Path | None = None, area: AreaMeasure = CELLS) -> Path:
    """Write build/report/index.html and its data, unless they are up to date."""
    folder = folder or paths.build() / "report"
    index, stamp = folder / "index.html", folder / "inputs.txt"
    inputs = digest(
        [
            sorted(result.model_dump_json() for result in results),
            _code(),
            *_counting_rules(results),
            *_synthesis_counts(),
            area,
        ]
    )
    if _up_to_date(stamp, inputs):
        return index
    among = comparisons(results, area)
    drawings = charts(among)
    texts = {drawing.name + ".csv": drawing.csv() for drawing in drawings}
    texts |= {"table.csv": table.to_csv(table.rows(among)), index.name: _page(among, drawings)}
    for name, text in texts.items():
        files.write_text(folder / name, text)
    export.write_csv(results, folder / "results.csv")
    export.write_json_lines(results, folder / "results.jsonl")
    files.write_text(stamp, "\n".join([inputs, *texts, "results.csv", "results.jsonl"]))
    return index


def _counting_rules(results: Sequence[Result]) -> list[str]:
    """The devices' rules for logic cells, on which the areas depend."""
    counted = {name: find_counted(name) for name in sorted({result.device for result in results})}
    return [f"{name} {target.count.model_dump_json()}" for name, target in counted.items() if target]


def _synthesis_counts() -> list[str]:
    """The outcomes of synthesis without placement, on which the choice of recipes depends."""
    return [count.model_dump_json() for count in read_counts(paths.results() / "synthesis")]


def _up_to_date(stamp: Path, inputs: str) -> bool:
    """Whether the report was generated from these inputs and all its files exist."""
    if not stamp.is_file():
        return False
    written_for, *names = files.read_text(stamp).split("\n")
    return written_for == inputs and all((stamp.parent / name).is_file() for name in names)


def write_chart(
    results: Sequence[Result], digest_bits: int, comparison: str, file: Path, area: AreaMeasure = CELLS
) -> None:
    """Write one chart of the report to `file` (.svg), and its data to a .csv file of the same name.

    `comparison` is a recipe, or OWN_BEST.
    """
    by_recipe = figures(under_main_name(results), area)
    among = own_best(by_recipe) if comparison == OWN_BEST else by_recipe
    drawing = _chart(among, digest_bits, comparison)
    if drawing is None:
        which = "" if comparison == OWN_BEST else f" with recipe {comparison}"
        raise FairhashError(
            f"no {digest_bits}-bit figure{which} can be divided by a known one of SHA-2",
            "",
            f"measure SHA-2 with three seeds on {', '.join(common_subset())}: fairhash implement "
            f"{measures.reference_core(digest_bits)} --seeds 3",
        )
    files.write_text(file, drawing.svg())
    files.write_text(file.with_suffix(".csv"), drawing.csv())


def write_page(results: Sequence[Result], file: Path, area: AreaMeasure = CELLS) -> None:
    """Write the tables to `file` (.md), for the documentation."""
    files.write_text(file, page.to_markdown(results, area))


def write_estimates(results: Sequence[Result], file: Path) -> None:
    """Write the estimated areas to `file` (.md), for the documentation."""
    files.write_text(file, estimates.to_markdown(results))


def _page(among: Sequence[Figure], drawings: Sequence[Chart]) -> str:
    # imported only when a page is made
    from jinja2 import Environment, FileSystemLoader  # noqa: PLC0415

    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    tables: list[dict[str, Any]] = []
    for (device, comparison), group in table.by_target(table.rows(among)).items():
        shown = select_comparison(among, device, comparison)
        runs = [run for figure in shown for run in figure.runs]
        order = order_by_main_recipe(among, device) if comparison == OWN_BEST else None
        tables.append(
            {
                "title": table.title(device, comparison),
                "unit": group[0].area_unit,
                "estimated": group[0].estimated,
                "header": table.header(group[0].area_unit, table.has_memory(group)),
                "rows": [table.cells(row, table.has_memory(group)) for row in group],
                "order": order.sentence() if order else "",
                "interval_note": interval_note(len(one.succeeded) for one in shown if one.has_interval),
                "provenance": provenance(runs),
            }
        )
    return environment.get_template("report.html").render(tables=tables, charts=drawings)


def _code() -> str:
    """Digest of the modules that generate the report; if one changes, the report is regenerated."""
    return digest(
        [file.read_text(encoding="utf-8") for file in sorted(_HERE.rglob("*")) if file.suffix in (".py", ".html")]
    )
