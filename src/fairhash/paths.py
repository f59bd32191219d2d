# SPDX-License-Identifier: Apache-2.0
"""Where the project's folders are."""

import os
from pathlib import Path

from fairhash.errors import FairhashError


def root() -> Path:
    """The checkout: $FAIRHASH_ROOT, or the nearest folder above this file or the working folder with an rtl/shell."""
    named = os.environ.get("FAIRHASH_ROOT")
    starts = [Path(named)] if named else [Path(__file__).resolve(), Path.cwd().resolve()]
    for start in starts:
        for folder in (start, *start.parents):
            if (folder / "rtl" / "shell").is_dir():
                return folder
    raise FairhashError(
        "no FairHash checkout found", named or str(Path.cwd()), "run inside a checkout or set FAIRHASH_ROOT"
    )


def build() -> Path:
    """The folder for everything made, $FAIRHASH_BUILD or build/ in the checkout; created if missing."""
    folder = Path(os.environ.get("FAIRHASH_BUILD") or root() / "build")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FairhashError(
            f"cannot create the build folder: {error.strerror}", str(folder), "set FAIRHASH_BUILD to a writable folder"
        ) from error
    return folder


def rtl() -> Path:
    """The folder of all hardware sources."""
    return root() / "rtl"


def results() -> Path:
    """The folder of committed, measured results."""
    return root() / "results"


def published() -> Path:
    """The folder of the papers' tables as printed."""
    return root() / "published"
