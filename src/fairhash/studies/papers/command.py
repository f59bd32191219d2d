# SPDX-License-Identifier: Apache-2.0
"""The command `paper`: measures a paper's cores, after they were verified, and reproduces its tables and figures."""

from pathlib import Path

import click

from fairhash.base.files import write_text
from fairhash.base.paths import build
from fairhash.base.paths import results as results_folder
from fairhash.bench.workspace import Workspace
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_target
from fairhash.console.names import DEVICE, PAPER
from fairhash.console.output import print_table
from fairhash.console.progress import ProgressDisplay
from fairhash.console.results import area as area_option
from fairhash.console.results import only
from fairhash.figures.measures import AreaMeasure
from fairhash.results.reader import Source, read_results
from fairhash.results.results_folder import ResultsFolder
from fairhash.studies.papers.document import write_folder, write_page
from fairhash.studies.papers.measure import paper_campaign, paper_job
from fairhash.studies.papers.originals import measure_originals, original_table
from fairhash.studies.papers.originals import page as originals_page
from fairhash.studies.papers.paper import Paper, find_paper

HELP_SECTION = "Papers"


@click.command()
@click.argument("letter", type=PAPER, metavar="PAPER")
@click.option(
    "--device", "devices", type=DEVICE, multiple=True, help="Only this FPGA or cell library; may be repeated."
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    metavar="N",
    help="Run seeds 1 to N only; cell libraries have no seeds.  [default: as in the campaign, 5 with --device]",
)
@click.option("--stored", is_flag=True, help="Run nothing; use stored results.")
@only
@click.option(
    "--to",
    "out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the files.  [default: build/paper-PAPER]",
)
@click.option(
    "--page", type=click.Path(path_type=Path), metavar="FILE.md", help="Write only a Markdown page, to this file."
)
@click.option(
    "--original",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Measure only the paper's original cores; DIR is a copy of their repository. The results are added to those "
    "of their descriptions.",
)
@area_option
def paper(
    *,
    letter: str,
    devices: tuple[str, ...],
    seeds: int | None,
    stored: bool,
    only: Source | None,
    out: Path | None,
    page: Path | None,
    original: Path | None,
    area: AreaMeasure,
) -> int:
    """Reproduce PAPER: its tables and figures with the published values and ours.

    The paper's cores are verified, and their missing runs in campaigns/release.toml are made; the results are added to
    results/. With --device, all cores of the paper are run on these devices instead. The first call takes
    hours; the same command continues an interrupted one. With --stored no tool runs, and figures without
    a result are shown as missing. The exit status is 1 if a core failed its verification or there is no result of ours.

    \b
    Examples:
      fairhash paper D
      fairhash paper D --stored --page build/paper-d.md
      fairhash paper A --original RTL-collection --seeds 3
    """
    chosen = find_paper(letter)
    for name in devices:
        find_target(name)
    if original:
        device = find_target(devices[0] if devices else _ORIGINALS_DEVICE)
        return _measure_originals(chosen, original, device, seeds or _ORIGINALS_SEEDS, page or out)
    failed = 0 if stored else _run(chosen, devices, seeds)
    document = chosen.document(read_results(only), devices, area)
    written = page or out or build() / f"paper-{chosen.letter}"
    if page:
        write_page(document, page)
    else:
        write_folder(document, written)
    for printed in document.main_tables():
        click.echo(printed.title)
        print_table(printed.headings(), printed.display_rows())
        click.echo()
    if not document.figure_count:
        click.echo("There are no results of our cores yet.")
    click.echo(f"Written: {written}")
    if not page:
        click.echo(f"The page of the site with these tables is papers/{chosen.letter.lower()}.html (`fairhash site`).")
    return 0 if document.figure_count and not failed else 1


_ORIGINALS_DEVICE, _ORIGINALS_SEEDS = "ecp5-85k-8", 5


def _measure_originals(chosen: Paper, checkout: Path, device: Target, seeds: int, file: Path | None) -> int:
    """Measure the paper's original cores beside ours, and write the page; 1 if none of them has a result."""
    with ProgressDisplay(f"originals of paper {chosen.letter}") as sweep:
        done = measure_originals(chosen.letter, checkout, device, range(1, seeds + 1), sweep)
    shown = original_table(done, chosen.letter, device.id)
    print_table(shown.headings(), shown.display_rows())
    written = file or build() / f"paper-{chosen.letter}-originals.md"
    write_text(written, originals_page(shown))
    click.echo(f"Written: {written}")
    return 0 if any(one.figures for one in done) else 1


def _run(chosen: Paper, devices: tuple[str, ...], seeds: int | None) -> int:
    """Run the paper's campaign, print the reports of cores that failed their verification, and return their number."""
    campaign = paper_campaign(chosen, devices, seeds)
    with ProgressDisplay(f"paper {chosen.letter}") as sweep:
        done = paper_job(campaign, ResultsFolder(results_folder()), Workspace(), sweep)
    for report in done.wrong:
        click.echo(report.text())
    return len(done.wrong)
