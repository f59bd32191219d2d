# SPDX-License-Identifier: Apache-2.0
"""The description file of an external core, which its user writes (docs/description.md)."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, PlainValidator, model_validator

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.catalog.core import MOST_LENGTH_BITS, MOST_RESET_CYCLES, Formula, MemoryAllowance
from fairhash.catalog.data_file import is_file, read_toml, validate
from fairhash.catalog.device import DedicatedKind
from fairhash.catalog.external_core import GENERIC_TEXT, Identifier, Ports
from fairhash.catalog.generic_padding import GenericPadding


class DescribedEdit(StrictModel):
    """A text of one source and what replaces it, everywhere in the file."""

    file: str
    old: Annotated[str, Field(min_length=1, max_length=300)]
    new: Annotated[str, Field(max_length=300)]
    why: str = ""
    """Why the source has to change, for readers."""


HINT = "see docs/bench-your-core.md"


def _check_name(name: str) -> str:
    """Return the name of an algorithm or architecture unchanged; ValueError if it has other characters."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ValueError(f"{name!r:.60} must be lower-case letters and digits with hyphens between, as in sha-256")
    return name


def check_file_name(name: str) -> str:
    """Return a relative path unchanged; ValueError if it is absolute or has characters that a tool could misread."""
    if name.startswith("/"):
        raise ValueError(f"{name!r:.60} is absolute: set `root` to its folder, and name the file relative to that")
    if not re.fullmatch(r"[A-Za-z0-9_.*][A-Za-z0-9_.+/*?-]*", name):
        raise ValueError(f"{name!r:.60} must be letters, digits and any of _ . + - only, with / between folders")
    return name


Name = Annotated[str, Field(max_length=80), AfterValidator(_check_name)]
FileName = Annotated[str, Field(max_length=300), AfterValidator(check_file_name)]
_MAX_GENERIC_BITS = 4096


def _check_generic(value: object) -> object:
    """Return the value of a generic unchanged; ValueError if no tool can receive it."""
    if isinstance(value, str):
        if not re.fullmatch(GENERIC_TEXT, value):
            raise ValueError(f"{value!r:.60} must be letters, digits and any of _ . + - ' and blanks")
        if len(value) > _MAX_GENERIC_BITS:
            raise ValueError(f"a text of more than {_MAX_GENERIC_BITS} characters")
    elif not isinstance(value, int):
        raise ValueError("must be an integer, true, false or a text in quotes")
    elif value.bit_length() > _MAX_GENERIC_BITS:
        raise ValueError(f"a number of more than {_MAX_GENERIC_BITS} bits")
    return value


GenericValue = Annotated[bool | int | str, PlainValidator(_check_generic)]
_MAX_BLOCK_CYCLES = 1_000_000
"""Largest number of cycles a formula may declare for one block; a slower core's simulation would not finish."""


class Origin(StrictModel):
    """A public repository with the sources of a core."""

    address: Annotated[str, Field(pattern=r"^https://\S+$")]
    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    """The commit with which the description was tried."""
    folder: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.][A-Za-z0-9_./-]*$")] = "."
    """Folder of the sources in the repository."""
    licence: str = ""
    """Name of the licence, or that the repository has none."""
    digest: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    """SHA-256 of the sources at that commit, as sources_digest() computes it; empty: unknown."""


