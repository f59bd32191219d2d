# SPDX-License-Identifier: Apache-2.0
"""Finds a core by its name in the catalogue, or reads the description of an external core."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from pydantic import ValidationError

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core, Formula
from fairhash.catalog.cores import all_cores, find_core, main_name
from fairhash.catalog.data_file import first_error, is_file
from fairhash.catalog.external_core import ExternalCore, language
from fairhash.catalog.generic_padding import GenericPadding
from fairhash.external.description import HINT, Description, read_description
from fairhash.external.read_fusesoc import read_fusesoc
from fairhash.external.sources import check_sources, check_wrapper, copied_sources, match_patterns
from fairhash.models import Algorithm, algorithms, answers, find_algorithm
from fairhash.testbench.verification import VerifyOptions, verify

_DESCRIPTION_SUFFIXES = (".toml", ".core")

PLACEHOLDER_FORMULA = Formula(setup=0, load=0, block=20_000, unload=0)
"""Used until the cycles are measured. Time limits of simulations follow from it: a core may take 20,000 cycles a
block before it counts as hanging."""


def resolve_core(name_or_file: str, target: str = "default", root: Path | None = None) -> Core:
    """Return a core of the catalogue or an external core; measure the cycle formula if none is declared.

    Args:
        name_or_file: a name in the catalogue, or the path of a description (*.toml) or FuseSoC core (*.core).
        target: the target of a FuseSoC core whose sources are used.
        root: the folder of the sources, instead of the one that the description names.

    Raises:
        FairhashError: if there is no such core, or its description is invalid.
    """
    if not name_or_file.endswith(_DESCRIPTION_SUFFIXES):
        if main_name(name_or_file) not in all_cores() and os.path.exists(name_or_file):
            raise FairhashError("not a description of a core", name_or_file, "name a *.toml file; " + HINT)
        return find_core(name_or_file)
    return with_formula(read_described_core(Path(name_or_file), target, root))


def read_described_core(file: Path, target: str = "default", root: Path | None = None) -> Core:
    """Return the external core described in `file`, with a placeholder formula if none is declared.

    Raises:
        FairhashError: if the description is invalid.
    """
    if not is_file(file):
        raise FairhashError("there is no such file", str(file), "name a description, *.toml, or a FuseSoC *.core")
    if file.suffix == ".core":
        sources = read_fusesoc(file, target)
        description_file, home = sources.description, sources.home
        description = read_description(description_file)
        files, top = sources.files, description.top or sources.top
        generics: Mapping[str, bool | int | str] = {**sources.generics, **description.generics}
    else:
        description_file, home = file, file.parent
        description = read_description(description_file)
        home = root or home / description.root
        files = match_patterns(home, description.files)
        top, generics = description.top, description.generics
    top = check_sources(file, home, files, top, description.origin)
    check_wrapper(file, files, description.wrapper)
    home = copied_sources(file, home, files, description.edits, description.wrapper)
    files = (*files, *description.wrapper)
    model = _algorithm_model(description, description_file)
    external = ExternalCore(
        top=top,
        ports=description.ports,
        home=home,
        description=file,
        answers=description_file.parent / description.answers if description.answers else None,
        padding=description.padding if isinstance(description.padding, str) else "",
        generic_padding=description.padding if isinstance(description.padding, GenericPadding) else None,
        pads=description.pads,
        whole_bytes=description.whole_bytes,
        stalls=description.stalls == "any",
        segments=description.segments == "any",
        measured_formula=description.formula is None,
        language=description.language,
        libraries=description.libraries,
        text_generics={name: value for name, value in generics.items() if isinstance(value, bool | str)},
    )
    if external.libraries and language(files) != "vhdl":
        raise FairhashError("`libraries` is for sources in VHDL", str(file), "remove it")
    if external.language and language(files) == "vhdl":
        raise FairhashError(f"the sources are in VHDL, not in {external.language}", str(file), "remove `language`")
    try:
        core = Core(
            algorithm=description.algorithm,
            architecture=description.architecture,
            family=model.family,
            entity=f"fairhash_{top}",
            generics={name: value for name, value in generics.items() if _is_integer(value)},
            files=files,
            block_bits=model.block_bits,
            digest_bits=model.digest_bits,
            word_bits=description.word_bits or model.block_bits,
            io_ratio=description.io_ratio,
            needs_bits=model.needs_bits,
            length_bits=description.length_bits,
            messages_in_flight=description.messages_in_flight,
            reset_cycles=description.reset_cycles,
            allowed_dedicated=description.allowed_dedicated,
            memory=description.memory,
            scope=description.scope,
            formula=description.formula or PLACEHOLDER_FORMULA,
            source=file,
            external=external,
        )
    except ValidationError as error:
        raise FairhashError(first_error(error, Core, {}), str(file), HINT) from error
    if main_name(core.name) in all_cores():
        raise FairhashError(f"{core.name} is a core of the catalogue", str(file), "give `architecture` another name")
    return core


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class _AlgorithmModel:
    """What a core has from its algorithm; sizes in bits."""

    family: str
    block_bits: int
    digest_bits: int
    needs_bits: bool
    """Whether the header of a message has its length in bits."""


def _algorithm_model(description: Description, file: Path) -> _AlgorithmModel:
    """Return what follows from the algorithm of a core.

    An algorithm without a software model takes block size and header from the model of the algorithm named by
    `padding`, and the digest size from the known answers.
    """
    padding = description.padding
    if not padding:
        model = _find_model(description.algorithm, file)
        return _AlgorithmModel(model.family, model.block_bits, model.digest_bits, model.needs_bits)
    if description.algorithm in algorithms():
        raise FairhashError(f"{description.algorithm} has a model", str(file), "leave `padding` out")
    padded = padding if isinstance(padding, GenericPadding) else _find_model(padding, file)
    answers_file = file.parent / (description.answers or "")
    digest_sizes = {row.digest_bits for row in answers.read(answers_file) if row.algorithm == description.algorithm}
    if len(digest_sizes) != 1:
        what = "digests of several sizes" if digest_sizes else f"no answers of {description.algorithm}"
        raise FairhashError(what, str(answers_file), "fix the file")
    needs_bits = isinstance(padded, Algorithm) and padded.needs_bits
    return _AlgorithmModel(description.algorithm, padded.block_bits, digest_sizes.pop(), needs_bits)


def _find_model(name: str, file: Path) -> Algorithm:
    try:
        return find_algorithm(name)
    except FairhashError as error:
        hint = f"{error.hint}; an algorithm without a model needs `answers` and `padding`"
        raise FairhashError(error.what, str(file), hint) from error


def with_formula(core: Core) -> Core:
    """Return the external core with a formula measured by simulation, if its description declares none.

    A core with wrong digests is returned unchanged: the verification that follows reports them.

    Raises:
        FairhashError: if its cycles are no linear function of the number of blocks.
    """
    if core.external is None or not core.external.measured_formula:
        return core
    report = verify(core, VerifyOptions(modes=("cycles",), seed=0)).cycles
    if report is None:
        return core
    (first, cycles), *_ = report.measured
    block = round(report.block)
    constant = cycles - block * first
    linear = all(measured == constant + block * blocks for blocks, measured in report.measured)
    if not linear or constant < 0 or block < 1:
        points = ", ".join(f"{measured} for N = {blocks}" for blocks, measured in report.measured)
        what = f"the cycles of {core.name} are no linear function of the number of blocks: {points}"
        raise FairhashError(what, core.user_name, "throughput is defined only if each block takes the same time")
    return core.model_copy(update={"formula": Formula(setup=constant, load=0, block=block, unload=0)})
