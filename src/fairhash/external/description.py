# SPDX-License-Identifier: Apache-2.0
"""The description of a core that is not ours, as its user writes it (docs/bench-your-core.md)."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fairhash.catalog.core import Formula
from fairhash.catalog.data_file import is_file, read_data_file
from fairhash.catalog.device import DedicatedKind
from fairhash.catalog.external_core import Identifier, Ports
from fairhash.catalog.source_language import language
from fairhash.errors import FairhashError

HINT = "see docs/bench-your-core.md"

Name = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.+][A-Za-z0-9_.+/-]*$", max_length=300)]
_MOST_CYCLES = 1_000_000
"""Of one block: beyond it no simulation here would end."""


class Description(BaseModel):
    """One core: what it computes, where its sources are, how it is talked to; sizes in bits."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    algorithm: Name
    architecture: Name
    files: tuple[FileName, ...] = ()
    """Sources in compile order and the files they include, named from the description's folder."""
    top: Identifier | None = None
    generics: dict[Identifier, int] = {}
    word_bits: Literal[16, 32, 64]
    io_ratio: Annotated[int, Field(ge=1, le=64)] = 1
    messages_in_flight: Annotated[int, Field(ge=1, le=256)] = 1
    allowed_dedicated: tuple[DedicatedKind, ...] = ()
    scope: Literal["fully-autonomous", "core-functionality", "external-memory"] = "fully-autonomous"
    ports: Ports = Ports()
    formula: Formula | None = None
    """Cycles at the core's own ports; measured where it is left out."""
    answers: FileName | None = None
    padding: Name | None = None
    """For an algorithm without a model: the one whose padding it shares."""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.ports.kind != "fairhash" and self.io_ratio != 1:
            raise ValueError(f"two clocks need ports of kind fairhash, not {self.ports.kind}")
        if self.ports.kind == "axi-stream" and self.messages_in_flight > 1:
            raise ValueError("several messages in flight need ports of kind fairhash or fifo")
        if self.formula and self.formula.cycles(1) > _MOST_CYCLES:
            raise ValueError(f"more than {_MOST_CYCLES} cycles for one block")
        if self.padding and not self.answers:
            raise ValueError("`padding` is for an algorithm without a model, which needs `answers`")
        return self


def read_description(file: Path) -> Description:
    """The description in `file`, its `answers` there; a FairhashError says what is wrong with it."""
    described = read_data_file(file, Description, HINT)
    if described.answers and not is_file(file.parent / described.answers):
        raise FairhashError(f"there is no {described.answers}", str(file), "fix `answers`")
    return described


def check_sources(file: Path, home: Path, files: tuple[str, ...], top: str | None) -> None:
    """That a description with these sources can be built; FairhashError."""
    if not files or not top:
        raise FairhashError(f"no `{'top' if files else 'files'}`", str(file), HINT)
    try:
        language(files)
    except ValueError as error:
        raise FairhashError(str(error), str(file), "fix `files`") from error
    for name in files:
        if ".." in Path(name).parts:
            raise FairhashError(f"{name} lies outside {home}", str(file), "put the description above all sources")
        if not is_file(home / name):
            raise FairhashError(f"there is no {name}", str(file), "fix `files`")
