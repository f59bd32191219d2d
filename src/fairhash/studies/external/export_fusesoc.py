# SPDX-License-Identifier: Apache-2.0
"""Exports the catalogue's cores as FuseSoC packages: a .core file made from cores.toml, sources, a testbench."""

import shutil
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.models import stream_many
from fairhash.testbench.answers import known_answers
from fairhash.testbench.reference import models
from fairhash.testbench.vhdl import wrapper

_TESTBENCH = Path(__file__).with_name("known_answers.vhd")
_MESSAGES = 8
"""Known answers that a package's testbench checks; few, since GHDL simulates slowly."""


def export_fusesoc(cores: Iterable[Core], folder: Path) -> list[Path]:
    """Write one package a core into `folder`, a FuseSoC library; returns the .core files.

    Target `default` is the core; target `sim` checks it against known answers in GHDL.

    Raises:
        FairhashError: if the folder is not writable.
    """
    try:
        return [_write_package(core, folder) for core in cores]
    except OSError as error:
        raise FairhashError(
            f"cannot write the packages: {error.strerror}", str(error.filename or folder), "name a writable folder"
        ) from error


def vlnv(core: Core) -> str:
    """The FuseSoC identifier of a core's package: vendor, library, name and version."""
    return f"fairhash:{core.family}:{core.name.replace('/', '-')}:{metadata.version('fairhash')}"


def _write_package(core: Core, folder: Path) -> Path:
    package = folder / core.family / core.name.replace("/", "-")
    for name, file in core.sources:
        _copy(file, package / "rtl" / name)
    test = package / "test"
    _copy(_TESTBENCH, test / "known_answers.vhd")
    (test / "dut.vhd").write_text("-- SPDX-License-Identifier: Apache-2.0\n" + wrapper(core), encoding="utf-8")
    inputs, digests = _test_vectors(core)
    (test / "inputs.txt").write_text(inputs, encoding="ascii")
    (test / "digests.txt").write_text(digests, encoding="ascii")
    core_file = package / f"{package.name}.core"
    content = yaml.safe_dump(_core_file_content(core), sort_keys=False, width=120)
    core_file.write_text(f"CAPI=2:\n{content}", encoding="utf-8")
    return core_file


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _test_vectors(core: Core) -> tuple[str, str]:
    """The input words of a few messages in sequence, and the words of their digests: hexadecimal, one a line."""
    rows = known_answers(core)
    selected = [row for row in rows[:: max(1, len(rows) // _MESSAGES)] if row.bits % 8 == 0][:_MESSAGES]
    reference = models()
    inputs: list[int] = []
    digests: list[int] = []
    for row in selected:
        in_flight = core.messages_in_flight
        inputs += stream_many(row.algorithm, core.word_bits, [row.data], in_flight=in_flight).words
        digests += reference.digest_words(row.algorithm, core.word_bits, row.expected(reference))
    return _hex_lines(inputs, core.word_bits), _hex_lines(digests, core.word_bits)


def _hex_lines(words: Iterable[int], word_bits: int) -> str:
    return "".join(f"{word:0{word_bits // 4}x}\n" for word in words)


def _core_file_content(core: Core) -> dict[str, Any]:
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
