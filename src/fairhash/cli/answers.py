# SPDX-License-Identifier: Apache-2.0
"""The verb that checks the software models against known answers."""

from pathlib import Path

import click

from fairhash.cli.names import ALGORITHM
from fairhash.cli.output import as_json, print_json, print_table
from fairhash.cli.progress import Bar


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--only", type=ALGORITHM, multiple=True, help="Only this algorithm; may be repeated.")
@as_json
def answers(folder: Path, only: tuple[str, ...], as_json: bool) -> None:
    """Check the software models against every CSV file of known answers under DIR, row by row.

    \b
    Columns: algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source
    Example:
      fairhash answers path/to/vectors
    """
