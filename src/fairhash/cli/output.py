# SPDX-License-Identifier: Apache-2.0
"""Output of commands: plain tables for people, JSON for programs."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
"""The option of every command that prints data."""

_NUMBER = re.compile(r"-|-?[0-9]+(\.[0-9]+)?(\.\.[0-9.]+)?")
"""Cells that are aligned to the right: numbers, ranges, and ``-`` for a missing value."""


def print_json(data: Any) -> None:
    """Print one indented JSON value; values that JSON lacks, such as paths, are printed as text."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print columns as wide as their widest cell, separated by two spaces, with numbers aligned to the right."""
    cells = [list(head), *[[str(cell) for cell in row] for row in rows]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [all(_NUMBER.fullmatch(line[i]) for line in cells[1:]) for i in range(len(head))]
    for line in cells:
        parts = [_alignment(right[i])(cell, widths[i]) for i, cell in enumerate(line)]
        click.echo("  ".join(parts).rstrip())


def _alignment(right: bool) -> Callable[[str, int], str]:
    return str.rjust if right else str.ljust
