# SPDX-License-Identifier: Apache-2.0
"""The reason of a job that raised an error, in one line, with its traceback in a file."""

import traceback
from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.bench.jobs import UNREADABLE_OUTPUT_ERRORS
from fairhash.toolchain.tools import ToolMisbehaved


def reason_of(error: Exception, trace: Path) -> str:
    """The error in one line.

    Args:
        error: The error. One that a user can cause explains itself.
        trace: The file that the traceback of any other error is written to.
    """
    if isinstance(error, FairhashError) and not isinstance(error, ToolMisbehaved):
        return str(error)
    files.write_text(trace, "".join(traceback.format_exception(error)))
    if isinstance(error, ToolMisbehaved):
        return f"{error} (see {trace})"
    message = " ".join(str(error).split())[:200]
    cause = "unparsable tool output" if isinstance(error, UNREADABLE_OUTPUT_ERRORS) else "error of the bench"
    return f"{cause}: {type(error).__name__}: {message} (see {trace})"
