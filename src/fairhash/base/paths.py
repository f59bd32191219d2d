# SPDX-License-Identifier: Apache-2.0
"""Paths of the project's folders."""

import os
from functools import cache
from pathlib import Path

from fairhash.base.errors import FairhashError


def root() -> Path:
    """The checkout: the nearest folder with an rtl/shell, from $FAIRHASH_ROOT or else this file or the working folder
    upwards.
    """
    configured = os.environ.get("FAIRHASH_ROOT")
    return _root(configured, "" if configured else os.getcwd())


# a page asks thousands of times which core a result belongs to, and each answer begins here
@cache
def _root(configured: str | None, folder: str) -> Path:
    starts = [Path(configured)] if configured else [Path(__file__).resolve(), Path(folder).resolve()]
    for start in starts:
        for each in (start, *start.parents):
            if (each / "rtl" / "shell").is_dir():
                return each
    raise FairhashError(
        "no FairHash checkout found", configured or folder, "run inside a checkout or set FAIRHASH_ROOT"
    )


def real_path(path: Path) -> Path:
    """The absolute path without symbolic links. A link that leads to itself stays; opening it is an OSError."""
    return Path(os.path.realpath(path))


def build() -> Path:
    """The folder for generated files: $FAIRHASH_BUILD, else build/ in the checkout; created if missing."""
    folder = _build()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FairhashError(
            f"cannot create the build folder: {error.strerror}", str(folder), "set FAIRHASH_BUILD to a writable folder"
        ) from error
    return folder


def is_in_build(path: Path) -> bool:
    """Whether a path, which need not exist, is in the folder for generated files, which is not created."""
    return path.absolute().is_relative_to(_build().absolute())


def _build() -> Path:
    return Path(os.environ.get("FAIRHASH_BUILD") or root() / "build")


def rtl() -> Path:
    """The folder of the hardware sources."""
    return root() / "rtl"


def results() -> Path:
    """The folder of the committed results."""
    return root() / "results"


def own_results() -> Path:
    """The folder of the user's own results, which commands that measure add to."""
    return build() / "results"


def answers() -> Path:
    """The folder of the answer files: the project's own, and below it the compact set of official ones."""
    return root() / "vectors"


def official_answers() -> Path:
    """The folder of the compact set of official answers, one file a family."""
    return answers() / "official"


def further_answers() -> Path | None:
    """A larger folder of official answers beside the checkout, ../shared/vectors; None where there is none."""
    folder = root().parent / "shared" / "vectors"
    return folder if folder.is_dir() else None


def published() -> Path:
    """The folder of the papers' published values."""
    return root() / "published"
