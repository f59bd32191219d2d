# SPDX-License-Identifier: Apache-2.0
"""Our cores as FuseSoC packages: each a .core file made from its cores.toml, its sources, and a testbench."""

import shutil
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.models import stream_many
from fairhash.testbench.answers import known_answers
from fairhash.testbench.reference import models
from fairhash.testbench.vhdl import wrapper

_TESTBENCH = Path(__file__).with_name("known_answers.vhd")
_MESSAGES = 8
"""Answers that a package's testbench checks: GHDL is slow."""


def export_fusesoc(cores: Iterable[Core], folder: Path) -> list[Path]:
    """Write the packages of `cores` into `folder`, a FuseSoC library; returns the .core files.

    Target `default` is the core, `sim` holds it to known answers in GHDL.
    """
    try:
        return [_package(core, folder) for core in cores]
    except OSError as error:
        raise FairhashError(
            f"cannot write the packages: {error.strerror}", str(error.filename or folder), "name a writable folder"
        ) from error


def vlnv(core: Core) -> str:
    """Vendor, library, name and version of a core's package."""
    return f"fairhash:{core.family}:{core.name.replace('/', '-')}:{metadata.version('fairhash')}"


def _package(core: Core, folder: Path) -> Path:
    here = folder / core.family / core.name.replace("/", "-")
    for name, file in core.sources:
        _copy(file, here / "rtl" / name)
    _copy(_TESTBENCH, here / "test" / "known_answers.vhd")
    (here / "test" / "dut.vhd").write_text("-- SPDX-License-Identifier: Apache-2.0\n" + wrapper(core), encoding="utf-8")
    inputs, digests = _words(core)
    (here / "test" / "inputs.txt").write_text(inputs, encoding="ascii")
    (here / "test" / "digests.txt").write_text(digests, encoding="ascii")
    file = here / f"{here.name}.core"
    file.write_text("CAPI=2:\n" + yaml.safe_dump(_facts(core), sort_keys=False, width=120), encoding="utf-8")
    return file


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _words(core: Core) -> tuple[str, str]:
    """The input words of a few answers, one message after the other, and the digests' words."""
    rows = known_answers(core)
    chosen = [row for row in rows[:: max(1, len(rows) // _MESSAGES)] if row.bits % 8 == 0][:_MESSAGES]
    reference = models()
    sent: list[int] = []
    due: list[int] = []
    for row in chosen:
        in_flight = core.messages_in_flight
        sent += stream_many(row.algorithm, core.word_bits, [row.data], in_flight=in_flight).words
        due += reference.digest_words(row.algorithm, core.word_bits, row.expected(reference))
    digits = core.word_bits // 4
    return tuple("".join(f"{word:0{digits}x}\n" for word in words) for words in (sent, due))  # type: ignore[return-value]


def _facts(core: Core) -> dict[str, Any]:
    """The content of the .core file (CAPI2)."""
    generics = {
        name: {"datatype": "int", "default": value, "paramtype": "generic"} for name, value in core.generics.items()
    }
    test = {"W": core.word_bits, "IO_RATIO": core.io_ratio}
    generics |= {name: {"datatype": "int", "default": value, "paramtype": "generic"} for name, value in test.items()}
    vectors = [{f"test/{name}": {"file_type": "user", "copyto": name}} for name in ("inputs.txt", "digests.txt")]
    return {
        "name": vlnv(core),
        "description": f"{core.algorithm}, {core.architecture}: {core.formula.text(core.io_ratio)} cycles for N blocks",
        "filesets": {
            "rtl": {"files": [f"rtl/{name}" for name in core.files], "file_type": "vhdlSource-2008"},
            "test": {
                "files": ["test/dut.vhd", "test/known_answers.vhd", *vectors],
                "file_type": "vhdlSource-2008",
            },
        },
        "targets": {
            "default": {"filesets": ["rtl"], "toplevel": core.entity, "parameters": list(core.generics)},
            "sim": {
                "description": "known answers, in GHDL",
                "filesets": ["rtl", "test"],
                "toplevel": "known_answers",
                "default_tool": "ghdl",
                "tools": {"ghdl": {"run_options": ["--ieee-asserts=disable"]}},
                "parameters": list(test),
            },
        },
        "parameters": generics,
    }
