# SPDX-License-Identifier: Apache-2.0
"""Pages of the site show the committed results and the papers' tables; expected values are read from stored files."""

import csv
import html
import json
import re
import statistics
import tomllib
from pathlib import Path
from typing import Any

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores
from fairhash.catalog.targets import devices
from fairhash.results.system_folder import measured_speeds
from fairhash.site.data import SiteData
from fairhash.site.refresh import paper_outcomes, paper_page_results, readme_results, with_results
from fairhash.studies.papers.document import method_page
from fairhash.studies.papers.paper import paper_letters
from tests.cli.helpers import fairhash
from tests.site.browser import records_of
from tests.site.conftest import BuiltSite

_DEVICE = "ecp5-85k-8"
_PICTURE = Path("docs", "images", "throughput-over-area-512.svg")

_PUBLISHED = {
    "A": ("table-1.csv", "algorithm"),
    "B": ("table-3.csv", "algorithm"),
    "C": ("table-1.csv", "characteristic"),
    "D": ("table-2.csv", "approach"),
    "E": ("table-3.csv", "scenario"),
}
"""Of each paper one table, and the column that names its rows."""


def _rows(built: BuiltSite, path: str) -> list[list[str]]:
    """The rows of all tables of a page, each a list of cells as text."""
    return _table_rows((built.folder / path).read_text(encoding="utf-8"))


def _table_rows(text: str) -> list[list[str]]:
    return [
        [html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.S)]
        for row in re.findall(r"<tr>(.*?)</tr>", text, re.S)
    ]


def _stored(checkout: Path, device: str, *, stale: bool = False, **values: str) -> list[dict[str, Any]]:
    """Committed runs of today's sources, or of earlier ones if `stale`, with these values."""
    lines = (checkout / "results" / f"{device}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [
        run
        for run in found
        if bool(run["stale"]) == stale and all(run[name] == value for name, value in values.items())
    ]


def _median_mhz(checkout: Path, core: str, recipe: str) -> float:
    """The median clock over the seeds of a core on _DEVICE."""
    runs = _stored(checkout, _DEVICE, core=core, recipe=recipe, status="ok")
    runs.sort(key=lambda run: str(run["date"]))
    by_seed: dict[int, float] = {run["seed"]: run["achieved"]["effective_mhz"] for run in runs}
    assert len(by_seed) >= 3
    return statistics.median(by_seed.values())


@pytest.mark.parametrize("letter", [letter for letter in paper_letters() if len(letter) == 1])
def test_papers_show_their_published_rows(built: BuiltSite, checkout: Path, letter: str) -> None:
    """Each row of a published table is on the paper's page, and the page links to how it was reproduced."""
    name, column = _PUBLISHED[letter]
    with (checkout / "published" / f"paper-{letter.lower()}" / name).open(encoding="utf-8", newline="") as stream:
        expected = {row[column] for row in csv.DictReader(stream)}
    path = f"papers/{letter.lower()}.html"
    cells = {cell for row in _rows(built, path) for cell in row}
    assert expected
    assert expected - cells == set()
    assert f'href="../docs/reproducing-paper-{letter.lower()}.html"' in (built.folder / path).read_text(
        encoding="utf-8"
    )


def test_paper_d_shows_our_clock_beside_the_published_one(built: BuiltSite, checkout: Path) -> None:
    """Case II of Keccak-512: 335 MHz in the paper's Table II, beside it the median of our seeds."""
    runs = _stored(checkout, _DEVICE, core="keccak-512/case-2", recipe="best", status="ok")
    ours = f"{statistics.median({run['seed']: run['achieved']['effective_mhz'] for run in runs}.values()):.1f}"
    shown = {ours, f"({ours})"}  # in parentheses while it is preliminary
    rows = [row for row in _rows(built, "papers/d.html") if row[:2] == ["II", "Subpipeline n=2"] and shown & set(row)]
    assert rows
    assert all("335" in {cell.removesuffix(".0") for cell in row} for row in rows)


def _current_core(checkout: Path, recipe: str) -> str:
    """The first core whose runs of today's sources with this recipe on _DEVICE have three seeds."""
    seeds: dict[str, set[int]] = {}
    for run in _stored(checkout, _DEVICE, recipe=recipe, status="ok"):
        seeds.setdefault(run["core"], set()).add(run["seed"])
    return min(core for core, measured in seeds.items() if len(measured) >= 3)


