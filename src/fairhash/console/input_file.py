# SPDX-License-Identifier: Apache-2.0
"""Input files of commands."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from fairhash.base.errors import FairhashError


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
