# SPDX-License-Identifier: Apache-2.0
"""The toy core, its known-bad variants and its answers, for the tests of the testbench."""

import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.testbench.message import Message
from fairhash.testbench.verification import VerifyOptions
from tests.testbench.toy.model import Toy

HERE = Path(__file__).parent
TOY = Toy()
EngineName = Literal["fast", "vhdl"]
SEED = 20101
RANDOM = 60


def toy_core(architecture: str = "plain", rtl: Path = HERE) -> Core:
    """The right core: ``plain``, ``two-clocks`` with io_clk twice as fast, ``turns`` with three messages in flight."""
    return next(core for core in read_cores(rtl / "toy" / "cores.toml") if core.architecture == architecture)


def edited_toy(folder: Path, edits: Sequence[tuple[str, str]], architecture: str = "plain") -> Core:
    """The toy with other sources, written to `folder`: each edit replaces a text that is there exactly once."""
    shutil.copytree(HERE / "toy", folder / "toy")
    source = folder / toy_core(architecture).files[0]
    text = source.read_text(encoding="utf-8")
    for find, put in edits:
        assert text.count(find) == 1, f"{find!r} is not exactly once in {source.name}"
        text = text.replace(find, put)
    source.write_text(text, encoding="utf-8")
    return toy_core(architecture, folder)


def toy_answers() -> tuple[Message, ...]:
    """Messages of one block, answered by the model and copied here, so that a wrong model is found out too."""
    digests = {
        b"": "7c2b6c89226d12bc79bbf625f989bb79",
        b"abc": "dd694eefc893c66eb7a8d933d1cf8b21",
        bytes(range(15)): "6f2aa5811503c5a998ccd479741ceb1d",
        b"fifteen b, full": "e0906a7a1529d481448dc54579599748",
    }
    return tuple(Message("toy-128", data, 8 * len(data), digest=bytes.fromhex(hex)) for data, hex in digests.items())


def options(*modes: str, engine: EngineName = "fast", random: int = RANDOM) -> VerifyOptions:
    """Options with a fixed seed and the toy's answers."""
    return VerifyOptions(modes=modes or None, engine=engine, known_messages=toy_answers(), random=random, seed=SEED)


@dataclass(frozen=True)
class Bad:
    """A toy with one fault: `verdicts` are the failures it may give, `passes` the modes that do not notice."""

    name: str
    about: str
    verdicts: tuple[str, ...]
    passes: tuple[str, ...]
    edits: tuple[tuple[str, str], ...]
    architecture: str = "plain"
    """The toy that has the fault."""
    engine: EngineName = "vhdl"
    """The slowest engine on which the fault shows."""
    random: int = RANDOM
    """Random messages that are needed to find it."""

    def core(self, folder: Path) -> Core:
        """The toy with the fault, written to `folder`."""
        return edited_toy(folder, self.edits, self.architecture)


def bad_cores() -> dict[str, Bad]:
    """Every known-bad core of tests/testbench/bad."""
    found = {}
    for file in sorted((HERE / "bad").glob("*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        found[file.stem] = Bad(
            file.stem,
            data["about"],
            tuple(data["verdicts"]),
            tuple(data.get("passes", ())),
            tuple((edit["find"], edit["put"]) for edit in data["edit"]),
            data.get("architecture", "plain"),
            data.get("engine", "vhdl"),
            data.get("random", RANDOM),
        )
    return found
