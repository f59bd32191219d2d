# SPDX-License-Identifier: Apache-2.0
"""The answers in a package: few, short and spread over the lengths, official ones where there are any."""

from dataclasses import dataclass

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.features.package.component import Component
from fairhash.models import answers

ANSWERS = 10
_LONGEST_BLOCKS = 3
"""Longer messages would take too long in Icarus Verilog; they are taken only if there are too few shorter ones."""


@dataclass(frozen=True)
class PackageAnswer:
    """A message of whole bytes and its digest."""

    message: bytes
    digest: bytes
    source: str
    """Who published it."""


def package_answers(component: Component) -> list[PackageAnswer]:
    """Ten answers in the order of their lengths.

    Raises:
        FairhashError: There are fewer.
    """
    core = component.core
    longest = max(_LONGEST_BLOCKS * core.block_bits, 1024)
    rows: dict[bytes, PackageAnswer] = {}
    for place in (paths.official_answers(), paths.answers()):
        if sum(8 * len(message) <= longest for message in rows) < ANSWERS:
            for row in answers.read(place / f"{core.family}.csv"):
                model = answers.model_of(row)
                whole = row.message_bits % 8 == 0
                if model and model.id == component.algorithm and row.digest_bits == core.digest_bits and whole:
                    rows.setdefault(row.message, PackageAnswer(row.message, row.digest, row.source))
    ordered = sorted(rows.values(), key=lambda row: (len(row.message), row.message))
    short = sum(8 * len(row.message) <= longest for row in ordered)
    ordered = ordered[: max(short, ANSWERS)]
    if len(ordered) < ANSWERS:
        raise FairhashError(f"only {len(ordered)} answers of whole bytes", component.name, "add answers to vectors/")
    return [ordered[number * (len(ordered) - 1) // (ANSWERS - 1)] for number in range(ANSWERS)]
