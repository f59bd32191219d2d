# SPDX-License-Identifier: Apache-2.0
"""Output of commands: plain tables for people, JSON for programs; and their input files."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

import click

from fairhash.base.errors import FairhashError
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
