# SPDX-License-Identifier: Apache-2.0
"""A process that has imported every command and forks a child for each call, which saves a second of imports a call.

It reads a call from each line of stdin, in JSON: arguments, environment, working folder and the files for the child's
stdin, stdout and stderr. It answers each with a line: the exit status, negative for the number of a signal.
"""

import json
import os
import signal
import sys
import traceback
from typing import Any, NoReturn

import click

from fairhash.cli.main import cli, run

_TIMEOUT = 120
"""Seconds after which SIGALRM ends a call."""


def serve() -> None:
    """Answer calls until stdin ends."""
    context = click.Context(cli, info_name="fairhash")
    for name in cli.list_commands(context):
        cli.get_command(context, name)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _call(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _call(call: dict[str, Any]) -> NoReturn:
    status = 1
    try:
        signal.alarm(_TIMEOUT)
        write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        for stream, (file, mode) in enumerate([("stdin", os.O_RDONLY), ("stdout", write), ("stderr", write)]):
            os.dup2(os.open(call[file], mode, 0o666), stream)
        os.environ.clear()
        os.environ.update(call["env"])
        os.chdir(call["cwd"])
        status = run(call["arguments"])
        sys.stdout.flush()
    except SystemExit as request:
        status = request.code if isinstance(request.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


if __name__ == "__main__":
    serve()
