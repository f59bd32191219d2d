# SPDX-License-Identifier: Apache-2.0
"""The command `fsck`: checks what is stored."""

from dataclasses import asdict

import click

from fairhash import paths
from fairhash.cli.database import database
from fairhash.cli.output import as_json, print_json
from fairhash.results import Database
from fairhash.runs.fsck import check_everything
from fairhash.runs.store import Store


@click.command()
@click.option("--delete", is_flag=True, help="Delete damaged outcomes and rows; outcomes are made again when needed.")
@database
@as_json
def fsck(*, delete: bool, as_json: bool) -> int:
    """Check the store, the database and the committed results for damage and for changed figures.

    Outcomes in build/store and rows of the database are compared with their checksums, results/ with the commit and
    the database. The exit status is 1 if anything is damaged.

    \b
    Examples:
      fairhash fsck
      fairhash fsck --delete
    """
    checked = check_everything(Store(), Database(), paths.results(), delete=delete)
    if as_json:
        print_json(asdict(checked))
        return 1 if checked.damages else 0
    for damage in checked.damages:
        click.echo(f"{damage.part}: {damage.problem} in {damage.where}; {damage.fix}")
    click.echo(
        f"{checked.outcomes} outcomes, {checked.rows} rows and {checked.files} files of results checked: "
        f"{len(checked.damages)} damaged, {len(checked.changed)} files of results changed since the commit"
    )
    return 1 if checked.damages else 0
