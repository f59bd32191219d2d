# SPDX-License-Identifier: Apache-2.0
"""Writes a first description of an external core: `fairhash bench --init`."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore
from fairhash.external.description import HINT, Description, check_sources, copied_sources
from fairhash.external.guess_description import guess_description
from fairhash.external.resolve_core import PLACEHOLDER_FORMULA, read_described_core
from fairhash.toolchain.elaborate import list_ports


def write_description(top: str, files: Sequence[Path], algorithm: str | None) -> tuple[Path, list[str]]:
    """Write `<top>.toml` in the current folder; return it and what was guessed, a line each.

    Args:
        top: name of the top entity or module.
        files: its sources in compile order.
        algorithm: what it computes; None to guess it from the names.

    Raises:
        FairhashError: the file exists, the sources cannot be read, or no ports look like those of a hash function.
    """
    written = Path(f"{top}.toml")
    if written.exists():
        raise FairhashError(f"{written} exists", str(Path.cwd()), "remove it, or work in another folder")
    home = Path(os.path.commonpath([file.resolve().parent for file in files]))
    names = tuple(file.resolve().relative_to(home).as_posix() for file in files)
    core = _unknown_core(top, names, home, written)
    with tempfile.TemporaryDirectory(prefix="fairhash.init.") as folder:
        ports = list_ports(core, Path(folder))
    root = Path(os.path.relpath(home, Path.cwd())).as_posix()
    text, notes = guess_description(top, names, root, ports, algorithm)
    written.write_text(text, encoding="utf-8")
    try:
        read_described_core(written)
    except FairhashError as error:
        notes.append(f"to be completed: {error.what}")
    return written, notes


def _unknown_core(top: str, names: tuple[str, ...], home: Path, written: Path) -> Core:
    """A core of which only the sources are known: its ports are of the default kind, its sizes arbitrary.

    Raises:
        FairhashError: the sources cannot be compiled together.
    """
    try:
        Description(algorithm="sha-256", architecture="unknown", files=names, top=top, word_bits=32)
    except ValueError as error:
        raise FairhashError(f"{top} or the name of a file is not allowed", str(home), HINT) from error
    check_sources(written, home, names, top)
    external = ExternalCore(top=top, home=copied_sources(written, home, names, ()), description=written)
    return Core(
        algorithm="sha-256",
        architecture="unknown",
        family="sha-2",
        entity=f"fairhash_{top}",
        files=names,
        block_bits=512,
        digest_bits=256,
        word_bits=32,
        formula=PLACEHOLDER_FORMULA,
        source=written,
        external=external,
    )
