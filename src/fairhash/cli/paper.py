# SPDX-License-Identifier: Apache-2.0
"""The verb that reproduces a paper."""

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
@click.option("--device", "devices", type=DEVICE, multiple=True, help="Only this FPGA or library; may be repeated.")
@click.option(
    "--seeds", type=click.IntRange(min=1), default=5, metavar="N", help="Seeds 1 to N; cells have none.  [default: 5]"
)
@click.option("--from", "source", type=click.Path(path_type=Path), metavar="DIR", help="Show the *.jsonl files in DIR.")
@click.option("--only-stored", is_flag=True, help="Run nothing, show what the store has.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where to.  [default: build/paper-PAPER]")
@click.option("--page", type=click.Path(path_type=Path), metavar="FILE.md", help="Write Markdown there instead.")
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
    """Reproduce PAPER: its tables and figures as printed, and ours beside them.

    Every core the paper is about is verified and implemented once per seed on each FPGA and once on each library of
    cells, unless the store has it already; the first time takes hours, and an interrupted call carries on. With --from
    or --only-stored nothing is run. What was not measured is shown as missing. The exit status is 1 if a core failed
    its verification or no figure of ours could be shown.

    \b
    Examples:
      fairhash paper D
      fairhash paper D --from results --page docs/paper-d.md
    """
    chosen = find_paper(letter)
    wrong = 0 if source or only_stored else _run(chosen, devices, seeds)
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
        click.echo("None of our cores was measured yet.")
    click.echo(f"Written: {written}")
    return 0 if document.figure_count and not wrong else 1


def _run(chosen: Paper, devices: tuple[str, ...], seeds: int) -> int:
    """How many cores failed; their reports are printed."""
    targets = [find_target(device) for device in devices or chosen.default_devices()]
    with Sweep(f"paper {chosen.letter}") as sweep:
        done = paper_job(chosen.cores(), targets, range(1, seeds + 1), sweep)
    for report in done.wrong:
        click.echo(report.text())
    return len(done.wrong)
