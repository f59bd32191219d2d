# SPDX-License-Identifier: Apache-2.0
"""The option that says which results a command reads."""

from typing import get_args

import click

from fairhash.results.reader import Source

only = click.option(
    "--only",
    type=click.Choice(list(get_args(Source))),
    help="Only the committed results in results/, or only yours in build/results/.  [default: both]",
)
"""The option of every command that shows results."""
