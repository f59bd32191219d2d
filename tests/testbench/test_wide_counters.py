# SPDX-License-Identifier: Apache-2.0
"""The counters of bits and blocks inside cores, at values that no simulation reaches by counting.

A copy of the VHDL gets a counter that jumps: where it holds one block, the next step starts from many more.
The software model jumps at the same block, through the fields of its context. The cores run in GHDL, so that no
Verilog of a measured core changes.
"""

import ctypes
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest

from fairhash import models
from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, read_cores
from fairhash.models.library import check, find_algorithm, library
from fairhash.testbench.judge import BrokenRule
from fairhash.testbench.message import Case, Message
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.session import SimulationSession
from fairhash.testbench.vhdl import vhdl_engine
from tests.first_of_each import first_of_each


@dataclass(frozen=True)
class Counter:
    """The statement that counts in `file`; "{step}" in `jumping` is the hexadecimal start, and "{bits}" a width."""

    file: str
    statement: str
    jumping: str
    narrow: str
    """A counter of "{bits}" bits that counts on from the statement; it must be caught."""
    block_units: int = 1
    """What it adds for a block: 1 if it counts blocks, the bits of a block if it counts bits."""
    before: int = 0
    """How many blocks below JUMP the counter starts."""


def _counted(name: str, one: str, step: str) -> tuple[str, str, str]:
    """Return the statement, its jumping form and its narrow form for a counter called `name`."""
    statement = f"{name} <= {name} + {step};"
    value = f"resize(unsigned'(x\"{{start}}\"), {name}'length)"
    jumping = f"{name} <= {name} + {step};\nif {name} = {one} then\n{name} <= {value} + {step};\nend if;"
    narrow = jumping.replace(f"<= {value} + {step}", f"<= resize(resize({value} + {step}, {{bits}}), {name}'length)")
    return statement, jumping, narrow


BITS_COUNTER = Counter("shell/bits_counter.vhd", *_counted("blocks", "1", "full"))
ECHO_256 = Counter("echo/echo_highspeed_counter.vhd", *_counted("count", "BLOCK_BITS", "part"), block_units=1536)
ECHO_512 = replace(ECHO_256, block_units=1024)
# counts thirds of a block, of 512 bits
_UPPER, _UPPER_JUMPING, _ = _counted("upper", "3", "thirds")
ECHO_LIGHTWEIGHT = Counter(
    "echo/echo_lightweight_counter.vhd",
    _UPPER,
    _UPPER_JUMPING,
    _UPPER_JUMPING.replace(_UPPER, "upper <= resize(resize(upper + thirds, {bits}), upper'length);"),
    block_units=3,
)
SKEIN = Counter("skein/skein_position.vhd", *_counted("blocks", "1", "full"))
SHABAL_PARALLEL = Counter("shabal/shabal_parallel_datapath.vhd", *_counted("number", "1", "1"))
# Behind clear the first block's number, 1, is on w already, and the halves count on from zero.
SHABAL = Counter(
    "shabal/shabal_highspeed_counter.vhd",
    "lower  <= (others => '0');\n        upper  <= (others => '0');",
    'lower <= resize(unsigned\'(x"{start}"), 32);\nupper <= resize(shift_right(unsigned\'(x"{start}"), 32), 32);',
    "lower <= resize(resize(unsigned'(x\"{start}\"), {bits}), 32);\nupper <= (others => '0');",
    before=1,
)
BLAKE2 = Counter("blake2/blake2_highspeed_control.vhd", *_counted("blocks", "1", "unsigned(next_full)"))
CORES = {
    "blake-32/highspeed": BITS_COUNTER,
    "blake-64/highspeed": BITS_COUNTER,
    "shavite3-256/highspeed": BITS_COUNTER,
    "shavite3-512/highspeed": BITS_COUNTER,
    "echo-256/lightweight": ECHO_LIGHTWEIGHT,
    "echo-256/highspeed": ECHO_256,
    "echo-512/highspeed": ECHO_512,
    "skein-256-256/highspeed": SKEIN,
    "skein-512-512/highspeed": SKEIN,
    "skein-512-512/four-rounds": SKEIN,
    "shabal-256/highspeed": SHABAL,
    "shabal-512/highspeed": SHABAL,
    "shabal-256/parallel": SHABAL_PARALLEL,
    "shabal-512/parallel": SHABAL_PARALLEL,
    "blake2s-256/highspeed": BLAKE2,
    "blake2b-512/highspeed": BLAKE2,
}
BLOCKS = 5
MODEL_BITS = 64
"""The models count bits in this width."""
LENGTH_ORDER: dict[str, Literal["big", "little"]] = {"blake": "big", "echo": "little", "shavite3": "little"}
"""The order of the bytes of the length in the padding, for families whose padding has one."""
LENGTH_REACH = 24
"""Bytes at the end of the padding that the length is among."""


class _Fields(ctypes.Structure):
    """The first fields of ``fairhash_context``."""

    _fields_ = (("algorithm", ctypes.c_void_p), ("message_bits", ctypes.c_uint64), ("blocks", ctypes.c_uint64))


