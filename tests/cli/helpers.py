# SPDX-License-Identifier: Apache-2.0
"""Calling the command as a person does."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_CALL = "from fairhash.cli.main import main; main()"


@dataclass(frozen=True)
class Outcome:
    """What a call of the command came to."""

    status: int
    out: str
    err: str

    def refusal(self) -> str:
        """The one line of a call that was refused: status 2, nothing else on stderr, no traceback."""
        assert self.status == 2, self
        (line,) = self.err.splitlines()
        assert line.startswith("fairhash: "), line
        return line


def fairhash(
    *arguments: str | Path,
    stdin: bytes | None = None,
    env: Mapping[str, str] | None = None,
    stdout: Path | None = None,
    cwd: Path | None = None,
) -> Outcome:
    """Run ``fairhash ARGUMENTS`` in a process of its own; `stdout` names a file to print to."""
    with open(stdout or os.devnull, "wb") as sink:
        done = subprocess.run(
            [sys.executable, "-c", _CALL, *map(str, arguments)],
            env={**os.environ, **(env or {})},
            cwd=cwd,
            input=stdin or b"",
            stdout=sink if stdout else subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
        )
    return Outcome(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())
