# SPDX-License-Identifier: Apache-2.0
"""Rows of answer files as messages for a core."""

from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.models import answers
from fairhash.testbench.message import Message


def answers_place(core: Core) -> Path:
    """The answer file a core is held to: its own, or that of its family."""
    own = core.external and core.external.answers
    return own or paths.answers() / f"{core.family}.csv"


def official_place(core: Core) -> Path | None:
    """The file of the compact set with official answers of the core's family; None if it has none.

    An external core with answers of its own is held to those.
    """
    file = paths.official_answers() / f"{core.family}.csv"
    return None if (core.external and core.external.answers) or not file.is_file() else file


def known_answers(core: Core, place: Path | None = None) -> list[Message]:
    """The rows for the core's algorithms in a file or a folder of CSV files; answers_place() by default.

    A place without any such row is a FairhashError: a check of nothing must not look like a success.
    """
    chosen = place or answers_place(core)
    messages = _messages(core, chosen)
    if not messages:
        raise FairhashError(f"no answers for {core.name}", str(chosen), "name a folder with answers of its algorithm")
    return messages


def default_answers(core: Core) -> list[Message]:
    """The rows that the sources of a core are checked against: known_answers(), then the official ones."""
    official = official_place(core)
    return [*known_answers(core), *(_messages(core, official) if official else ())]


def _messages(core: Core, place: Path) -> list[Message]:
    files = sorted(place.rglob("*.csv")) if place.is_dir() else [place]
    found = (_message(core, row) for file in files for row in answers.read(file))
    return [message for message in found if message]


def _message(core: Core, row: answers.Answer) -> Message | None:
    """A row as a message for the core; None if it is one of another algorithm, or of another size of message or digest.

    A core with a fixed digest of an extendable-output function is held to the first bits of a longer output.
    """
    external = core.external
    # where there is no model, a row is called as its core calls it
    model = None if external and external.answers_only else answers.model_of(row)
    algorithm = model.id if model else row.algorithm if external and external.answers_only else None
    is_whole = row.message_bits % 8 == 0 or not (external and external.whole_bytes)
    if algorithm not in {core.algorithm, *core.also} or not is_whole:
        return None
    asked = row.digest_bits if core.extendable_output else None
    is_longer = model is not None and model.free_output and row.digest_bits > core.digest_bits
    if not (asked or row.digest_bits == core.digest_bits or is_longer):
        return None
    digest = row.digest if asked else row.digest[: -(-core.digest_bits // 8)]
    return Message(algorithm, row.message, row.message_bits, digest=digest, digest_bits=asked)