def test_the_explorer_shows_medians_of_the_seeds(built: BuiltSite, checkout: Path) -> None:
    """Of a core with several seeds: in the records that the chart and the table are drawn from."""
    core = _current_core(checkout, "best")
    records = [
        record
        for record in _records(built)
        if (record["core"], record["device"], record["recipe"]) == (core, _DEVICE, "best")
    ]
    assert records
    expected = pytest.approx(_median_mhz(checkout, core, "best"), rel=1e-5)
    assert all(record["clock"] == expected for record in records)


def _records(built: BuiltSite) -> list[dict[str, Any]]:
    """The committed records of the explorer."""
    page = (built.folder / "explorer.html").read_text(encoding="utf-8")
    return [record for record in records_of(page) if record["source"] == "committed"]


def test_stale_figures_are_those_without_a_current_run(built: BuiltSite, checkout: Path) -> None:
    """In the explorer and in the notes; a current run is shown where there is one, and no stale figure has a ratio."""
    current = {(run["core"], run["recipe"]) for run in _stored(checkout, _DEVICE)}
    records = [one for one in _records(built) if one["device"] == _DEVICE and one["comparison"] != "chosen"]
    stale = {(one["core"], one["recipe"]) for one in records if one["sources"] == "stale"}
    earlier = {(run["core"], run["recipe"]) for run in _stored(checkout, _DEVICE, stale=True)}
    assert stale
    assert stale == earlier - current
    assert all(("stale: " in one["note"]) == (one["sources"] == "stale") for one in records)
    old = [one for one in records if one["sources"] == "stale"]
    assert {one["status"] for one in old} == {"preliminary"}
    assert {one["normalised_ratio"] for one in old} == {None}


def test_every_figure_with_an_interval_or_a_ratio_is_known_or_marked(built: BuiltSite) -> None:
    """Over all devices and recipes of the explorer: only known figures have quartiles; nothing stale is divided."""
    for one in _records(built):
        assert one["throughput_lower"] is None or one["status"] == "known", one["core"]
        if one["normalised_ratio"] is not None:
            assert one["status"] in ("known", "preliminary"), one["core"]
            assert one["sources"] == "current", one["core"]


def test_the_changelog_has_no_value_of_stale_runs(built: BuiltSite, checkout: Path) -> None:
    """The last table is that of the results of today."""
    rows = [row for row in _rows(built, "data.html") if len(row) == 9 and "/" in row[0]]
    for core, device, recipe in {(row[0], row[1], row[2]) for row in rows}:
        assert _stored(checkout, device, core=core, recipe=recipe), core


def test_the_ladder_page_has_every_core_with_outcomes(built: BuiltSite, checkout: Path) -> None:
    """With the date of the newest outcome of its file."""
    shown = {row[0]: row[-1] for row in _rows(built, "ladder.html")}
    files = sorted((checkout / "results" / "ladder").rglob("*.json"))
    assert len(files) > 20
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        assert shown[data["core"]] == max(outcome["date"][:10] for outcome in data["outcomes"]), file.name


def test_the_ladder_page_counts_its_cores(built: BuiltSite) -> None:
    """Those whose cells all say pass, the other rows, and the cores without a row."""
    text = " ".join((built.folder / "ladder.html").read_text(encoding="utf-8").split())
    found = re.search(r"Of (\d+) cores, (\d+) have .*?, (\d+) have another outcome, and (\d+) have none", text)
    assert found
    rows = [row for row in _rows(built, "ladder.html") if "/" in row[0]]
    passed = [row for row in rows if not re.search("stale|fail|not run|not compared", "".join(row))]
    expected = (len(all_cores()), len(passed), len(rows) - len(passed), len(all_cores()) - len(rows))
    assert tuple(map(int, found.groups())) == expected


def test_a_device_shows_estimated_areas(built: BuiltSite, checkout: Path) -> None:
    """LUTs or registers, whichever are more; no clock."""
    run = _stored(checkout, "virtex5-estimate")[0]
    used = run["resources"]
    (row,) = [row for row in _rows(built, "devices/virtex5-estimate.html") if row[0] == run["core"]]
    assert f"{max(used['area_cells'], used['flip_flops']):,}" in row
    assert "estimate" in row


