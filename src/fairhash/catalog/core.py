# SPDX-License-Identifier: Apache-2.0
"""A core as declared in a family's cores.toml."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fairhash.catalog.external_core import ExternalCore
from fairhash.catalog.memory import MemoryAllowance

MOST_RESET_CYCLES = 1000
"""Longest reset that a core may require: the testbench resets some hundred times."""

MOST_LENGTH_BITS = 64
"""Default of `length_bits`: paper A's limit for cores with words of 64 bits (section 4.1)."""


class Formula(BaseModel):
    """Declared cycles for N blocks: setup + load/io_ratio + block*N + final + unload/io_ratio (paper A, Eq. 2)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    setup: Annotated[int, Field(ge=0)]
    load: Annotated[int, Field(ge=0)]
    block: Annotated[int, Field(ge=1)]
    final: Annotated[int, Field(ge=0)] = 0
    unload: Annotated[int, Field(ge=0)]

    def cycles(self, blocks: int, io_ratio: int = 1) -> int:
        """Cycles of clk for a message of `blocks` blocks, rounded up to whole cycles."""
        io_cycles = -(-(self.load + self.unload) // io_ratio)
        return self.setup + self.block * blocks + self.final + io_cycles

    def text(self, io_ratio: int = 1) -> str:
        """The formula in the notation of paper A, Table 1, e.g. ``1+16/2+29N+8/2``."""
        divisor = f"/{io_ratio}" if io_ratio > 1 else ""
        final = f"+{self.final}" if self.final else ""
        return f"{self.setup}+{self.load}{divisor}+{self.block}N{final}+{self.unload}{divisor}"


class Core(BaseModel):
    """One implementation of one algorithm; widths in bits."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    algorithm: str
    architecture: str
    also: tuple[str, ...] = ()
    """Further algorithms the same circuit computes because only the padding outside differs."""
    other_architectures: tuple[str, ...] = ()
    """Further architecture names of the same circuit, for papers that call it something else."""
    family: str
    entity: str
    generics: dict[str, int] = {}
    files: tuple[str, ...]
    """Sources in compile order, relative to `home`."""
    block_bits: Annotated[int, Field(gt=0)]
    digest_bits: Annotated[int, Field(gt=0)]
    word_bits: Literal[16, 32, 64]
    io_ratio: Annotated[int, Field(ge=1)] = 1
    needs_bits: bool = False
    length_bits: Annotated[int, Field(ge=16, le=MOST_LENGTH_BITS)] = MOST_LENGTH_BITS
    """A message has at most 2**length_bits bits."""
    messages_in_flight: Annotated[int, Field(ge=1)] = 1
    reset_cycles: Annotated[int, Field(ge=1, le=MOST_RESET_CYCLES)] = 1
    """Cycles of clk for which rst must be high at least, whatever the other inputs do."""
    allowed_dedicated: tuple[Literal["bram", "dsp", "lutram"], ...] = ()
    memory: MemoryAllowance | None = None
    """How much block memory the core may use; None for that of its architecture's budget (budgets.toml)."""
    scope: Literal["fully-autonomous", "core-functionality", "external-memory"] = "fully-autonomous"
    formula: Formula
    source: Path
    """The cores.toml or description file that declares the core."""
    external: ExternalCore | None = None
    """Facts of an external core; None for a core of the catalogue."""

    @property
    def name(self) -> str:
        """``<algorithm>/<architecture>``."""
        return f"{self.algorithm}/{self.architecture}"

    @property
    def other_names(self) -> tuple[str, ...]:
        """``<algorithm>/<architecture>`` for each further architecture name."""
        return tuple(f"{self.algorithm}/{architecture}" for architecture in self.other_architectures)

    @property
    def user_name(self) -> str:
        """What a user types to name the core: its name, or the description file of an external core."""
        return str(self.external.description) if self.external else self.name

    @property
    def home(self) -> Path:
        """Folder that `files` are relative to: rtl/, or the folder of an external core."""
        return self.external.home if self.external else self.source.parent.parent

    @property
    def sources(self) -> list[tuple[str, Path]]:
        """Name in `files` and path of every source, in compile order."""
        return [(name, self.home / name) for name in self.files]

    @property
    def allows_memories(self) -> bool:
        """Whether its netlists may contain block RAM or RAM of look-up tables."""
        return bool({"bram", "lutram"} & set(self.allowed_dedicated))

    @property
    def port_bits(self) -> int:
        """Width of in_data and out_data in bits: that of a word, plus one bit for tlast of AXI4-Stream."""
        return self.word_bits + bool(self.external and self.external.ports.kind == "axi-stream")

    @model_validator(mode="after")
    def _whole_words(self) -> "Core":
        if self.block_bits % self.word_bits or self.digest_bits % self.word_bits:
            raise ValueError("block_bits and digest_bits must be multiples of word_bits")
        return self

    @model_validator(mode="after")
    def _memory_is_allowed(self) -> "Core":
        if self.memory and "bram" not in self.allowed_dedicated:
            raise ValueError('`memory` limits block memory, which needs "bram" in `allowed_dedicated`')
        return self

    def throughput_mbit_s(self, clock_mhz: float) -> float:
        """Throughput for long messages in Mbit/s at an effective clock in MHz (paper A, Eq. 1; paper D, Eq. 5)."""
        return self.block_bits * self.messages_in_flight * clock_mhz / self.formula.block
