# SPDX-License-Identifier: Apache-2.0
"""Answer files: known digests as CSV, read, checked against the models, and written by them."""

from fairhash.models.answers.checking import Failure, FileSummary, check
from fairhash.models.answers.own import own_answers, write_families
from fairhash.models.answers.rows import Answer, model_of, read, write

__all__ = [
    "Answer",
    "Failure",
    "FileSummary",
    "check",
    "model_of",
    "own_answers",
    "read",
    "write",
    "write_families",
]
