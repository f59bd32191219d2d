# SPDX-License-Identifier: Apache-2.0
"""Checks a component by both of its interfaces, and a padded core by the modes of the testbench."""

import random
import time
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from fairhash import models
from fairhash.base import paths
from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.bench.keys import bare_code, digest, text_digest
from fairhash.bench.record import bench_commit
from fairhash.catalog.core import Core
from fairhash.catalog.padding import output_length_generics, padding_files, padding_generics
from fairhash.features.components.record import Check, Kind
from fairhash.features.package.component import Component
from fairhash.features.package.component_verilog import component_verilog, write_sources
from fairhash.features.package.component_vhdl import axis_vhdl, regs_vhdl
from fairhash.features.package.register_map import read_registers
from fairhash.features.package.simulation import compiled_component, hash_files, simulation_top
from fairhash.features.padding.padded import padded_core
from fairhash.testbench.engines import version
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.toolchain import tools
from fairhash.toolchain.tools import verilator

MODES = ("answers", "random", "lengths", "stalls", "back-to-back", "reset")
"""Modes of `fairhash verify` for a padded core; its cycles are measured by `fairhash padding`."""
_RUNS: tuple[tuple[str, int], ...] = (("axis", 0), ("axis", 1), ("regs", 1))
"""Interface and seed of each simulation. Seed 0: back to back without pauses; others: pauses, other clocks, and a reset
in the middle of a message."""
_BENCH = Path(__file__).with_name("component_bench.v")
_LIMIT_S = 500.0
_MOST_CYCLES, _MOST_LETTERS = 100, 300_000
"""Cycles of a message of one block, and letters of Verilog, above which a component is compiled by Verilator. Icarus
Verilog starts sooner, but needs up to 30 ms for a cycle of a core with S-boxes (measured: Fugue-256)."""
_POWER_UP_CYCLES = 100
"""Cycles of aclk in reset after power-up."""


def checked_component(core: Core) -> Component:
    """The component of a core that is checked: one width and kind of clock, drawn by the name of the core."""
    draw = zlib.crc32(core.name.encode())
    return Component(core, core.algorithm, bus_bits=32 << (draw & 1), own_clock=draw & 2 != 0)


def check_component(core: Core, folder: Path) -> Check:
    """Hash messages of several lengths by both interfaces, and compare with the model.

    A component that is large or takes many cycles is compiled by Verilator with the C driver; others run in Icarus.

    Args:
        core: A core with a padding unit.
        folder: An empty working folder.
    """
    component = checked_component(core)

    def digests() -> tuple[int, str]:
        write_sources(component, folder / "vhdl")
        verilog = component_verilog(component, folder / "vhdl", folder)
        if core.cycles(1) > _MOST_CYCLES or len(verilog) > _MOST_LETTERS:
            return _run_compiled(component, verilog, folder), version(str(verilator()))
        return simulate_component(component, verilog, folder), _icarus()

    check = _check("component", core, core.algorithm, digests)
    return check.model_copy(update={"bus_bits": component.bus_bits, "own_clock": component.two_clocks})


