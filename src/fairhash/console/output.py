# SPDX-License-Identifier: Apache-2.0
"""Output of commands: plain tables for people, JSON for programs; and their input files."""

import json
import math
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, BinaryIO

import click
from rich.console import Console
from rich.table import Table as RichTable

from fairhash.base.errors import FairhashError
from fairhash.base.table import text_lines

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
"""The option of every command that prints data."""


def print_json(data: Any) -> None:
    """Print one indented JSON value; values that JSON lacks, such as paths and infinity, are printed as text."""
    click.echo(json.dumps(_jsonable(data), indent=2, ensure_ascii=False, default=str))


def _jsonable(data: Any) -> Any:
    """The value with decimal numbers as floats, and infinite ones and those that are no number as text."""
    match data:
        case Decimal() | float():
            return float(data) if math.isfinite(data) else str(float(data))
        case dict():
            return {key: _jsonable(value) for key, value in data.items()}
        case list() | tuple():
            return [_jsonable(value) for value in data]
    return data


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print columns as text_lines() aligns them."""
    for line in text_lines(head, rows):
        click.echo(line)


_MOST_COLUMNS = 100
"""Width of a wrapped table in characters, where the terminal is not narrower."""


def print_wrapped(head: Sequence[str], rows: Sequence[Sequence[object]], whole: int) -> None:
    """Print columns of text, at most 100 characters wide together; long texts continue on further lines.

    Args:
        head: The headings.
        rows: Cells, as many in each row as headings.
        whole: Number of columns, from the left, whose texts stay on one line.
    """
    width = min(_MOST_COLUMNS, shutil.get_terminal_size((_MOST_COLUMNS, 24)).columns)
    table = RichTable(*head, box=None, pad_edge=False, header_style="", padding=(0, 2, 0, 0))
    for number, column in enumerate(table.columns):
        column.overflow = "fold"
        column.no_wrap = number < whole
    for row in rows:
        table.add_row(*map(str, row))
    console = Console(width=width, markup=False, highlight=False, no_color=True, emoji=False)
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        click.echo(line.rstrip())


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file for reading in binary mode; ``-`` is standard input."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(name, "rb") as file:
            yield file
    except OSError as error:
        raise FairhashError(
            f"cannot read {name}: {error.strerror}", "", "name a readable file, or - for standard input"
        ) from error
