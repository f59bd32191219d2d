# SPDX-License-Identifier: Apache-2.0
"""A core by what a person calls it: a name of the catalogue, or the file that describes a core of his own."""

from pathlib import Path

from fairhash.catalog.core import Core, Formula
from fairhash.catalog.cores import all_cores, find_core, main_name
from fairhash.catalog.data_file import is_file, validate
from fairhash.errors import FairhashError
from fairhash.external.description import HINT, Description, check_sources, read_description
from fairhash.external.fusesoc import read_fusesoc
from fairhash.models import Algorithm, algorithms, answers, find_algorithm
from fairhash.testbench.verification import VerifyOptions, verify

_ENDINGS = (".toml", ".core")

_UNKNOWN = Formula(setup=0, load=0, block=20_000, unload=0)
"""Stands in until the cycles are measured: no core is taken to hang that takes fewer a block."""


def any_core(asked: str, target: str = "default") -> Core:
    """The core called so; for ``*.toml`` and ``*.core`` the one described there, its cycles measured if not declared.

    `target` is the one of a FuseSoC core whose sources are taken.
    """
    if not asked.endswith(_ENDINGS):
        return find_core(asked)
    core = described_core(Path(asked), target)
    return _measured(core) if core.external and core.external.measured_formula else core


def described_core(file: Path, target: str = "default") -> Core:
    """The core described in `file`; without a formula of its own it has one that stands in."""
    if not is_file(file):
        raise FairhashError("there is no such file", str(file), "name a description, *.toml, or a FuseSoC *.core")
    if file.suffix == ".core":
        package = read_fusesoc(file, target)
        source, home = package.description, package.home
        described = read_description(source)
        files, top = package.files, described.top or package.top
        generics = {**package.generics, **described.generics}
    else:
        source, home = file, file.parent
        described = read_description(source)
        files, top, generics = described.files, described.top, described.generics
    check_sources(file, home, files, top)
    values = described.model_dump(include={"algorithm", "architecture", "word_bits", "io_ratio", "messages_in_flight"})
    values |= described.model_dump(include={"allowed_dedicated", "scope"}) | _sizes(described, source)
    values |= {"files": files, "generics": generics, "source": file, "formula": described.formula or _UNKNOWN}
    values["entity"] = f"fairhash_{top}"
    values["external"] = {
        **{"top": top, "ports": described.ports, "home": home, "description": file},
        "answers": source.parent / described.answers if described.answers else None,
        "padding": described.padding or "",
        "measured_formula": described.formula is None,
    }
    core = validate(values, Core, file, HINT)
    if main_name(core.name) in all_cores():
        raise FairhashError(f"{core.name} is a core of the catalogue", str(file), "call `architecture` otherwise")
    return core


def _sizes(described: Description, source: Path) -> dict[str, object]:
    """What the models say of the algorithm; without one its padding's model and its answers."""
    if described.padding:
        if described.algorithm in algorithms():
            raise FairhashError(f"{described.algorithm} has a model", str(source), "leave `padding` out")
        like = _model(described.padding, source)
        rows = answers.read(source.parent / (described.answers or ""))
        bits = {row.digest_bits for row in rows if row.algorithm == described.algorithm}
        if len(bits) != 1:
            what = "digests of several sizes" if bits else f"no answers of {described.algorithm}"
            raise FairhashError(what, str(source.parent / (described.answers or "")), "fix the file")
        sizes: dict[str, object] = {"family": described.algorithm, "digest_bits": bits.pop()}
    else:
        like = _model(described.algorithm, source)
        sizes = {"family": like.family, "digest_bits": like.digest_bits}
    return {**sizes, "block_bits": like.block_bits, "needs_bits": like.needs_bits}


def _model(name: str, source: Path) -> Algorithm:
    try:
        return find_algorithm(name)
    except FairhashError as error:
        hint = f"{error.hint}; one without a model needs `answers` and `padding`"
        raise FairhashError(error.what, str(source), hint) from error


def _measured(core: Core) -> Core:
    """The core with the formula that simulation finds; as it is if its digests are wrong, for the modes to tell."""
    report = verify(core, VerifyOptions(modes=("cycles",), seed=0)).cycles
    if report is None:
        return core
    (first, cycles), *_ = report.measured
    block = round(report.block)
    constant = cycles - block * first
    straight = all(measured == constant + block * blocks for blocks, measured in report.measured)
    if not straight or constant < 0 or block < 1:
        points = ", ".join(f"{measured} for N = {blocks}" for blocks, measured in report.measured)
        what = f"the cycles of {core.name} are no formula of its blocks: {points}"
        raise FairhashError(what, core.user_name, "a throughput needs a core that takes as long for each block")
    return core.model_copy(update={"formula": Formula(setup=constant, load=0, block=block, unload=0)})