def simulate_component(component: Component, verilog: str, folder: Path) -> int:
    """The number of digests that the component gave, all of them right.

    Args:
        component: The component.
        verilog: Its Verilog.
        folder: A working folder.

    Raises:
        FairhashError: A digest is wrong or missing, or the component broke a rule of the bus.
    """
    core = component.core
    messages = _messages(component)
    digests = [models.hash_bits(component.algorithm, message) for message in messages]
    texts = {
        "component.v": verilog,
        # the arrays have an entry more than messages, so that none is empty
        "bytes.hex": " ".join(f"{byte:02x}" for byte in (*b"".join(messages), 0)),
        "lengths.hex": " ".join(f"{len(message):x}" for message in (*messages, b"")),
        "expected.hex": "\n".join(digest.hex() for digest in (*digests, bytes(core.digest_bits // 8))),
    }
    for name, text in texts.items():
        (folder / name).write_text(text + "\n", encoding="ascii")
    registers = {one.name: one.offset for one in read_registers()}
    parameters = {
        "LANES": component.bus_bits // 8,
        "DIGEST": core.digest_bits // 8,
        "MESSAGES": len(messages),
        "BYTES": sum(map(len, messages)),
        "IO_RATIO": core.io_ratio,
        "RESET_CYCLES": core.reset_cycles + _POWER_UP_CYCLES,
        "WAIT": 20000 + 40 * core.io_ratio * core.cycles(8),
        **{name.upper(): registers[name] for name in ("control", "status", "last", "data")},
        "RESULT": registers["digest"],
    }
    for kind in ("axis", "regs"):
        given = {**parameters, "REGISTERS": int(kind == "regs")}
        options = [f"-P{_BENCH.stem}.{name}={value}" for name, value in given.items()]
        (folder / f"{kind}.v").write_text(simulation_top(component, (kind,)), encoding="ascii")
        command = [tools.require_tool("iverilog"), "-g2005", "-o", kind, "-s", _BENCH.stem, *options]
        _run([*command, _BENCH, "component.v", f"{kind}.v"], folder, component)
    for kind, seed in _RUNS:
        output = _run([tools.require_tool("vvp"), "-n", kind, f"+seed={seed}"], folder, component)
        if f"PASS: {len(messages)}\n" not in output:
            what = f"{kind}, seed {seed}: {output.strip() or 'no output'}"
            raise FairhashError(what, component.name, "report this")
    return len(messages) * len(_RUNS)


def _run_compiled(component: Component, verilog: str, folder: Path) -> int:
    """Like simulate_component(), in Verilator and by the C driver."""
    messages = _messages(component)
    digests = [models.hash_bits(component.algorithm, message).hex() for message in messages]
    program = compiled_component(component, verilog)
    written = []
    for number, message in enumerate(messages):
        written.append(folder / f"message-{number}")
        written[-1].write_bytes(message)
    for kind, seed in _RUNS:
        if hash_files(program, "axis" if kind == "axis" else "registers", seed, written) != digests:
            raise FairhashError(f"{kind}, seed {seed}: wrong digest", component.name, "report this")
    return len(messages) * len(_RUNS)


def _run(command: list[str | Path], folder: Path, component: Component) -> str:
    """The output of a tool that must succeed."""
    done = tools.run(command, folder, limit_s=_LIMIT_S)
    if not done.ok:
        what = f"stopped after {done.stopped_after}" if done.stopped_after else done.tail()
        raise FairhashError(f"the simulation failed: {what}", component.name, "see fairhash doctor")
    return done.output


def check_padded(core: Core, algorithm: str, folder: Path) -> Check:
    """Verify a core with its padding unit as a core that pads its messages itself.

    Args:
        core: A core with a padding unit.
        algorithm: The core's own, or one of `core.also`.
        folder: An empty working folder.
    """

    def digests() -> tuple[int, str]:
        report = verify(padded_core(core, folder, algorithm), VerifyOptions(modes=MODES, seed=1, random=24))
        wrong = next((result for result in report.modes if result.verdict != "pass"), None)
        if wrong:
            what = "; ".join(wrong.failure.lines()[:2]) if wrong.failure else "nothing to check"
            raise FairhashError(f"{wrong.mode}: {what}", f"{algorithm}/{core.architecture}")
        return sum(result.messages for result in report.modes), version(str(verilator()))

    return _check("padded", core, algorithm, digests)


def sources_digest(kind: Kind, core: Core, algorithm: str) -> str:
    """Digest of the code that a check of today would simulate."""
    if kind == "padded":
        generics = [*padding_generics(core, algorithm).items(), *output_length_generics(core).items()]
        parts = [str(sorted(generics))]
        names = [*padding_files(core), *core.files]
    else:
        component = checked_component(core)
        parts = [axis_vhdl(component), regs_vhdl(component)]
        names = [*component.files]
    return digest([*parts, *(_code_digest(paths.rtl() / name) for name in names)])


@cache
def _code_digest(file: Path) -> str:
    return text_digest(bare_code(file))


def _check(kind: Kind, core: Core, algorithm: str, run: Callable[[], tuple[int, str]]) -> Check:
    """The digests and the simulator of a run; a failure of a tool or of the core is an outcome too.

    Raises:
        FairhashError: A tool is missing or was killed.
    """
    started = time.monotonic()
    count, simulator, reason = 0, "", ""
    try:
        count, simulator = run()
    except (NotInstalled, tools.ToolKilled):
        raise
    except FairhashError as error:
        reason = str(error)
    return Check(
        kind=kind,
        algorithm=algorithm,
        verdict="fail" if reason else "pass",
        reason=reason,
        digests=count,
        sources=sources_digest(kind, core, algorithm),
        seconds=round(time.monotonic() - started, 1),
        tools=tuple(name for name in (version("ghdl"), simulator) if name),
        commit=bench_commit(),
        date=datetime.now(UTC).replace(microsecond=0),
    )


def _icarus() -> str:
    """First line that Icarus Verilog says of itself."""
    return tools.run([tools.require_tool("iverilog"), "-V"], paths.build()).output.splitlines()[0]


def _messages(component: Component) -> list[bytes]:
    """Messages that end in a word, with a block, and before and after its padding fits, in mixed order."""
    block = component.core.block_bits // 8
    lengths = (0, 5, max(1, block - 8), block, block + 3)
    draw = random.Random(component.name)
    return [draw.randbytes(length) for length in draw.sample(lengths, k=len(lengths))]
