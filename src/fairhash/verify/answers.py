# SPDX-License-Identifier: Apache-2.0
"""Rows of answer files as messages for a core."""

from pathlib import Path

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.models import answers
from fairhash.verify.message import Message


def known_answers(core: Core, place: Path | None = None) -> list[Message]:
    """The rows for the core's algorithms in a file or in every CSV file under a folder, vectors/<family>.csv by default.

    A place without any such row is a FairhashError: a check of nothing must not look like a success.
    """
    chosen = place or paths.root() / "vectors" / f"{core.family}.csv"
    files = sorted(chosen.rglob("*.csv")) if chosen.is_dir() else [chosen]
    wanted = {core.algorithm, *core.also}
    found = []
    for file in files:
        for row in answers.read(file):
            model = answers.model_of(row)
            if model is not None and model.id in wanted and row.digest_bits == core.digest_bits:
                found.append(Message(model.id, row.message, row.message_bits, digest=row.digest))
    if not found:
        raise FairhashError(f"no answers for {core.name}", str(chosen), "name a folder with answers of its algorithm")
    return found
