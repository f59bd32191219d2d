# SPDX-License-Identifier: Apache-2.0
"""The loader and the unloader of 16-bit words around a small core, and the reset of lightweight cores."""

import random
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, read_cores
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.message import Case, Message
from fairhash.testbench.modes import MODES
from fairhash.testbench.reference import Reference, models
from fairhash.testbench.session import SimulationSession
from fairhash.testbench.verification import verify
from tests.first_of_each import first_of_each
from tests.testbench.toys import TOY, EngineName, options

CORES = Path(__file__).parent / "narrow" / "cores.toml"
LIGHTWEIGHT = sorted(name for name in all_cores() if name.endswith("/lightweight"))
CYCLES = 300
"""Cycles of two messages in which a reset is tried."""


@pytest.mark.parametrize("engine", ["fast", "vhdl"])
def test_all_modes(engine: EngineName) -> None:
    """The core checks a block of fewer words than the index has values, a busy port, and a digest in registers."""
    report = verify(read_cores(CORES)[0], options(engine=engine), reference=TOY)
    assert report.ok, report.text()
    assert [result.mode for result in report.modes] == list(MODES)


def _reset_of_one_cycle(core: Core, reference: Reference, folder: Path) -> None:
    """A reset of one cycle in each of CYCLES cycles, with any inputs, then a message that must be right."""
    draw = random.Random(1)
    cases = [Case((_message(core, draw),), reset=4)]
    for cycle in range(1, min(CYCLES, core.formula.cycles(3))):
        aborted = (_message(core, draw), _message(core, draw))
        cases.append(Case(aborted, reset=1, during=draw.randrange(8), abort=cycle))
        cases.append(Case((_message(core, draw),), reset=1, during=draw.randrange(8)))
    finding = SimulationSession(core, fast_engine(core), reference, 1, folder).fails(tuple(cases))
    assert finding is None, finding


def _message(core: Core, draw: random.Random) -> Message:
    """A message of one or two blocks."""
    length = draw.randrange(core.block_bits // 8 + 8)
    return Message(core.algorithm, draw.randbytes(length), 8 * length)


def test_the_parts_need_a_reset_of_one_cycle(tmp_path: Path) -> None:
    """The parts for wider words need up to three."""
    _reset_of_one_cycle(read_cores(CORES)[0], TOY, tmp_path)


@pytest.mark.parametrize("name", first_of_each((name, "lightweight") for name in LIGHTWEIGHT))
def test_lightweight_cores_need_a_reset_of_one_cycle(name: str, tmp_path: Path) -> None:
    _reset_of_one_cycle(all_cores()[name], models(), tmp_path)
