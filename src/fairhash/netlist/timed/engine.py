# SPDX-License-Identifier: Apache-2.0
"""The timed simulator as an engine of the testbench."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.netlist.timed.program import TimedRun, write_run
from fairhash.testbench import compiled
from fairhash.testbench.compiled import compile_with_harness, harness_key
from fairhash.testbench.engines import Compiled, cached, digest

ENGINE = Path(__file__).parent / "engine"


def timed_engine(core: Core, program: Path, run: TimedRun, parameters: Path) -> Compiled:
    """Return the simulator of one run.

    Args:
        core: the core, for the width of its words and the ratio of its clocks.
        program: the program of its routed netlist.
        run: the parameters.
        parameters: the file to which they are written.
    """
    write_run(run, program, parameters)
    return Compiled("netlist", _simulator(), core.word_bits, core.io_ratio, str(parameters.resolve()))


def _simulator() -> Path:
    sources = sorted(ENGINE.iterdir())
    key = f"timed-{digest([*sources, harness_key(), Path(__file__), Path(compiled.__file__)])}"
    return cached(key, lambda folder: compile_with_harness(ENGINE / "timed_dut.cpp", folder, "sim")) / "sim"
