# SPDX-License-Identifier: Apache-2.0
"""Answer files: CSV files of known digests, which are checked against the models or written by them."""

from fairhash.models.answers.answer import Answer, model_of, read, write
from fairhash.models.answers.answer_files import own_answers, write_families, write_official
from fairhash.models.answers.check import FileSummary, WrongAnswer, check

__all__ = [
    "Answer",
    "FileSummary",
    "WrongAnswer",
    "check",
    "model_of",
    "own_answers",
    "read",
    "write",
    "write_families",
    "write_official",
]
