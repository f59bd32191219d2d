# SPDX-License-Identifier: Apache-2.0
"""A core as declared in a family's cores.toml: its files, cycles, and the memory that it may use."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from fairhash.base.records import StrictModel
from fairhash.catalog.external_core import ExternalCore, Language, language
from fairhash.catalog.port_layout import PortLayout, layout


class MemoryAllowance(StrictModel):
    """The block memory that a core may use, in bits and ports: blocks differ from family to family.

    A port has one address; it may read and write.
    """

    bits: Annotated[int, Field(ge=1)]
    """Of all memories together."""
    ports: Annotated[int, Field(ge=1)]
    """Of all memories together."""
    port_bits: Annotated[int, Field(ge=1)]
    """Width of the widest port."""


SMALL_WORDS = 32
"""Most words of a memory that becomes a RAM of LUTs, which counts as logic cells (rtl/ops/memory_distributed.vhd). A
larger one with clocked reads becomes block memory."""


class DesignMemory(StrictModel):
    """A memory of the elaborated Verilog, before it is mapped to cells of a family."""

    name: str
    kind: Literal["block", "distributed", "table"]
    """`block`: every read is clocked, as in block memory; `distributed`: written, with a read that is not clocked;
    `table`: constants with a read that is not clocked, which become logic."""
    bits: Annotated[int, Field(ge=1, lt=1 << 53)]
    ports: Annotated[int, Field(ge=1, lt=1 << 31)]
    """Number of different addresses; a port may read and write."""
    port_bits: Annotated[int, Field(ge=1, lt=1 << 31)]
    """Width of the widest port."""

    @property
    def takes_blocks(self) -> bool:
        """Whether it needs block memory. Small memories look like it if a register drives their address."""
        return self.kind == "block" and self.bits > SMALL_WORDS * self.port_bits


MAIN_ARCHITECTURES = ("highspeed", "lightweight")
"""Architectures that are compared over all algorithms: best throughput per area (paper A), least area (paper B)."""

MOST_RESET_CYCLES = 1000
"""Longest reset that a core may require: the testbench resets some hundred times."""

MOST_LENGTH_BITS = 64
"""Default of `length_bits`: paper A's limit for cores with words of 64 bits (section 4.1)."""


