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
from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.bench.keys import bare_code, digest, text_digest
from fairhash.bench.record import bench_commit
from fairhash.catalog.core import Core
from fairhash.catalog.padding import PADDING_FILES, padding_generics
from fairhash.features.components.record import Check, Kind
from fairhash.features.package.compiled import Interface, compiled_component, hash_files
from fairhash.features.package.component import Component
from fairhash.features.package.component_verilog import component_verilog, write_sources
from fairhash.features.package.component_vhdl import axis_vhdl, regs_vhdl
from fairhash.features.package.simulation import DRIVER
from fairhash.features.padding.padded import padded_core
from fairhash.testbench.engines import version
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.toolchain.tools import verilator

MODES = ("answers", "random", "lengths", "stalls", "back-to-back", "reset")
"""Modes of `fairhash verify` for a padded core; its cycles are measured by `fairhash padding`."""
_SEEDS = (0, 1, 2)
"""0: back to back without pauses; others: pauses, other clocks, and a reset in the middle of a message."""
_INTERFACES: tuple[Interface, ...] = ("axis", "registers")


def checked_component(core: Core) -> Component:
    """The component of a core that is checked: one width and kind of clock, drawn by the name of the core."""
    draw = zlib.crc32(core.name.encode())
    return Component(core, core.algorithm, bus_bits=32 << (draw & 1), own_clock=draw & 2 != 0)


def check_component(core: Core, folder: Path) -> Check:
    """Hash messages of many lengths by both interfaces, three times each, and compare with the model.

    Args:
        core: A core with a padding unit.
        folder: An empty working folder.
    """
    component = checked_component(core)

    def digests() -> int:
        write_sources(component, folder / "vhdl")
        program = compiled_component(component, component_verilog(component, folder / "vhdl", folder))
        messages = _messages(component, folder)
        expected = [models.hash_bits(component.algorithm, file.read_bytes()).hex() for file in messages]
        for interface in _INTERFACES:
            for seed in _SEEDS:
                if hash_files(program, interface, seed, messages) != expected:
                    raise FairhashError(f"wrong digest by {interface} with seed {seed}", component.name)
        return len(expected) * len(_INTERFACES) * len(_SEEDS)

    check = _check("component", core, core.algorithm, digests)
    return check.model_copy(update={"bus_bits": component.bus_bits, "own_clock": component.two_clocks})


def check_padded(core: Core, algorithm: str, folder: Path) -> Check:
    """Verify a core with its padding unit as a core that pads its messages itself.

    Args:
        core: A core with a padding unit.
        algorithm: The core's own, or one of `core.also`.
        folder: An empty working folder.
    """

    def digests() -> int:
        report = verify(padded_core(core, folder, algorithm), VerifyOptions(modes=MODES, seed=1, random=24))
        wrong = next((result for result in report.modes if result.verdict != "pass"), None)
        if wrong:
            what = "; ".join(wrong.failure.lines()[:2]) if wrong.failure else "nothing to check"
            raise FairhashError(f"{wrong.mode}: {what}", f"{algorithm}/{core.architecture}")
        return sum(result.messages for result in report.modes)

    return _check("padded", core, algorithm, digests)


def sources_digest(kind: Kind, core: Core, algorithm: str) -> str:
    """Digest of the code that a check of today would simulate."""
    if kind == "padded":
        parts = [str(sorted(padding_generics(core, algorithm).items()))]
        names = [*PADDING_FILES, *core.files]
    else:
        component = checked_component(core)
        parts = [axis_vhdl(component), regs_vhdl(component)]
        drivers = sorted(file.name for file in (paths.rtl() / DRIVER).glob("*.[ch]"))
        parts += [text_digest(files.read_text(paths.rtl() / DRIVER / name)) for name in drivers]
        names = [*component.files]
    return digest([*parts, *(_code_digest(paths.rtl() / name) for name in names)])


@cache
def _code_digest(file: Path) -> str:
    return text_digest(bare_code(file))


def _check(kind: Kind, core: Core, algorithm: str, run: Callable[[], int]) -> Check:
    """What a run gave; a failure of a tool or of the core is an outcome too."""
    started = time.monotonic()
    count, reason = 0, ""
    try:
        count = run()
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
        tools=(version("ghdl"), version(str(verilator()))),
        commit=bench_commit(),
        date=datetime.now(UTC).replace(microsecond=0),
    )


def _messages(component: Component, folder: Path) -> list[Path]:
    """Files with lengths in bytes around the ends of words, blocks and paddings, in mixed order."""
    block = component.core.block_bits // 8
    lengths = {0, 1, 3, 4, 5, 8, 11, block - 19, block - 10, block - 9, block - 8, block - 1, block, block + 1}
    lengths |= {2 * block - 9, 2 * block, 3 * block + 2, 300}
    draw = random.Random(component.name)
    possible = sorted(length for length in lengths if length >= 0)
    written = []
    for length in draw.sample(possible, k=len(possible)):
        file = folder / f"message-{length}"
        file.write_bytes(draw.randbytes(length))
        written.append(file)
    return written