def test_a_device_ranks_by_throughput_per_area(built: BuiltSite) -> None:
    """The ratios of each table descend, as one finds them by dividing throughput by area."""
    tables: list[list[dict[str, str]]] = []
    head: list[str] = []
    for row in _rows(built, f"devices/{_DEVICE}.html"):
        if "core" in row:
            head = row
            tables.append([])
        elif "known" in row:
            tables[-1].append(dict(zip(head, row, strict=True)))
    assert sum(map(len, tables)) > 10
    for ranked in tables:
        ratios = [float(row["Mbit/s"].replace(",", "")) / float(row["area"].replace(",", "")) for row in ranked]
        shown = [float(row["Mbit/s per unit"]) for row in ranked]
        assert shown == sorted(shown, reverse=True)
        assert ratios == pytest.approx(shown, rel=0.02, abs=0.002)


def test_a_device_shows_how_recipes_were_chosen(built: BuiltSite, checkout: Path) -> None:
    """One row for each core with a result; the recipe is that of its figure among the chosen ones.

    The table by `best` for all cores, which stands between known and preliminary figures, is left out.
    """
    text = (built.folder / f"devices/{_DEVICE}.html").read_text(encoding="utf-8")
    known, _, others = text.partition('id="by-best"')
    rows = _table_rows(known + others.partition('id="preliminary"')[2])
    start = rows.index(["core", "recipe", "choice", "cells mapped (Mbit/s per cell) by each recipe", "next run"])
    chosen = {row[0]: row[1] for row in rows[start + 1 :]}
    figures = {row[0]: row[1].removesuffix(" (yours)") for row in rows[:start] if {"known", "preliminary"} & set(row)}
    assert len(figures) > 10
    assert {core: chosen[core] for core in figures} == figures


def test_the_picture_of_the_readme_is_the_main_chart(checkout: Path, tmp_path: Path) -> None:
    """The committed file is what the command writes from the committed results."""
    assert fairhash("site", "--picture", tmp_path / "main.svg").status == 0
    assert (tmp_path / "main.svg").read_text(encoding="utf-8") == (checkout / _PICTURE).read_text(encoding="utf-8"), (
        "regenerate it: fairhash site --refresh"
    )


def test_generated_parts_of_pages_are_those_of_the_committed_results(built: BuiltSite, checkout: Path) -> None:
    """README.md and the pages about the papers; rows are counted here again from the files."""
    data = SiteData(built.results)
    outcomes = paper_outcomes(data)
    readme = (checkout / "README.md").read_text(encoding="utf-8")
    expected = {"README.md": readme_results(data, outcomes)}
    expected |= {f"docs/{method_page(name)}.md": paper_page_results(one) for name, one in outcomes.items()}
    assert len(expected) == 6
    for page, results in expected.items():
        text = (checkout / page).read_text(encoding="utf-8")
        assert with_results(text, results, page) == text, f"regenerate {page}: fairhash site --refresh"
    runs = [
        run
        for device in devices()
        if (checkout / "results" / f"{device}.jsonl").is_file()
        for stale in (False, True)
        for run in _stored(checkout, device, stale=stale)
        if not run["recipe"].startswith("explored-")
    ]
    current = sum(not run["stale"] for run in runs)
    assert f"- {current} of {len(runs)} rows of placed results are of today's sources and tools." in readme


def test_a_page_without_markers_is_an_error() -> None:
    """The message names the page and the markers."""
    with pytest.raises(FairhashError, match=r"README\.md: no place for the results.*end of results"):
        with_results("# FairHash\n", "- one\n", "README.md")


def test_mutants_and_their_survivors_are_on_a_page(built: BuiltSite, checkout: Path) -> None:
    """Killed and surviving mutants of each stored report, without survivors that are equivalent by argument."""
    rows = _rows(built, "mutants.html")
    explained = tomllib.loads((checkout / "results" / "mutants" / "explanations.toml").read_text(encoding="utf-8"))
    argued = {(one["core"], one["mutation"]) for one in explained["survivor"] if one.get("equivalent")}
    reports = sorted((checkout / "results" / "mutants").glob("*.json"))
    assert reports
    for file in reports:
        report = json.loads(file.read_text(encoding="utf-8"))
        row = next(row for row in rows if row[:2] == [report["core"], report["device"]])
        alive = [one for one in report.get("survivors", []) if (report["core"], one["mutation"]) not in argued]
        assert (row[4], row[6]) == (str(report["killed"]), str(len(alive)))
        shown = {row[2] for row in rows if row[:2] == [report["core"], report["device"]]}
        assert {survivor["mutation"] for survivor in report.get("survivors", [])} <= shown


