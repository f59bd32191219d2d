# SPDX-License-Identifier: Apache-2.0
"""The option that says what areas are counted in."""

from typing import get_args

import click

from fairhash.figures.measures import CELLS, AreaMeasure

area = click.option(
    "--area",
    type=click.Choice(list(get_args(AreaMeasure))),
    default=CELLS,
    show_default=True,
    help="Area in logic cells needed, or as the place tool counts its LUT cells.",
)
"""The option of every verb that shows areas or compares by them."""