class Formula(StrictModel):
    """Declared cycles for N blocks: setup + load/io_ratio + block*N + final + unload/io_ratio (paper A, Eq. 2)."""

    setup: Annotated[int, Field(ge=0, lt=1 << 31)]
    load: Annotated[int, Field(ge=0, lt=1 << 31)]
    block: Annotated[int, Field(ge=1, lt=1 << 31)]
    final: Annotated[int, Field(ge=0, lt=1 << 31)] = 0
    unload: Annotated[int, Field(ge=0, lt=1 << 31)]

    def cycles(self, blocks: int, io_ratio: int = 1) -> int:
        """Cycles of clk for a message of `blocks` blocks, rounded up to whole cycles."""
        io_cycles = -(-(self.load + self.unload) // io_ratio)
        return self.setup + self.block * blocks + self.final + io_cycles

    def text(self, io_ratio: int = 1) -> str:
        """The formula in the notation of paper A, Table 1, e.g. ``1+16/2+29N+8/2``."""
        divisor = f"/{io_ratio}" if io_ratio > 1 else ""
        final = f"+{self.final}" if self.final else ""
        return f"{self.setup}+{self.load}{divisor}+{self.block}N{final}+{self.unload}{divisor}"


class ExtendableOutput(StrictModel):
    """Declared cycles of an output of another length than the default one, `digest_bits`."""

    squeeze: Annotated[int, Field(ge=1)]
    """Cycles of clk for each further block of output."""
    word: Annotated[int, Field(ge=1)] = 1
    """Cycles of io_clk for each further word of the last block of output."""


class Tree(StrictModel):
    """Declared cycles of a core that hashes the leaves of a tree, one after the other or several together.

    Leaves that are hashed together are a group. A block of each of them takes the cycles of one block.
    """

    leaf_blocks: Annotated[int, Field(ge=2)]
    """Blocks of message in a leaf."""
    cycles: Annotated[int, Field(ge=1)]
    """Cycles of clk for each leaf after the first one beside those of its blocks, to join it with the others."""
    start: Annotated[int, Field(ge=0)] = 0
    """Cycles of clk that a message of more than one leaf takes once."""
    together: Annotated[int, Field(ge=1)] = 1
    """Leaves in a group."""
    lag: Annotated[int, Field(ge=0)] = 0
    """Blocks by which each leaf of the first group starts later than the one before, as its words arrive later."""
    group: Annotated[int, Field(ge=0)] = 0
    """Cycles of clk for each group after the first one beside those of its leaves."""

    @property
    def group_blocks(self) -> int:
        """Blocks of message in a group."""
        return self.leaf_blocks * self.together

    @property
    def block_share(self) -> float:
        """Cycles of clk beside those of the blocks of a long message, for each of its blocks."""
        return self.cycles / self.leaf_blocks + self.group / self.group_blocks

    def steps(self, blocks: int) -> int:
        """How many times the cycles of one block a message of so many blocks takes."""
        further = max(0, blocks - 1) // self.group_blocks
        if further == 0:
            return self._group_steps(blocks, self.lag)
        whole = self._group_steps(self.group_blocks, self.lag) + (further - 1) * self.leaf_blocks
        return whole + self._group_steps(blocks - further * self.group_blocks, 0)

    def _group_steps(self, blocks: int, lag: int) -> int:
        """The same of a group of so many blocks."""
        starts = range(0, blocks, self.leaf_blocks)
        ends = (leaf * lag + min(self.leaf_blocks, blocks - start) for leaf, start in enumerate(starts))
        return max(ends, default=0)

    def joining(self, blocks: int) -> int:
        """Declared cycles of clk beside those of the blocks of a message of so many blocks."""
        further = max(0, -(-blocks // self.leaf_blocks) - 1)
        groups = max(0, -(-blocks // self.group_blocks) - 1)
        return self.start + self.cycles * further + self.group * groups if further else 0


class Core(StrictModel):
    """One implementation of one algorithm; widths in bits."""

    algorithm: str
    architecture: str
    also: tuple[str, ...] = ()
    """Further algorithms the same circuit computes because only the padding outside differs."""
    other_architectures: tuple[str, ...] = ()
    """Further architecture names of the same circuit, for papers that call it something else."""
    family: str
    entity: str
    generics: dict[str, int] = Field(default_factory=dict)
    files: tuple[str, ...]
    """Sources in compile order, relative to `home`."""
    block_bits: Annotated[int, Field(gt=0)]
    digest_bits: Annotated[int, Field(gt=0)]
    """Length of the digest; the default length of an extendable output."""
    extendable_output: ExtendableOutput | None = None
    """For a core that sends as much output as a message's header requests; None for a digest of fixed length."""
    tree: Tree | None = None
    """For a tree hash such as BLAKE3; None if each block takes the same cycles."""
    word_bits: Annotated[int, Field(ge=8, multiple_of=8)]
    """Width of the message words: 16, 32 or 64; an external core may have others."""
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
    def is_main(self) -> bool:
        """Whether its architecture is one of MAIN_ARCHITECTURES."""
        return self.architecture in MAIN_ARCHITECTURES

    @property
    def other_names(self) -> tuple[str, ...]:
        """``<algorithm>/<architecture>`` for each further architecture name."""
        return tuple(f"{self.algorithm}/{architecture}" for architecture in self.other_architectures)

    @property
    def user_name(self) -> str:
        """What a user types to name the core: its name, or the description file of an external core."""
        return str(self.external.description) if self.external else self.name

    @property
    def language(self) -> Language:
        """The language of its sources."""
        return (self.external and self.external.language) or language(self.files)

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
    def has_reset(self) -> bool:
        """Whether a port resets it, as in all cores of the catalogue."""
        return self.external is None or self.external.has_reset

    @property
    def digest_word_bits(self) -> int:
        """Width of the digest words: that of the message words, unless an external core declares another one."""
        ports = self.external.ports if self.external else None
        if ports and ports.out_word_bits:
            return ports.out_word_bits
        if ports and ports.kind in ("block", "permutation"):
            return self.digest_bits if ports.kind == "block" else ports.state_bits or 0
        return self.word_bits

    @property
    def layout(self) -> PortLayout:
        """How the ports of an external core are gathered in the measured module's."""
        assert self.external is not None
        return layout(self.external.ports, self.word_bits, self.digest_word_bits, self.digest_bits)

    @property
    def plain_layout(self) -> PortLayout:
        """That layout without shares and ports for random bits, as the bridges of the testbench see the core."""
        assert self.external is not None
        ports, bits = self.external.ports, (self.word_bits, self.digest_word_bits, self.digest_bits)
        return layout(ports, *bits, masked=False)

    @property
    def in_port_bits(self) -> int:
        """Width of the measured module's in_data in bits: a word, and further inputs of an external core."""
        return self.layout.in_bits if self.external else self.word_bits

    @property
    def out_port_bits(self) -> int:
        """Width of the measured module's out_data in bits: a word, and further outputs of an external core."""
        return self.layout.out_bits if self.external else self.word_bits

    @property
    def sent_bits(self) -> int:
        """Width of the words that the testbench sends."""
        return self.layout.outer_in_bits if self.external else self.word_bits

    @property
    def received_bits(self) -> int:
        """Width of the words that the testbench receives."""
        return self.layout.outer_out_bits if self.external else self.word_bits

    @model_validator(mode="after")
    def _whole_words(self) -> "Core":
        ports = self.external.ports if self.external else None
        if self.word_bits not in (16, 32, 64) and (ports is None or ports.header_format == "fairhash"):
            raise ValueError(f"words of {self.word_bits} bits; with our headers they have 16, 32 or 64")
        if ports and ports.kind in ("block", "permutation"):
            if self.word_bits != self.block_bits:
                raise ValueError(f"ports of kind {ports.kind} take a whole block: word_bits must be {self.block_bits}")
            if self.digest_word_bits < self.digest_bits or (ports.state_bits or self.block_bits) < self.block_bits:
                raise ValueError("the digest port or the state is narrower than a digest or a block")
        elif self.block_bits % self.word_bits:
            raise ValueError("block_bits must be a multiple of word_bits")
        elif self.external and self.digest_bits % self.digest_word_bits:
            raise ValueError(f"words of {self.digest_word_bits} bits do not divide a digest of {self.digest_bits} bits")
        elif self.digest_bits % 8:
            raise ValueError("digest_bits must be a multiple of 8")
        return self

    @model_validator(mode="after")
    def _output_is_whole_words(self) -> "Core":
        if self.extendable_output and self.digest_bits % self.word_bits:
            raise ValueError("digest_bits must be a multiple of word_bits for an extendable output")
        return self

    @model_validator(mode="after")
    def _memory_is_allowed(self) -> "Core":
        if self.memory and "bram" not in self.allowed_dedicated:
            raise ValueError('`memory` limits block memory, which needs "bram" in `allowed_dedicated`')
        return self

    def cycles(self, blocks: int, output_words: int | None = None) -> int:
        """Declared cycles of clk for a message of `blocks` blocks with so many output words, by default a digest."""
        joining = self.tree.joining(blocks) if self.tree else 0
        steps = self.tree.steps(blocks) if self.tree else blocks
        if output_words is None or self.extendable_output is None:
            return self.formula.cycles(steps, self.io_ratio) + joining
        block_words = self.block_bits // self.word_bits
        more_blocks, more_words = (
            asked - default
            for asked, default in zip(
                divmod(output_words - 1, block_words),
                divmod(self.digest_bits // self.word_bits - 1, block_words),
                strict=True,
            )
        )
        # load and unload are rounded up together
        formula = self.formula.model_copy(
            update={"unload": self.formula.unload + more_words * self.extendable_output.word}
        )
        return formula.cycles(steps, self.io_ratio) + joining + more_blocks * self.extendable_output.squeeze

    @property
    def block_cycles(self) -> float:
        """Cycles of clk for a block of a long message, its share of what a tree takes included."""
        if self.tree is None:
            return self.formula.block
        return self.formula.block / self.tree.together + self.tree.block_share

    def throughput_mbit_s(self, clock_mhz: float) -> float:
        """Throughput for long messages in Mbit/s at an effective clock in MHz (paper A, Eq. 1; paper D, Eq. 5)."""
        return self.block_bits * self.messages_in_flight * clock_mhz / self.block_cycles
