# SPDX-License-Identifier: Apache-2.0
"""The commit of the bench, which every result records."""

import subprocess
from functools import cache

from fairhash.base import paths

_LIMIT_S = 20
_FOLDERS = ("src", "rtl", "models")


@cache
def bench_commit() -> str:
    """The commit of this checkout; empty outside a repository.

    `+changes` is appended if the bench, the cores or the models have uncommitted changes.
    """
    commit = _git("rev-parse", "HEAD")
    if not commit:
        return ""
    changes = _git("status", "--porcelain", "--untracked-files=no", "--", *_FOLDERS)
    return f"{commit}+changes" if changes else commit


def _git(*arguments: str) -> str:
    try:
        process = subprocess.run(
            ["git", "-C", str(paths.root()), *arguments],
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return process.stdout.strip() if process.returncode == 0 else ""