class Description(StrictModel):
    """One external core: its algorithm, sources, ports and cycle formula; sizes in bits."""

    algorithm: Name
    architecture: Name
    files: tuple[FileName, ...] = ()
    """Sources in compile order and the files they include; paths relative to the description's folder."""
    root: Annotated[str, Field(max_length=1000)] = "."
    """Folder that `files` are relative to, itself relative to the description's folder; `..` is allowed."""
    edits: tuple[DescribedEdit, ...] = ()
    """Changes of the sources that a tool needs; they are made in copies."""
    wrapper: tuple[FileName, ...] = ()
    """Sources beside the description that are compiled after `files`: modules around a public core."""
    origin: Origin | None = None
    """Where the sources can be had, if they are not beside the description."""
    top: Identifier | None = None
    language: Literal["systemverilog"] | None = None
    """`systemverilog` for files that are named as Verilog."""
    libraries: dict[Identifier, tuple[FileName, ...]] = Field(default_factory=dict)
    """VHDL libraries other than `work`, and the files that are compiled into each."""
    generics: dict[Identifier, GenericValue] = Field(default_factory=dict)
    word_bits: Annotated[int, Field(ge=8, le=4096, multiple_of=8)] | None = None
    """Width of the message port; not needed by the kinds of ports that take a whole block."""
    io_ratio: Annotated[int, Field(ge=1, le=64)] = 1
    messages_in_flight: Annotated[int, Field(ge=1, le=256)] = 1
    length_bits: Annotated[int, Field(ge=16, le=MOST_LENGTH_BITS)] = MOST_LENGTH_BITS
    reset_cycles: Annotated[int, Field(ge=1, le=MOST_RESET_CYCLES)] = 1
    allowed_dedicated: tuple[DedicatedKind, ...] = ()
    memory: MemoryAllowance | None = None
    scope: Literal["fully-autonomous", "core-functionality", "external-memory"] = "fully-autonomous"
    ports: Ports = Ports()
    formula: Formula | None = None
    """Cycles at the core's own ports; measured by simulation if None."""
    answers: FileName | None = None
    """File of known answers, relative to the description's folder."""
    padding: Name | GenericPadding | None = None
    """For an algorithm without a model: the algorithm whose padding it shares, or the rule of its padding."""
    padding_in_core: bool = False
    """Whether the core pads its messages itself."""
    bits: Literal["bits", "bytes"] = "bits"
    """Whether messages may end inside a byte, or are whole bytes."""
    stalls: Literal["any", "none"] = "any"
    """`none` for a core that fails when the sender or the receiver waits."""
    segments: Literal["any", "one"] = "any"
    """`one` for a core that needs each message in one segment."""

    @model_validator(mode="after")
    def _check_combinations(self) -> Self:
        ports = self.ports
        if ports.kind not in ("fairhash", "fifo") and self.io_ratio != 1:
            raise ValueError(f"two clocks need ports of kind fairhash or fifo, not {ports.kind}")
        if ports.header_format != "fairhash" and self.messages_in_flight > 1:
            raise ValueError("several messages in flight need our headers")
        if self.segments == "one" and (self.messages_in_flight > 1 or not ports.with_headers):
            raise ValueError("`segments` is for a core with headers that works on one message at a time")
        if self.word_bits is None and ports.kind not in ("block", "permutation"):
            raise ValueError("`word_bits`, the width of the data ports, is missing")
        if ports.kind == "lwc" and self.word_bits not in (8, 16, 32):
            raise ValueError("word_bits of the LWC hardware API is 8, 16 or 32")
        if ports.kind == "lwc" and self.padding_in_core:
            raise ValueError("cores of the LWC hardware API always pad: remove `padding_in_core`")
        if self.padding_in_core and not ports.counts_bytes:
            raise ValueError("`padding_in_core` needs a port for in_keep or in_bytes under [ports.names]")
        if self.padding_in_core and ports.with_headers:
            raise ValueError("`padding_in_core` needs ports without headers")
        if self.formula and self.formula.cycles(1) > _MAX_BLOCK_CYCLES:
            raise ValueError(f"more than {_MAX_BLOCK_CYCLES} cycles for one block")
        unlisted = [name for names in self.libraries.values() for name in names if name not in self.files]
        if unlisted:
            raise ValueError(f"`libraries` names {unlisted[0]}, which is not in `files`")
        if "work" in map(str.lower, self.libraries):
            raise ValueError("files are in the library `work` without an entry in `libraries`")
        if self.padding and not self.answers:
            raise ValueError("`padding` is for an algorithm without a model, which needs `answers`")
        return self

    @property
    def pads(self) -> bool:
        """Whether the core pads its messages itself, as all of the LWC hardware API do."""
        return self.padding_in_core or self.ports.kind == "lwc"

    @property
    def whole_bytes(self) -> bool:
        """Whether only messages of whole bytes can be sent."""
        return self.bits == "bytes" or self.pads or isinstance(self.padding, GenericPadding)


def read_description(file: Path) -> Description:
    """Return the description in `file`.

    Raises:
        FairhashError: if it is invalid, or the file named by `answers` does not exist.
    """
    description = validate(_one_core(file), Description, file, HINT)
    if description.answers and ".." in Path(description.answers).parts:
        what = f"{description.answers} lies outside the description's folder"
        raise FairhashError(what, str(file), "put `answers` beside the description")
    home = paths.real_path(file.parent)
    if description.answers and not paths.real_path(home / description.answers).is_relative_to(home):
        raise FairhashError(f"{description.answers} is a link to a file outside the folder", str(file), "copy the file")
    if description.answers and not is_file(file.parent / description.answers):
        raise FairhashError(f"there is no {description.answers}", str(file), "fix `answers`")
    return description


def _one_core(file: Path) -> dict[str, Any]:
    """The values of a description, which has one core.

    Raises:
        FairhashError: if the file is not TOML, or holds several cores.
    """
    hint = "a description holds one core: write a file for each, without a table around its keys"
    try:
        values = read_toml(file, HINT)
    except FairhashError as error:
        if any(text in error.what for text in ("Cannot declare", "Cannot overwrite")):
            raise FairhashError(error.what, error.where, hint) from error
        raise
    if isinstance(values.get("core"), dict | list):
        raise FairhashError("core: unknown table", str(file), hint)
    return values
