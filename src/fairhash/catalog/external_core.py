# SPDX-License-Identifier: Apache-2.0
"""An external core: one that a user describes in a file, rather than a core of the catalogue."""

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from fairhash.base.records import StrictModel
from fairhash.catalog.generic_padding import GenericPadding
from fairhash.catalog.port_roles import (
    ACTIVE_LOW,
    DEFAULT_NAMES,
    ENTROPY,
    NO_LEVEL,
    OMITTED,
    OPTIONAL,
    Kind,
    Level,
    Role,
)

Language = Literal["vhdl", "verilog", "systemverilog"]

_LANGUAGES: dict[str, Language] = {
    **{".vhd": "vhdl", ".vhdl": "vhdl"},
    **{".v": "verilog", ".sv": "systemverilog"},
}

HEADERS = (".vh", ".svh", ".h", ".inc")
"""Endings of files that other files include and that are not compiled by themselves."""


def compiled(files: tuple[str, ...]) -> dict[str, Language]:
    """The files to compile, in order, with their languages."""
    return {name: _LANGUAGES[Path(name).suffix] for name in files if Path(name).suffix in _LANGUAGES}


def language(files: tuple[str, ...]) -> Language:
    """The language of a core with these files; Verilog together with SystemVerilog is SystemVerilog.

    Raises:
        ValueError: A file's ending is unknown, no file can be compiled, or VHDL and Verilog are mixed.
    """
    unknown = [name for name in files if Path(name).suffix not in (*_LANGUAGES, *HEADERS)]
    if unknown:
        endings = ", ".join([*_LANGUAGES, *HEADERS])
        raise ValueError(f"the language of {unknown[0]!r} is unknown, known endings are {endings}")
    languages = set(compiled(files).values())
    if not languages:
        raise ValueError("no file of VHDL, Verilog or SystemVerilog")
    if "vhdl" in languages and len(languages) > 1:
        raise ValueError("VHDL and Verilog in one core, which no supported tool reads")
    return "systemverilog" if "systemverilog" in languages else languages.pop()


Address = Annotated[int, Field(ge=0, lt=1 << 16)]
Value = Annotated[int, Field(ge=0, lt=1 << 31)]


class RegisterMap(StrictModel):
    """Where the message block, the digest, the commands and the status of a core with an address space are.

    A message is hashed block by block: write the block's words from address `block`, write `first` or `next` to
    `control`, read `status` until `status & ready == ready`. The digest is then read from address `digest`.
    """

    address_bits: Annotated[int, Field(ge=1, le=16)]
    block: Address
    digest: Address
    control: Address
    status: Address
    step: Annotated[int, Field(ge=1, le=8)] = 1
    """Distance between the addresses of successive words."""
    first: Value = 1
    """Value that starts the first block of a message."""
    next: Value = 2
    """Value that starts a further block."""
    ready: Value = 1
    """The status bits that are 1 when the block has been hashed."""
    start_cycles: Annotated[int, Field(ge=0, le=100)] = 4
    """Cycles from the command until the status says that the core works."""
    read_cycles: Annotated[int, Field(ge=0, le=3)] = 0
    """Cycles from an address to its data."""


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=200)]
"""A name that is valid in VHDL, in Verilog and on the tools' command lines."""
GENERIC_TEXT = r"[A-Za-z0-9_.+' -]*"
"""The values of generics that are text; none of these characters ends a string or a word of a command."""

Headers = Literal["fairhash", "gmu", "gmu-top", "lwc"]
"""The format of the words before the blocks of a segment: ours, those of the cores of paper A's group, at the time
of the paper (the lowest bit marks the last segment) and later (the highest bit does), or the LWC hardware API."""
Order = Literal["big", "little", "little-32", "little-64", "swapped-32", "swapped-64"]
"""The order of the bytes of a message in a word, see testbench/wire.py."""

COMMAND_KEYS = ("init_takes_block", "start_cycles", "valid_pulse", "block_held", "blocks_bits", "block_cycles")
"""Entries of [ports] that say how a core with ports of kind block is commanded."""
LATER_KEYS = (*COMMAND_KEYS, "reset_between_messages", "shares", "entropy_bits", "unused_bytes")
"""Entries of [ports] that keys of results name only if a description sets them."""


