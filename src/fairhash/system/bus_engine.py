# SPDX-License-Identifier: Apache-2.0
"""Builds the simulator of a core connected to a bus: the core's compiled RTL and bench/bus_main.cpp."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.testbench import compiled
from fairhash.testbench.engines import BENCH, cached, digest, version
from fairhash.toolchain import tools

_MAIN = Path(__file__).parent / "bench" / "bus_main.cpp"


def bus_engine(core: Core) -> Path:
    """Return the simulator of a core of the catalogue, built if it is not stored.

    It links the object files that verification compiles. Their functions are private to compiled.py: an edit there
    would be part of the key of each simulator, and all would be built again.
    """
    circuit_key = compiled._circuit_key(core)
    sources = (_MAIN, BENCH / "dut.h", BENCH / "port_word.h", Path(__file__))
    key = f"bus-{digest([circuit_key, *sources, *compiled.CXX, version('g++')])}"

    def make(folder: Path) -> None:
        built = cached(f"circuit-{circuit_key}", lambda objects: compiled._build_circuit(core, objects))
        objects = [built / f"{name}.o" for name in compiled.OBJECTS]
        command: list[str | Path] = [
            *compiled.CXX,
            f"-I{BENCH}",
            _MAIN,
            *objects,
            *compiled._runtime(),
            "-o",
            folder / "sim",
        ]
        tool_run = tools.run(command, folder)
        if not tool_run.ok:
            raise FairhashError(f"g++ failed: {tool_run.tail()}", core.name, "see fairhash doctor")

    return cached(key, make) / "sim"
