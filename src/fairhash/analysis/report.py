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
from fairhash.analysis.figures import OWN_BEST, Figure, compared, comparisons, figures, own_best
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.analysis.provenance import provenance
from fairhash.analysis.ranking import Point, absent, points, ranking
from fairhash.analysis.statistics import RankRange
from fairhash.catalog.targets import find_counted
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
    """Of its files: <name>.svg, <name>.csv."""
    reference: str
    points: tuple[Point, ...]
    absent: Mapping[str, str]
    """Cores without an overall value, and why."""
    ranks: tuple[RankRange, ...]
    provenance: dict[str, str]

    def svg(self) -> str:
        """The drawing."""
        return chart.to_svg(self.points, self.reference, self.title)

    def csv(self) -> str:
        """What it shows."""
        return chart.to_csv(self.points)


def charts(among: Sequence[Figure]) -> list[Chart]:
    """For each digest size and comparison a chart over the common subset, and one for each FPGA outside it.

    There is none where no core but the reference may be ranked.
    """
    kinds = sorted({(figure.first.digest_bits, figure.comparison) for figure in among})
    found: list[Chart | None] = []
    for digest_bits, comparison in kinds:
        found.append(_chart(among, digest_bits, comparison))
        devices = {figure.first.device for figure in among if figure.comparison == comparison}
        found += [_chart(among, digest_bits, comparison, device) for device in sorted(devices - {*common_subset()})]
    return [drawing for drawing in found if drawing is not None]


def _chart(among: Sequence[Figure], digest_bits: int, comparison: str, device: str | None = None) -> Chart | None:
    devices = common_subset() if device is None else (device,)
    shown = points(among, digest_bits, comparison, devices)
    if len(shown) < (1 if device is None else 2):
        return None
    runs = [run for point in shown for figure in point.figures for run in figure.runs]
    return Chart(
        title=table.title(f"{digest_bits}-bit variants on {', '.join(devices)}", comparison),
        name=f"throughput-over-area-{digest_bits}-{comparison}" + (f"-{device}" if device else ""),
        reference=measures.reference_core(digest_bits),
        points=tuple(shown),
        absent={} if device else absent(among, digest_bits, comparison, devices),
        ranks=tuple(ranking(shown)),
        provenance=provenance(runs),
    )


def write(results: Sequence[Result], folder: Path | None = None, area: AreaMeasure = CELLS) -> Path:
    """Write build/report/index.html and its data; nothing is done where it already shows exactly these results."""
    folder = folder or paths.build() / "report"
    index, mark = folder / "index.html", folder / "inputs.txt"
    inputs = digest(
        [
            sorted(result.model_dump_json() for result in results),
            _code(),
            *_counting(results),
            *_synthesised(),
            area,
        ]
    )
    if _shows(mark, inputs):
        return index
    among = comparisons(results, area)
    drawings = charts(among)
    made = {drawing.name + ".csv": drawing.csv() for drawing in drawings}
    made |= {"table.csv": table.to_csv(table.rows(among)), index.name: _page(among, drawings)}
    for name, text in made.items():
        files.write_text(folder / name, text)
    export.write_csv(results, folder / "results.csv")
    export.write_json_lines(results, folder / "results.jsonl")
    files.write_text(mark, "\n".join([inputs, *made, "results.csv", "results.jsonl"]))
    return index


def _counting(results: Sequence[Result]) -> list[str]:
    """The devices' rules for logic cells, on which the areas depend beside the results."""
    found = {name: find_counted(name) for name in sorted({result.device for result in results})}
    return [f"{name} {target.count.model_dump_json()}" for name, target in found.items() if target]


def _synthesised() -> list[str]:
    """The outcomes of synthesis alone, on which the choice of recipes depends."""
    return [count.model_dump_json() for count in read_counts(paths.results() / "synthesis")]


def _shows(mark: Path, inputs: str) -> bool:
    """Whether everything was already made from these inputs, and nobody removed any of it."""
    if not mark.is_file():
        return False
    known, *made = files.read_text(mark).split("\n")
    return known == inputs and all((mark.parent / name).is_file() for name in made)


def write_picture(
    results: Sequence[Result], digest_bits: int, comparison: str, file: Path, area: AreaMeasure = CELLS
) -> None:
    """One chart of the report as `file` (.svg) with its data beside it (.csv), for the documentation.

    `comparison` is a recipe, or OWN_BEST.
    """
    by_recipe = figures(under_main_name(results), area)
    among = own_best(by_recipe) if comparison == OWN_BEST else by_recipe
    drawing = _chart(among, digest_bits, comparison)
    if drawing is None:
        whose = "" if comparison == OWN_BEST else f" by recipe {comparison}"
        raise FairhashError(
            f"no {digest_bits}-bit result{whose} may be ranked",
            "",
            f"run fairhash implement for it and for SHA-2 on {', '.join(common_subset())}",
        )
    files.write_text(file, drawing.svg())
    files.write_text(file.with_suffix(".csv"), drawing.csv())


def write_page(results: Sequence[Result], file: Path, area: AreaMeasure = CELLS) -> None:
    """The tables as `file` (.md), for the documentation."""
    files.write_text(file, page.to_markdown(results, area))


def write_estimates(results: Sequence[Result], file: Path) -> None:
    """The estimated areas as `file` (.md), for the documentation."""
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
        runs = [run for figure in compared(among, device, comparison) for run in figure.runs]
        tables.append(
            {
                "title": table.title(device, comparison),
                "unit": group[0].area_unit,
                "estimated": group[0].estimated,
                "header": table.header(group[0].area_unit, table.has_memory(group)),
                "rows": [table.cells(row, table.has_memory(group)) for row in group],
                "provenance": provenance(runs),
            }
        )
    return environment.get_template("report.html").render(tables=tables, charts=drawings)


def _code() -> str:
    """Digest of the files that make the report: it is written again when one of them changes."""
    return digest(
        [file.read_text(encoding="utf-8") for file in sorted(_HERE.rglob("*")) if file.suffix in (".py", ".html")]
    )
