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


def undescribed_core(top: str, files: Sequence[Path]) -> Core:
    """Return a core of which only the sources are known: its ports are of the default kind, its sizes arbitrary.

    Its description will be `<top>.toml` in the current folder.

    Args:
        top: name of the top entity or module.
        files: its sources in compile order.

    Raises:
        FairhashError: the description exists, or the sources cannot be compiled together.
    """
    written = Path(f"{top}.toml")
    if written.exists():
        raise FairhashError(f"{written} exists", str(Path.cwd()), "remove it, or work in another folder")
    home = Path(os.path.commonpath([file.resolve().parent for file in files]))
    names = tuple(file.resolve().relative_to(home).as_posix() for file in files)
    try:
        Description(algorithm="sha-256", architecture="unknown", files=names, top=top, word_bits=32)
    except ValueError as error:
        raise FairhashError(f"{top} or the name of a file is not allowed", str(home), HINT) from error
    check_sources(written, home, names, top)
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
        external=ExternalCore(top=top, home=copied_sources(written, home, names, ()), description=written),
    )


def write_description(core: Core, files: Sequence[Path], algorithm: str | None) -> list[str]:
    """Write the description of an undescribed core; return what was guessed, a line each.

    Args:
        core: what `undescribed_core` returned.
        files: its sources in compile order.
        algorithm: what it computes; None to guess it from the names.

    Raises:
        FairhashError: the sources cannot be read, or no ports look like those of a hash function.
    """
    assert core.external is not None
    with tempfile.TemporaryDirectory(prefix="fairhash.init.") as folder:
        ports = list_ports(core, Path(folder))
    home = os.path.commonpath([file.resolve().parent for file in files])
    root = Path(os.path.relpath(home, Path.cwd())).as_posix()
    text, notes = guess_description(core.external.top, core.files, root, ports, algorithm)
    core.source.write_text(text, encoding="utf-8")
    try:
        read_described_core(core.source)
    except FairhashError as error:
        notes.append(f"to be completed: {error.what}")
    return notes