class Jumped:
    """The models, with `jump` blocks absorbed where a message has absorbed one."""

    def __init__(self, jump: int) -> None:
        self.jump = jump

    def _more_bits(self, algorithm: str) -> int:
        return (self.jump - 1) * find_algorithm(algorithm).block_bits

    def pad(self, algorithm: str, data: bytes, bits: int | None = None) -> bytes:
        """The padded bytes that are sent; a length in the padding includes the blocks that are not."""
        padded = models.pad(algorithm, data, bits)
        length = 8 * len(data) if bits is None else bits
        total = length + self._more_bits(algorithm)
        order = LENGTH_ORDER.get(find_algorithm(algorithm).family)
        if order is None:
            return padded
        place = padded.rindex(length.to_bytes(8, order), len(padded) - LENGTH_REACH)
        return padded[:place] + total.to_bytes(8, order) + padded[place + 8 :]

    def hash_bits(self, algorithm: str, data: bytes, bits: int | None = None, digest_bits: int | None = None) -> bytes:
        """The digest, by the model's context."""
        chosen = find_algorithm(algorithm)
        context = ctypes.create_string_buffer(library().fairhash_context_bytes())
        fields = _Fields.from_buffer(context)
        check(library().fairhash_init(context, chosen.handle), chosen)
        # a full block is absorbed only when more of the message comes
        first = chosen.block_bits // 8 + 1
        check(library().fairhash_update(context, data[:first], 8 * first), chosen)
        assert (fields.message_bits, fields.blocks) == (8 * first, 1)
        fields.message_bits += self._more_bits(algorithm)
        fields.blocks = self.jump
        length = 8 * len(data) if bits is None else bits
        check(library().fairhash_update(context, data[first:], length - 8 * first), chosen)
        digest = ctypes.create_string_buffer(chosen.digest_bits // 8)
        check(library().fairhash_final(context, digest, chosen.digest_bits), chosen)
        return digest.raw

    def stream(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        segments: Sequence[int] | None = None,
        *,
        digest_bits: int | None = None,
    ) -> list[int]:
        """The words of one segment."""
        words = models.stream(algorithm, word_bits, data, bits, segments)
        sent, size = self.pad(algorithm, data, bits), word_bits // 8
        payload = [int.from_bytes(sent[place : place + size], "big") for place in range(0, len(sent), size)]
        return [*words[: len(words) - len(payload)], *payload]

    def block_segments(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        digest_bits: int | None = None,
    ) -> list[list[int]]:
        """No core with several messages in flight has such a counter."""
        raise NotImplementedError

    def digest_words(self, algorithm: str, word_bits: int, digest: bytes) -> list[int]:
        """The digest's words."""
        return models.digest_words(algorithm, word_bits, digest)


def _finding(name: str, folder: Path, jump: int, width: int | None = None) -> BrokenRule | None:
    """Simulate a core whose counter jumps, and with a `width` wraps; return what is wrong with its digests."""
    core, counter = all_cores()[name], CORES[name]
    shutil.copytree(paths.rtl(), folder / "rtl")
    file = folder / "rtl" / counter.file
    text = file.read_text(encoding="utf-8")
    assert text.count(counter.statement) == 1, f"{counter.statement!r} is not exactly once in {counter.file}"
    start = (jump - counter.before) * counter.block_units
    put = counter.narrow if width else counter.jumping
    put = put.format(start=f"{start:016x}", bits=width)
    file.write_text(text.replace(counter.statement, put), encoding="utf-8")
    copied = next(c for c in read_cores(folder / "rtl" / core.family / "cores.toml") if c.name == name)
    session = SimulationSession(copied, vhdl_engine(copied), Jumped(jump), 1, folder)
    return session.fails((Case(_messages(core), reset=power_up_cycles(core)),))


def _messages(core: Core) -> tuple[Message, ...]:
    """Messages whose last block is partial, full, and without a bit of message."""
    draw = random.Random(3)
    sizes = [BLOCKS * core.block_bits // 8 + more for more in (5, 0, -1)]
    return tuple(Message(core.algorithm, draw.randbytes(size), 8 * size) for size in sizes)


def _jumps(core: Core) -> dict[str, int]:
    """Starts from which a counter of 16 or 32 bits, of blocks or of bits, overflows; and the end of the model's.

    Only starts that the core's longest message reaches.
    """
    starts = {
        "16 bits of blocks": (1 << 16) - 2,
        "32 bits of bits": (1 << 32) // core.block_bits - 2,
        "32 bits of blocks": (1 << 32) - 2,
        "48 bits of bits": (1 << 48) // core.block_bits - 2,
        "the end": (1 << MODEL_BITS) // core.block_bits - BLOCKS - 2,
    }
    return {name: jump for name, jump in starts.items() if jump * core.block_bits < 1 << core.length_bits}


@pytest.mark.parametrize("name", first_of_each((name, name.split("/")[1]) for name in CORES))
def test_counters_work_over_their_full_width(name: str, tmp_path: Path) -> None:
    for number, jump in enumerate(_jumps(all_cores()[name]).values()):
        finding = _finding(name, tmp_path / str(number), jump)
        assert finding is None, (jump, finding)


def test_a_counter_of_32_bits_is_detected_in_lightweight_echo(tmp_path: Path) -> None:
    """The third block reaches 2^32 bits, 2^23 thirds of a block, where the keys need their 33rd bit."""
    name = "echo-256/lightweight"
    jump = _jumps(all_cores()[name])["32 bits of bits"]
    finding = _finding(name, tmp_path / "rtl", jump, 23)
    assert finding is not None
    assert finding.kind == "wrong word"


@pytest.mark.parametrize(
    "name",
    [
        "blake-32/highspeed",
        *(
            pytest.param(f"{name}/highspeed", marks=pytest.mark.long)
            for name in ("echo-256", "skein-512-512", "shabal-256")
        ),
    ],
)
@pytest.mark.parametrize("width", [16, 32])
def test_a_narrow_counter_is_detected(name: str, width: int, tmp_path: Path) -> None:
    finding = _finding(name, tmp_path / "rtl", (1 << 34) + 1, width)
    assert finding is not None
    assert finding.kind == "wrong word"
