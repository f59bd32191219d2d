# SPDX-License-Identifier: Apache-2.0
"""Why figures part from print, as far as a measurement says so; read from reasons.toml."""

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files

FILE = Path(__file__).resolve().with_name("reasons.toml")

NONE_YET = "not yet explained"

SAME = 0.05
"""Relative: a value further from the one a reason was given for needs another look."""

_HINT = "see docs/reproducing-paper-a.md"

_Text = Annotated[str, Field(min_length=1)]


class Reason(BaseModel):
    """One reason, for one algorithm."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    algorithm: _Text
    """Print's name."""
    of: Annotated[dict[_Text, Annotated[float, Field(gt=0)]], Field(min_length=1)]
    """Quantities, as the departures name them, and what was measured of each when the reason was found."""
    text: _Text
    rests_on: _Text
    """The measurement."""

    def holds(self, quantity: str, measured: float) -> bool:
        """Whether the value is still the one that was explained."""
        return abs(measured / self.of[quantity] - 1) <= SAME


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    reason: tuple[Reason, ...] = ()


def read(file: Path = FILE) -> dict[tuple[str, str], Reason]:
    """By algorithm and quantity; a broken file or two reasons for one thing are a FairhashError."""
    try:
        listed = _File.model_validate(tomllib.loads(files.read_text(file))).reason
    except tomllib.TOMLDecodeError as error:
        raise FairhashError(f"unreadable data file: {error}", str(file), _HINT) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise FairhashError(f"{place}: {first['msg']}", str(file), _HINT) from error
    found: dict[tuple[str, str], Reason] = {}
    for reason in listed:
        for quantity in reason.of:
            if (reason.algorithm, quantity) in found:
                raise FairhashError(f"{reason.algorithm}, {quantity}: two reasons", str(file), "leave one of them")
            found[reason.algorithm, quantity] = reason
    return found
