# SPDX-License-Identifier: Apache-2.0
"""Which commit of this checkout makes the results."""

import subprocess
from functools import cache

from fairhash import paths

_LIMIT_S = 20
_FOLDERS = ("src", "rtl", "models")


@cache
def bench_commit() -> str:
    """The checkout's commit, with `+changes` if bench, cores or models differ from it; empty outside a repository."""
    commit = _git("rev-parse", "HEAD")
    if not commit:
        return ""
    changes = _git("status", "--porcelain", "--untracked-files=no", "--", *_FOLDERS)
    return f"{commit}+changes" if changes else commit


def _git(*arguments: str) -> str:
    try:
        ran = subprocess.run(
            ["git", "-C", str(paths.root()), *arguments],
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""
