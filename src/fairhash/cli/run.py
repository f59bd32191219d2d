# SPDX-License-Identifier: Apache-2.0
"""The command `run`, which ./run calls."""

import click

from fairhash.base.paths import build
from fairhash.bench.implementing import main_job
from fairhash.cli.site import all_commands
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.console.results import print_results
from fairhash.site.build import refresh_site


@click.command()
@as_json
@click.pass_context
def run(context: click.Context, as_json: bool) -> int:
    """Verify, implement and report ascon-hash256/highspeed and sha-256/highspeed.

    Both are checked against known answers, implemented on an ECP5-85k (speed grade 8) with three seeds, and compared in
    a table. Then the site is built in build/site: all committed results and pages, with these results beside them; a
    site of the same inputs stays. Stored results are not run again. The exit status is 1 if a core failed.

    \b
    Example:
      fairhash run
    """
    with ProgressDisplay("run") as sweep:
        done = main_job(sweep)
    index = refresh_site(build() / "site", all_commands(context), done.results)
    if as_json:
        reports = [report.model_dump(mode="json") for report in done.reports]
        results = [result.model_dump(mode="json") for result in done.results]
        print_json({"site": str(index), "verified": reports, "results": results})
        return 0 if done.ok else 1
    for report in done.reports:
        click.echo(report.text())
    click.echo()
    print_results(done.results)
    click.echo(f"The site, with your results: {index.resolve().as_uri()}")
    return 0 if done.ok else 1
