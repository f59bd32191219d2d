# SPDX-License-Identifier: Apache-2.0
"""Output of commands: plain tables for people, JSON for programs."""

import json
from collections.abc import Sequence
from typing import Any

import click

from fairhash.base.table import text_lines

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
"""The option of every command that prints data."""


def print_json(data: Any) -> None:
    """Print one indented JSON value; values that JSON lacks, such as paths, are printed as text."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print columns as text_lines() aligns them."""
    for line in text_lines(head, rows):
        click.echo(line)
