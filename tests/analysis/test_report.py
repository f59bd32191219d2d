# SPDX-License-Identifier: Apache-2.0
"""The report: works offline, shows everything, is the same twice, and is drawn only when something changed."""

import csv
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fairhash.analysis import chart, report
from fairhash.analysis.figures import figures
from fairhash.analysis.ranking import points
from fairhash.errors import FairhashError
from fairhash.results import export
from fairhash.results.schema import Result
from tests.results.samples import failed, sample

SEEDS = (1, 2, 3, 4, 5)
SVG = "{http://www.w3.org/2000/svg}"


def runs() -> list[Result]:
    rows = [sample("sha-512/highspeed", 90 + seed, 5000, seed, block_bits=1024, block_cycles=81) for seed in SEEDS]
    rows += [sample("keccak-512/highspeed", 130 + seed, 5100, seed) for seed in SEEDS]
    rows += [sample("sha-256/highspeed", 97, 1773, s, block_bits=512, block_cycles=65, digest_bits=256) for s in SEEDS]
    return [*rows, failed("echo-512/highspeed", reason="<b>needs</b> & more")]


class Page(HTMLParser):
    """What a browser would fetch, the text of cells, and ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("src", "srcset", "data", "action", "poster") or (name == "href" and tag == "link"):
                self.loads.append(value or "")
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name == "id":
                self.ids.append(value or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_self_contained(tmp_path: Path) -> None:
    text = report.write(runs(), tmp_path).read_text()
    page = Page(text)
    assert page.loads == []
    assert not page.tags & {"script", "link", "img", "iframe", "object"}
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    assert len(page.ids) == len(set(page.ids))
    assert page.links
    assert all((tmp_path / link).is_file() for link in page.links)


def test_the_page_shows_every_core_with_its_provenance(tmp_path: Path) -> None:
    page = Page(report.write(runs(), tmp_path).read_text())
    words = " ".join(" ".join(page.words).split())
    assert "unfit: <b>needs</b> & more" in words
    for expected in ("keccak-512/highspeed", "1+9+24N+8", "133.0", "132.0..134.0", "135.0"):
        assert expected in page.words
    assert words.count("ghdl 2.0.0; nextpnr-ecp5 0.11.1.0.post826") == 3
    assert words.count("clk 200 MHz") == 3
    assert words.count("1, 2, 3, 4, 5") == 3
    assert words.count("2026-11-21") == 3
    assert "512-bit variants on ecp5-85k-8, recipe default" in words
    assert "256-bit variants on ecp5-85k-8, recipe default" in words


def test_the_data_files_have_the_measured_values(tmp_path: Path) -> None:
    report.write(runs(), tmp_path)
    assert export.read_json_lines(tmp_path / "results.jsonl") == runs()
    assert export.read_csv(tmp_path / "results.csv") == runs()
    with (tmp_path / "throughput-over-area-512-default.csv").open(newline="") as stream:
        keccak, sha = csv.DictReader(stream)
    # 576/24 bits a cycle at 133 MHz over 1024/81 at 93; 5100 over 5000 cells
    assert float(keccak["throughput_median"]) == pytest.approx(24 * 133 / (1024 / 81 * 93))
    assert float(keccak["area_median"]) == pytest.approx(1.02)
    assert (keccak["rank"], keccak["rank_highest"], sha["core"]) == ("1", "1", "sha-512/highspeed")


def test_the_report_is_regenerated_only_after_changes(tmp_path: Path) -> None:
    page = report.write(runs(), tmp_path)
    text, made = page.read_text(), page.stat().st_mtime_ns
    assert report.write(runs()[::-1], tmp_path).stat().st_mtime_ns == made
    (tmp_path / "table.csv").unlink()
    report.write(runs(), tmp_path)
    assert (tmp_path / "table.csv").is_file()
    assert page.stat().st_mtime_ns > made
    assert page.read_text() == text
    report.write(runs()[:-1], tmp_path)
    assert "unfit" not in page.read_text()


def test_slow_modules_are_not_imported_without_changes(tmp_path: Path) -> None:
    report.write(runs(), tmp_path)
    script = (
        "import sys; from pathlib import Path; from fairhash.analysis import report, table\n"
        "from tests.analysis.test_report import runs\n"
        f"report.write(runs(), Path({str(tmp_path)!r}))\n"
        "print(*({'vl_convert', 'numpy', 'jinja2'} & set(sys.modules)))"
    )
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        env={"PYTHONPATH": f"{root}/src:{root}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == ""


def test_a_report_without_results_is_a_page(tmp_path: Path) -> None:
    assert "fairhash implement" in report.write([], tmp_path).read_text()


def test_an_unwritable_folder_is_reported_in_one_line() -> None:
    with pytest.raises(FairhashError, match="cannot write"):
        report.write(runs(), Path("/proc/none/report"))


def test_the_chart_has_every_point_at_its_position() -> None:
    small = [sample("cubehash-512/highspeed", 200, 3000, seed, block_bits=256, block_cycles=16) for seed in SEEDS]
    shown = points(figures([*runs()[:5], *small]), 512, "default")
    root = ElementTree.fromstring(chart.to_svg(shown, "sha-512/highspeed", "a < b"))
    assert root.get("aria-label") == "a < b"
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"cubehash-512", "sha-512", "area, divided by that of sha-512/highspeed"} <= set(texts)
    # faster and smaller than the reference: left of it and above, and y grows downwards
    (small_x, small_y), (sha_x, sha_y) = _centres(root)
    assert small_x < sha_x
    assert small_y < sha_y


def _centres(root: ElementTree.Element) -> list[tuple[float, float]]:
    """The positions of the dots' symbols, in the order of the data."""
    group = next(each for each in root.iter(f"{SVG}g") if "mark-symbol" in each.get("class", ""))
    moves = [re.fullmatch(r"translate\(([\d.]+),([\d.]+)\)", each.get("transform", "")) for each in group]
    return [(float(move[1]), float(move[2])) for move in moves if move]


def test_the_documentation_chart_is_written_with_its_data(tmp_path: Path) -> None:
    picture = tmp_path / "images" / "fig.svg"
    report.write_chart(runs(), 512, "default", picture)
    assert picture.read_text().startswith("<svg")
    assert picture.with_suffix(".csv").read_text().startswith("core,throughput_median")
    again = tmp_path / "again.svg"
    report.write_chart(runs(), 512, "default", again)
    assert again.read_bytes() == picture.read_bytes()
    with pytest.raises(FairhashError, match="no 384-bit figure with recipe default"):
        report.write_chart(runs(), 384, "default", picture)
