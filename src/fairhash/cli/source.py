# SPDX-License-Identifier: Apache-2.0
"""Where a verb reads its message from."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from fairhash.errors import FairhashError


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input for ``-``."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(name, "rb") as file:
            yield file
    except OSError as error:
        raise FairhashError(
            f"cannot read {name}: {error.strerror}", "", "give readable files, or - for input"
        ) from error
