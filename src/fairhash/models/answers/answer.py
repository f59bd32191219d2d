# SPDX-License-Identifier: Apache-2.0
"""An answer: one row of an answer file, ``algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source``."""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.models.library import Algorithm, algorithms

_HEADER = ["algorithm", "version", "digest_bits", "msg_bits", "msg_hex", "digest_hex", "source"]
_HINT = "see docs/models.md, Answer files"


@dataclass(frozen=True)
class Answer:
    """A known digest of a message of `message_bits` bits; `file` and `line` are the position of the row."""

    algorithm: str
    version: str
    digest_bits: int
    message_bits: int
    message: bytes
    digest: bytes
    source: str
    file: Path
    line: int

    @property
    def version_token(self) -> str:
        """The version up to the first space or parenthesis, without the suffix ``-CAVP`` (the source of the row)."""
        return re.split(r"[\s(]", self.version.strip(), maxsplit=1)[0].removesuffix("-CAVP")


def read(file: Path) -> list[Answer]:
    """Read an answer file; a FairhashError gives the line of the first malformed row."""
    answers = []
    line = 1
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            rows = csv.reader(stream, strict=True)
            if next(rows, None) != _HEADER:
                raise ValueError(f"the header must be {','.join(_HEADER)}")
            for row in rows:
                line = rows.line_num
                answers.append(_answer(row, file, line))
    except OSError as error:
        raise FairhashError(f"cannot read the answer file: {error.strerror}", str(file), "name a CSV file") from error
    except UnicodeDecodeError as error:
        raise FairhashError("the answer file is not UTF-8 text", str(file), _HINT) from error
    except csv.Error as error:
        raise FairhashError(f"malformed answer file: {error}", f"{file}:{line + 1}", _HINT) from error
    except ValueError as error:
        raise FairhashError(f"malformed answer file: {error}", f"{file}:{line}", _HINT) from error
    return answers


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise ValueError(f"{name} {text[:40]!r} is not a number")
    return int(text)


def _bytes(text: str, name: str, bits: int) -> bytes:
    if not re.fullmatch(r"(?:[0-9a-fA-F]{2})*", text):
        raise ValueError(f"{name} is not a string of hexadecimal bytes")
    if len(text) // 2 != (bits + 7) // 8:
        raise ValueError(f"{name} has {len(text) // 2} bytes for {bits} bits")
    return bytes.fromhex(text)


def _answer(row: list[str], file: Path, line: int) -> Answer:
    if len(row) != len(_HEADER):
        raise ValueError(f"{len(row)} fields instead of {len(_HEADER)}")
    algorithm, version, digest_bits, message_bits, message, digest, source = row
    if not algorithm or not version:
        raise ValueError("no algorithm or version")
    length = _number(message_bits, "msg_bits")
    size = _number(digest_bits, "digest_bits")
    if size == 0:
        raise ValueError("digest_bits is 0")
    message_bytes, digest_bytes = _bytes(message, "msg_hex", length), _bytes(digest, "digest_hex", size)
    return Answer(algorithm, version, size, length, message_bytes, digest_bytes, source, file, line)


@cache
def _model(algorithm: str, version: str, digest_bits: int) -> Algorithm | None:
    for model in algorithms().values():
        matches = (model.csv_algorithm, model.csv_version) == (algorithm, version)
        if matches and (model.free_output or model.digest_bits == digest_bits):
            return model
    return None


def model_of(answer: Answer) -> Algorithm | None:
    """The algorithm of an answer, or None if there is no model of it."""
    return _model(answer.algorithm, answer.version_token, answer.digest_bits)


def write(file: Path, answers: Iterable[Answer]) -> None:
    """Write an answer file, and create its folder if needed."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w", encoding="utf-8", newline="") as stream:
            rows = csv.writer(stream, lineterminator="\n")
            rows.writerow(_HEADER)
            for answer in answers:
                sizes = (answer.digest_bits, answer.message_bits)
                texts = (answer.message.hex(), answer.digest.hex(), answer.source)
                rows.writerow([answer.algorithm, answer.version, *sizes, *texts])
    except OSError as error:
        raise FairhashError(
            f"cannot write the answer file: {error.strerror}", str(file), "name a writable file"
        ) from error