class Ports(StrictModel):
    """The ports of an external core (docs/description.md)."""

    kind: Kind = "fairhash"
    reset: Literal["high", "low", "none"] | None = None
    """Active level of the reset, the same as `active = {rst = ...}`; `none`: there is none, only initial values."""
    active: dict[Role, Level] = Field(default_factory=dict)
    """Active levels of control ports that differ from the defaults of the kind."""
    headers: bool | Headers | None = None
    """The format of the headers in the input; `false`: none, a port marks the end of a message."""
    without: tuple[Role, ...] = ()
    """Ports of the kind that the core does not have."""
    names: dict[Role, Identifier] = Field(default_factory=dict)
    """Port names that differ from the defaults of the kind."""
    tie: dict[Identifier, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    """Further inputs, and the constant value to drive on each."""
    in_order: Order = "big"
    out_order: Order = "big"
    reversed_digest: bool = False
    """Whether the words of a digest leave the core in reverse order, the last one first."""
    bytes: Literal["count", "remainder"] = "count"
    """What `in_bytes` holds with the last word, see docs/description.md."""
    unused_bytes: Literal["any", "zero"] = "any"
    """Bytes of a word after the last one of the message: what they are, or that they must be zero."""
    registers: RegisterMap | None = None
    """The addresses of a core with registers."""
    state_bits: Annotated[int, Field(ge=8, le=4096)] | None = None
    """Width of the state of a permutation."""
    init_takes_block: bool = True
    """Whether the command `init` starts the first block; else it starts only the message."""
    start_cycles: Annotated[int, Field(ge=1, le=100)] = 1
    """Cycles from a command to a block until `ready` and `digest_valid` answer it."""
    valid_pulse: bool = False
    """Whether `digest_valid` alone marks the cycle in which the digest is read, whatever `ready` is."""
    block_held: bool = False
    """Whether a block must stay on its port until the next command."""
    blocks_bits: Annotated[int, Field(ge=12, le=32)] | None = None
    """Width of the port for the number of blocks of a message; the longest messages that are tested need 12 bits."""
    block_cycles: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """Cycles from a command to that of the next block, for a core that shows only when the last block is hashed."""
    reset_between_messages: bool = False
    """Whether the core must be reset before each message."""
    shares: Annotated[int, Field(ge=1, le=16)] = 1
    """Boolean shares in which the words of messages and digests are on the data ports: their XOR is the word."""
    entropy_bits: Annotated[int, Field(ge=1, le=8192)] | None = None
    """Width of the port for random bits."""
    out_word_bits: Annotated[int, Field(ge=8, le=4096, multiple_of=8)] | None = None
    """Width of the digest port, if it differs from that of the message port."""

    @field_validator("names", mode="before")
    @classmethod
    def _no_fields(cls, names: object) -> object:
        fields = [name for name in names.values() if "." in str(name)] if isinstance(names, dict) else []
        if fields:
            raise ValueError(
                f"{fields[0]!r:.60} is a field of a port: add a module around the top whose ports are plain vectors"
            )
        return names

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        self._check_headers()
        roles = {*DEFAULT_NAMES[self.kind], *OPTIONAL[self.kind]} - ({"rst"} if self.reset == "none" else set())
        unknown = [role for role in (*self.names, *self.active) if role not in roles]
        if unknown:
            raise ValueError(f"ports of kind {self.kind} have no {unknown[0]}")
        for role in self.without:
            if role not in OMITTED[self.kind]:
                raise ValueError(f"a core with ports of kind {self.kind} needs {role}")
        self._check_commands()
        self._check_masking()
        if self.kind in ("axi-stream", "fifo") and not self.with_headers and "in_last" not in self.by_role:
            raise ValueError(
                "without in_last the core needs `headers` to know where a message ends"
                if self.kind == "axi-stream"
                else "`headers = false` needs a port for in_last under [ports.names]"
            )
        names = [*self.by_role.values(), *self.tie]
        duplicates = [name for name in names if names.count(name) > 1]
        if duplicates:
            roles = {role for role, name in self.by_role.items() if name == duplicates[0]}
            cure = (
                ': for a core without ready write without = ["in_ready"]' if roles == {"in_ready", "out_valid"} else ""
            )
            raise ValueError(f"the port {duplicates[0]} is named twice{cure}")
        without_level = [role for role in self.active if role in NO_LEVEL]
        if without_level:
            raise ValueError(f"{without_level[0]} has no active level")
        if self.reset and self.active.get("rst", self.reset) != self.reset:
            raise ValueError("`reset` and `active` give rst two levels")
        if (self.registers is None) == (self.kind == "registers"):
            raise ValueError("[ports.registers] is for ports of kind registers, which need it")
        if (self.state_bits is None) == (self.kind == "permutation"):
            raise ValueError("`state_bits` is for ports of kind permutation, which need it")
        if "in_keep" in self.by_role and "in_bytes" in self.by_role:
            raise ValueError("in_keep and in_bytes say the same: name one of them")
        if self.unused_bytes == "zero" and not self.counts_bytes:
            raise ValueError("`unused_bytes` needs a port for in_keep or in_bytes")
        return self

    def _check_headers(self) -> None:
        """Check that the kind of ports can have the headers.

        Raises:
            ValueError: It cannot.
        """
        if self.headers is False and self.kind == "fairhash":
            raise ValueError("ports of kind fairhash have headers")
        if self.headers and self.kind in ("block", "registers", "permutation"):
            raise ValueError(f"ports of kind {self.kind} have no headers")
        if self.headers == "lwc" or (self.headers is not None and self.kind == "lwc"):
            raise ValueError("the headers of the LWC hardware API belong to ports of kind lwc, which have no `headers`")

    def _check_masking(self) -> None:
        """Check the entries of a masked core.

        Raises:
            ValueError: Its words cannot be split into shares, or the port for random bits has no width.
        """
        if self.shares > 1 and (self.with_headers or self.kind == "registers"):
            raise ValueError(
                "`shares` needs ports of kind block or permutation, or a stream without headers: "
                "add a module around the top that has such ports"
            )
        if (self.entropy_bits is None) != ("entropy" not in self.names):
            raise ValueError("a port for entropy needs its width, `entropy_bits`, and the other way round")
        if self.entropy_bits is None and ENTROPY & set(self.names):
            raise ValueError("entropy_valid and entropy_ready belong to a port for entropy")

    def _check_commands(self) -> None:
        """Check the entries that say how a core is commanded, and what it lacks.

        Raises:
            ValueError: One is for another kind of ports, or nothing says when a block is hashed.
        """
        for_blocks = self.command_keys
        if for_blocks and self.kind != "block":
            raise ValueError(f"`{for_blocks[0]}` is for ports of kind block")
        if self.kind == "block":
            if {"in_ready", "out_valid"} <= set(self.without):
                raise ValueError("in_ready or out_valid must say when a block is hashed: name one of them")
            if "init" in self.without and not self.reset_between_messages:
                raise ValueError("without init only a reset begins a message: set `reset_between_messages = true`")
            if "in_bytes" in self.by_role and self.bytes != "count":
                raise ValueError('in_bytes of a block is its number of bytes: `bytes = "count"`')
            if self.valid_pulse and "out_valid" in self.without:
                raise ValueError("`valid_pulse` needs out_valid")
            self._check_counted()
        if "out_ready" in self.without and "in_last" not in self.by_role:
            raise ValueError("without out_ready the core needs a port for in_last, so that no digest is lost")
        if self.reset_between_messages:
            if self.reset == "none":
                raise ValueError("`reset_between_messages` needs a reset")
            takes_blocks = self.kind in ("block", "registers", "permutation")
            if not takes_blocks and "in_last" not in self.by_role:
                raise ValueError("`reset_between_messages` needs a port for in_last, or ports that take blocks")

    def _check_counted(self) -> None:
        """Check the entries about a core that is told the number of blocks.

        Raises:
            ValueError: One is missing, or they contradict each other or the core's other ports.
        """
        if (self.blocks_bits is None) != ("in_blocks" not in self.names):
            raise ValueError("a port for in_blocks needs its width, `blocks_bits`, and the other way round")
        if self.blocks_bits is None:
            if self.block_cycles:
                raise ValueError("`block_cycles` needs a port for in_blocks, which says which block is the last")
            return
        others: list[str] = [role for role in ("finish", "in_last", "in_bytes") if role in self.by_role]
        others += ["valid_pulse"] if self.valid_pulse else []
        others += [] if self.init_takes_block else ["init_takes_block"]
        if others:
            raise ValueError(f"a core with a port for in_blocks cannot have {others[0]}")
        if "out_valid" in self.without:
            raise ValueError("a core with a port for in_blocks needs out_valid, which says when the digest is valid")
        if self.block_cycles and "in_ready" not in self.without:
            raise ValueError('`block_cycles` is for a core without ready: write without = ["in_ready"]')

    @cached_property
    def by_role(self) -> dict[Role, str]:
        """The name of every port of the core, by role."""
        names = {**DEFAULT_NAMES[self.kind], **self.names}
        missing = {*self.without, *(("rst",) if self.reset == "none" else ())}
        return {role: name for role, name in names.items() if role not in missing}

    def is_low(self, role: Role) -> bool:
        """Whether a control port is active low."""
        if role == "rst" and self.reset:
            return self.reset == "low"
        return self.active.get(role, "low" if role in ACTIVE_LOW[self.kind] else "high") == "low"

    @property
    def header_format(self) -> Headers | None:
        """The format of the segment headers in the core's input; None if it has none."""
        if self.kind in ("block", "registers", "permutation"):
            return None
        if self.kind == "lwc":
            return "lwc"
        if self.headers is None:
            return None if self.kind == "axi-stream" else "fairhash"
        if isinstance(self.headers, bool):
            return "fairhash" if self.headers else None
        return self.headers

    @property
    def command_keys(self) -> list[str]:
        """The entries about commands that differ from their defaults."""
        return [name for name in COMMAND_KEYS if getattr(self, name) != Ports.model_fields[name].default]

    @property
    def needs_command_bridge(self) -> bool:
        """Whether a core that takes a block at a command needs more than the commands `init` and `next`."""
        if self.kind != "block":
            return False
        roles = {"finish", "in_last", "in_bytes"} & set(self.by_role)
        return bool(roles or {"init", "in_ready"} & set(self.without) or self.command_keys)

    @property
    def is_masked(self) -> bool:
        """Whether the data ports have shares, or a port has random bits."""
        return self.shares > 1 or self.entropy_bits is not None

    @property
    def with_headers(self) -> bool:
        """Whether the core expects segment headers in its input."""
        return self.header_format is not None

    @property
    def counts_bytes(self) -> bool:
        """Whether a port says which bytes of a word belong to the message."""
        return bool({"in_keep", "in_bytes"} & set(self.by_role))


class ExternalCore(StrictModel):
    """Facts that only an external core has. It is measured inside a wrapper that only renames ports."""

    top: Identifier
    """Name of the author's top entity or module."""
    ports: Ports = Ports()
    home: Path
    """Folder that its file names are relative to."""
    description: Path
    """The description file, by which the user names the core."""
    answers: Path | None = None
    """A file of known answers for this core only."""
    padding: str = ""
    """For an algorithm without a software model: the algorithm with the same padding. Verification then has nothing
    but `answers`."""
    generic_padding: GenericPadding | None = None
    """For an algorithm without a software model: its padding, if no algorithm with a model has the same."""
    pads: bool = False
    """Whether the core pads its messages itself."""
    whole_bytes: bool = False
    """Whether its messages are whole bytes."""
    stalls: bool = True
    """Whether the core works when the sender or the receiver waits; a core that does not is never ranked."""
    segments: bool = True
    """Whether a message may be cut into segments; a core that needs it in one is never ranked."""
    measured_formula: bool = False
    """Whether the cycle formula was measured rather than declared."""
    language: Language | None = None
    """The language of its sources, if the endings of their names do not say it."""
    libraries: dict[Identifier, tuple[str, ...]] = Field(default_factory=dict)
    """The files that are compiled into a VHDL library other than `work`, by library."""
    text_generics: dict[Identifier, bool | str] = Field(default_factory=dict)
    """The values of generics and parameters that are no integers."""

    @property
    def has_reset(self) -> bool:
        """Whether a port resets it; without one it starts from the initial values of its registers."""
        return self.ports.reset != "none"

    @property
    def answers_only(self) -> bool:
        """Whether its algorithm has no software model, so that only the messages of `answers` can be sent."""
        return bool(self.padding or self.generic_padding)
