# SPDX-License-Identifier: Apache-2.0
"""The counters of bits and blocks inside cores, at values that no simulation reaches by counting.

A copy of the VHDL gets a counter that jumps: where it holds one block, the next step starts from many more.
The software model jumps at the same block, through the fields of its context. The cores run in GHDL, so that no
Verilog of a measured core changes.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, read_cores
from fairhash.testbench.judge import BrokenRule
from fairhash.testbench.message import Case
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.session import SimulationSession
from fairhash.testbench.vhdl import vhdl_engine
from fairhash.testbench.wide_counters import COUNTERS, JumpingModels, jump_messages, longest_jump
from tests.first_of_each import first_of_each


@dataclass(frozen=True)
class Counter:
    """The statement that counts in `file`; "{step}" in `jumping` is the hexadecimal start, and "{bits}" a width."""

    file: str
    statement: str
    jumping: str
    narrow: str
    """A counter of "{bits}" bits that counts on from the statement; it must be caught."""
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
ECHO = Counter("echo/echo_highspeed_counter.vhd", *_counted("count", "BLOCK_BITS", "part"))
_UPPER, _UPPER_JUMPING, _ = _counted("upper", "3", "thirds")
ECHO_LIGHTWEIGHT = Counter(
    "echo/echo_lightweight_counter.vhd",
    _UPPER,
    _UPPER_JUMPING,
    _UPPER_JUMPING.replace(_UPPER, "upper <= resize(resize(upper + thirds, {bits}), upper'length);"),
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
BLAKE2_HALVES = Counter("blake2/blake2_halves_control.vhd", *_counted("blocks", "1", "unsigned(next_full)"))
BLAKE2_FOLDED = Counter("blake2/blake2_folded_counter.vhd", *_counted("blocks", "1", "full"))
STATEMENTS = {
    "blake-32/highspeed": BITS_COUNTER,
    "blake-64/highspeed": BITS_COUNTER,
    "shavite3-256/highspeed": BITS_COUNTER,
    "shavite3-512/highspeed": BITS_COUNTER,
    "echo-256/lightweight": ECHO_LIGHTWEIGHT,
    "echo-256/highspeed": ECHO,
    "echo-512/highspeed": ECHO,
    "skein-256-256/highspeed": SKEIN,
    "skein-512-512/highspeed": SKEIN,
    "skein-512-512/four-rounds": SKEIN,
    "shabal-256/highspeed": SHABAL,
    "shabal-512/highspeed": SHABAL,
    "shabal-256/parallel": SHABAL_PARALLEL,
    "shabal-512/parallel": SHABAL_PARALLEL,
    "blake2s-256/highspeed": BLAKE2,
    "blake2b-512/highspeed": BLAKE2,
    "blake2s-256/lightweight": BLAKE2,
    "blake2b-512/lightweight": BLAKE2_HALVES,
    "blake2s-256/g-2": BLAKE2_FOLDED,
    "blake2s-256/g-4": BLAKE2_FOLDED,
    "blake2s-256/g-8": BLAKE2_FOLDED,
    "blake2b-512/g-4": BLAKE2_FOLDED,
}


def _finding(name: str, folder: Path, jump: int, width: int | None = None) -> BrokenRule | None:
    """Simulate a core whose counter jumps, and with a `width` wraps; return what is wrong with its digests."""
    core, counter = all_cores()[name], STATEMENTS[name]
    shutil.copytree(paths.rtl(), folder / "rtl")
    file = folder / "rtl" / counter.file
    text = file.read_text(encoding="utf-8")
    assert text.count(counter.statement) == 1, f"{counter.statement!r} is not exactly once in {counter.file}"
    start = (jump - counter.before) * COUNTERS[name].block_units
    put = counter.narrow if width else counter.jumping
    put = put.format(start=f"{start:016x}", bits=width)
    file.write_text(text.replace(counter.statement, put), encoding="utf-8")
    copied = next(c for c in read_cores(folder / "rtl" / core.family / "cores.toml") if c.name == name)
    session = SimulationSession(copied, vhdl_engine(copied), JumpingModels(jump), 1, folder)
    return session.fails((Case(jump_messages(core), reset=power_up_cycles(core)),))


def _jumps(core: Core) -> dict[str, int]:
    """Starts from which a counter of 16 or 32 bits, of blocks or of bits, overflows; and the end of the model's.

    Only starts that the core's longest message reaches.
    """
    starts = {
        "16 bits of blocks": (1 << 16) - 2,
        "32 bits of bits": (1 << 32) // core.block_bits - 2,
        "32 bits of blocks": (1 << 32) - 2,
        "48 bits of bits": (1 << 48) // core.block_bits - 2,
        "the end": longest_jump(core),
    }
    return {name: jump for name, jump in starts.items() if jump * core.block_bits < 1 << core.length_bits}


@pytest.mark.parametrize("name", first_of_each((name, name.split("/")[1].rstrip("0123456789")) for name in STATEMENTS))
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
