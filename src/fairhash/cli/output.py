# SPDX-License-Identifier: Apache-2.0
"""How verbs print data: a plain table for people, JSON for programs."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
"""The option of every verb that prints data."""

_NUMBER = re.compile(r"-|-?[0-9]+(\.[0-9]+)?(\.\.[0-9.]+)?")
"""What is printed to the right of its column: numbers, ranges, and nothing."""


def print_json(data: Any) -> None:
    """One indented JSON value; paths and the like become text."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Columns as wide as their widest cell, two spaces between them; numbers to the right."""
    cells = [list(head), *[[str(cell) for cell in row] for row in rows]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [all(_NUMBER.fullmatch(line[i]) for line in cells[1:]) for i in range(len(head))]
    for line in cells:
        parts = [_aligned(right[i])(cell, widths[i]) for i, cell in enumerate(line)]
        click.echo("  ".join(parts).rstrip())


def _aligned(right: bool) -> Callable[[str, int], str]:
    return str.rjust if right else str.ljust
