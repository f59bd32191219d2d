# SPDX-License-Identifier: Apache-2.0
"""The command `answers`: checks the software models against known answers."""

from collections import Counter
from pathlib import Path

import click

from fairhash.base import paths
from fairhash.console.names import ALGORITHM
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressBar
from fairhash.models.answers.check import check


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="[DIR]", required=False)
@click.option("--only", type=ALGORITHM, multiple=True, help="Only this algorithm; may be repeated.")
@as_json
def answers(folder: Path | None, only: tuple[str, ...], as_json: bool) -> int:
    """Check the software models against every CSV file of known answers in DIR, row by row.

    The default is vectors/, which holds official answers and the project's own. The columns are
    algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source. Rows without a model are counted as skipped. The
    exit status is 1 if any digest differs.

    \b
    Example:
      fairhash answers vectors/official
    """
    with ProgressBar("checking answers") as bar:
        summaries = check(folder or paths.answers(), only or None, bar.at)
    failed = sum(summary.failed for summary in summaries)
    rows_of: Counter[str] = Counter()
    for summary in summaries:
        rows_of.update(summary.algorithms)
    if as_json:
        files = [
            {
                "file": str(summary.file),
                "checked": summary.checked,
                "failed": summary.failed,
                "skipped": summary.skipped,
                "failures": [str(failure) for failure in summary.failures],
            }
            for summary in summaries
        ]
        print_json({"files": files, "algorithms": rows_of, "checked": rows_of.total(), "failed": failed})
        return min(failed, 1)
    rows = [(s.file, s.checked, s.failed, sum(s.skipped.values())) for s in summaries]
    print_table(("file", "checked", "failed", "skipped"), rows)
    click.echo()
    print_table(("algorithm", "checked"), sorted(rows_of.items()))
    for summary in summaries:
        for failure in summary.failures:
            click.echo(failure)
    click.echo(f"{rows_of.total()} rows of {len(rows_of)} algorithms checked, {failed} failed")
    return min(failed, 1)