def test_devices_have_their_facts(built: BuiltSite) -> None:
    row = next(row for row in _rows(built, "devices/index.html") if row[:2] == ["ice40-hx8k", "iCE40HX8K-CT256"])
    assert row[2:6] == ["ice40", "HX", "7,680", "4"]


def _software_mb_s(checkout: Path, function: str, message_bytes: int, multiplicity: str, *, lanes: bool) -> str:
    """1000 over the least stored median in ns per byte; messages in memory, one thread."""
    stored = json.loads((checkout / "results" / "system" / "intel-xeon-processor-x2.json").read_text(encoding="utf-8"))
    case = (function, "memory", 1, message_bytes, multiplicity, lanes)
    names = ("function", "source", "threads", "message_bytes", "multiplicity", "lanes")
    times = [row["ns_per_byte"]["median"] for row in stored["rows"] if tuple(row[name] for name in names) == case]
    return f"{1000 / min(times):,.0f}"


@pytest.mark.parametrize("algorithm", ["keccak-256", "sha3-256"])
def test_algorithms_have_their_measured_speed_in_software(built: BuiltSite, checkout: Path, algorithm: str) -> None:
    """One thread, the longest message; also of an algorithm that has no core of its own name."""
    rows = [row for row in _rows(built, f"algorithms/{algorithm}.html") if row[1:3] == ["model", "1"]]
    assert rows[-1][3:] == [
        "256 KiB",
        _software_mb_s(checkout, algorithm, 262144, "one", lanes=False),
        _software_mb_s(checkout, algorithm, 262144, "many", lanes=False),
        _software_mb_s(checkout, algorithm, 262144, "many", lanes=True),
    ]


def test_algorithms_are_compared_in_software(built: BuiltSite, checkout: Path) -> None:
    """All functions, the fastest for long messages first; SHA3-256 by hand: of two ways for many, lanes are faster."""
    rows = [row for row in _rows(built, "algorithms/software.html") if row[1] in ("model", "OpenSSL")]
    assert len(rows) > 100
    long_messages = [float(row[6].replace(",", "")) for row in rows]
    assert long_messages == sorted(long_messages, reverse=True)
    (row,) = [row for row in rows if row[:2] == ["sha3-256", "model"]]
    expected = []
    for length in (64, 1536, 262144):
        expected.append(_software_mb_s(checkout, "sha3-256", length, "one", lanes=False))
        expected.append(_software_mb_s(checkout, "sha3-256", length, "many", lanes=True))
    assert row[2:8] == expected


def test_an_algorithm_of_another_name_shows_the_cores_that_compute_it(built: BuiltSite) -> None:
    """SHA3-256 by the cores of keccak-256, with their figures; the search finds it."""
    text = (built.folder / "algorithms" / "sha3-256.html").read_text(encoding="utf-8")
    assert 'sha3-256 is computed by the cores of <a href="keccak-256.html">keccak-256</a>' in text
    own, other = (
        [row for row in _rows(built, f"algorithms/{name}.html") if row[0].startswith("keccak-256/")]
        for name in ("keccak-256", "sha3-256")
    )
    assert len(own) > 15
    assert own == other
    assert "Algorithm sha3-256" in (built.folder / "assets" / "search-data.js").read_text(encoding="utf-8")


def test_an_algorithm_without_a_stored_speed_says_so(built: BuiltSite) -> None:
    """Each page has a row of its model, or the sentence that none is stored; all have the command that stores it."""
    stored = {
        row.function for machine in measured_speeds(paths.results()) for row in machine.rows if row.source == "memory"
    }
    for file in (built.folder / "algorithms").glob("*.html"):
        if file.stem in ("index", "software"):
            continue
        text = file.read_text(encoding="utf-8")
        is_stored = bool({file.stem, f"openssl-{file.stem}"} & stored)
        assert (f"No speed of {file.stem} is stored" in text) is not is_stored, file.stem
        assert f"fairhash system measure {file.stem} --source memory" in text
