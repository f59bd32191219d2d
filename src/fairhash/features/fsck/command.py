# SPDX-License-Identifier: Apache-2.0
"""The command `fsck`: checks what is stored."""

from dataclasses import asdict

import click

from fairhash.base import paths
from fairhash.bench.store import Store
from fairhash.console.output import as_json, print_json
from fairhash.features.fsck.check import check_everything

HELP_SECTION = "Maintain"


@click.command()
@click.option(
    "--delete", is_flag=True, help="Delete damaged outcomes and simulator builds, which are made again when needed."
)
@as_json
def fsck(*, delete: bool, as_json: bool) -> int:
    """Check the store and the results for damage and for changed figures.

    Outcomes in build/store, simulators in build/sim and files in build/results are compared with their checksums,
    results/ with the commit. The exit status is 1 if anything is damaged.

    \b
    Examples:
      fairhash fsck
      fairhash fsck --delete
    """
    checked = check_everything(Store(), paths.build() / "sim", paths.results(), paths.own_results(), delete=delete)
    if as_json:
        print_json(asdict(checked))
        return 1 if checked.damages else 0
    for damage in checked.damages:
        click.echo(f"{damage.part}: {damage.problem} in {damage.where}; {damage.fix}")
    click.echo(
        f"{checked.outcomes} outcomes, {checked.builds} simulators and {checked.files} files of results checked: "
        f"{len(checked.damages)} damaged, {len(checked.changed)} files of results changed since the commit"
    )
    return 1 if checked.damages else 0
