# SPDX-License-Identifier: Apache-2.0
"""The command `paper`: reproduces a paper's tables and figures."""

from pathlib import Path

import click

from fairhash.catalog.targets import find_target
from fairhash.cli.database import database
from fairhash.cli.names import DEVICE, PAPER
from fairhash.cli.output import print_table
from fairhash.cli.progress import Sweep
from fairhash.papers.document_files import write_folder, write_page
from fairhash.papers.paper import Paper, find_paper
from fairhash.papers.paper_job import paper_job
from fairhash.paths import build
from fairhash.results import Database
from fairhash.results.export import read_folder


@click.command()
@click.argument("letter", type=PAPER, metavar="PAPER")
@click.option(
    "--device", "devices", type=DEVICE, multiple=True, help="Only this FPGA or cell library; may be repeated."
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=5,
    metavar="N",
    help="Run seeds 1 to N; cell libraries have no seeds.  [default: 5]",
)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Run nothing; use the *.jsonl files in DIR.",
)
@click.option("--only-stored", is_flag=True, help="Run nothing; use stored results.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Folder for the files.  [default: build/paper-PAPER]"
)
@click.option(
    "--page", type=click.Path(path_type=Path), metavar="FILE.md", help="Write only a Markdown page, to this file."
)
@database
def paper(
    *,
    letter: str,
    devices: tuple[str, ...],
    seeds: int,
    source: Path | None,
    only_stored: bool,
    out: Path | None,
    page: Path | None,
) -> int:
    """Reproduce PAPER: its tables and figures with the published values and ours.

    Every core of the paper is verified, and implemented once per seed on each FPGA and once on each cell library,
    unless the result is stored. The first call takes hours; the same command continues an interrupted one. With --from
    or --only-stored no tool runs, and figures without a result are shown as missing. The exit status is 1 if a core
    failed its verification or there is no result of ours.

    \b
    Examples:
      fairhash paper D
      fairhash paper D --from results --page docs/paper-d.md
    """
    chosen = find_paper(letter)
    failed = 0 if source or only_stored else _run(chosen, devices, seeds)
    results = read_folder(source) if source else Database().find(algorithm=chosen.algorithms)
    document = chosen.document(results, devices)
    if page:
        write_page(document, page)
        written = page
    else:
        written = write_folder(document, out or build() / f"paper-{chosen.letter}")
    for table in document.main_tables():
        click.echo(table.title)
        print_table(table.headings(), table.display_rows())
        click.echo()
    if not document.figure_count:
        click.echo("There are no results of our cores yet.")
    click.echo(f"Written: {written}")
    return 0 if document.figure_count and not failed else 1


def _run(chosen: Paper, devices: tuple[str, ...], seeds: int) -> int:
    """Verify and implement the paper's cores, print the reports of those that failed, and return their number."""
    targets = [find_target(device) for device in devices or chosen.default_devices()]
    with Sweep(f"paper {chosen.letter}") as sweep:
        done = paper_job(chosen.cores(), targets, range(1, seeds + 1), sweep)
    for report in done.wrong:
        click.echo(report.text())
    return len(done.wrong)
