# SPDX-License-Identifier: Apache-2.0
"""Rows of answer files as messages for a core."""

from pathlib import Path

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.models import answers
from fairhash.testbench.message import Message


def answers_place(core: Core) -> Path:
    """The answer file a core is held to: its own, or that of its family."""
    own = core.external and core.external.answers
    return own or paths.root() / "vectors" / f"{core.family}.csv"


def known_answers(core: Core, place: Path | None = None) -> list[Message]:
    """The rows for the core's algorithms in a file or a folder of CSV files; answers_place() by default.

    A place without any such row is a FairhashError: a check of nothing must not look like a success.
    """
    chosen = place or answers_place(core)
    files = sorted(chosen.rglob("*.csv")) if chosen.is_dir() else [chosen]
    algorithms = {core.algorithm, *core.also}
    messages = []
    for file in files:
        for row in answers.read(file):
            algorithm = _algorithm(core, row)
            whole = row.message_bits % 8 == 0 or not (core.external and core.external.whole_bytes)
            if algorithm in algorithms and row.digest_bits == core.digest_bits and whole:
                messages.append(Message(algorithm, row.message, row.message_bits, digest=row.digest))
    if not messages:
        raise FairhashError(f"no answers for {core.name}", str(chosen), "name a folder with answers of its algorithm")
    return messages


def _algorithm(core: Core, row: answers.Answer) -> str:
    """The id of a row's algorithm; where there is no model, a row is called as its core calls it."""
    if core.external and core.external.answers_only:
        return row.algorithm
    model = answers.model_of(row)
    return model.id if model else ""
