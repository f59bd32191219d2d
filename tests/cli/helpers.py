# SPDX-License-Identifier: Apache-2.0
"""Calling the command as a person does."""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


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


@cache
def _server() -> subprocess.Popen[str]:
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.command_server"],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(server.kill)
    return server


def fairhash(
    *arguments: str | Path,
    stdin: bytes | None = None,
    env: Mapping[str, str] | None = None,
    stdout: Path | None = None,
    cwd: Path | None = None,
) -> Outcome:
    """Run ``fairhash ARGUMENTS`` in a process of its own; `stdout` names a file to print to."""
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    with tempfile.TemporaryDirectory() as folder:
        streams = {name: Path(folder) / name for name in ("stdin", "stdout", "stderr")}
        streams["stdin"].write_bytes(stdin or b"")
        call = {
            "arguments": list(map(str, arguments)),
            "env": {**os.environ, **(env or {})},
            "cwd": str(cwd or Path.cwd()),
            **{name: str(file) for name, file in streams.items()},
        }
        if stdout:
            call["stdout"] = str(stdout)
        server.stdin.write(json.dumps(call) + "\n")
        server.stdin.flush()
        status = int(server.stdout.readline())
        out = "" if stdout else streams["stdout"].read_text(encoding="utf-8")
        return Outcome(status, out, streams["stderr"].read_text(encoding="utf-8"))
