# SPDX-License-Identifier: Apache-2.0
"""The Keccak architectures of paper D and the further ones of this checkout, and how their figures compare."""

from fairhash.catalog.cores import all_cores, main_name
from fairhash.studies.papers.d.structure import Structure, named, structure
from fairhash.studies.papers.our_results import OurResults

ALGORITHM = "keccak-512"
"""The paper's algorithm."""
ALGORITHMS = (ALGORITHM, "keccak-256")
"""The second one is not in the paper."""
CASES = {"I": "case-1", "II": "case-2", "III": "case-3", "IV": "case-4", "V": "case-5"}
BASE = "case-1"
"""The architecture that the others are compared with."""
GENERATORS = {
    "case-1": "bytes of Table I",
    "case-1-wide": "table of 64-bit constants",
    "case-1-lfsr": "LFSR",
    "case-1-rotating": "circular buffer",
}
"""The round-constant generators of Sect. IV-A, each in the core of case I."""


def core_name(algorithm: str, architecture: str) -> str:
    """Return the catalogue's name of a core."""
    return f"{algorithm}/{architecture}"


def label(algorithm: str, architecture: str) -> str:
    """Return the architecture with the other names of the same circuit, e.g. ``case-1 = highspeed``."""
    name = core_name(algorithm, architecture)
    core = all_cores().get(main_name(name))
    others = [core.architecture, *core.other_architectures] if core else []
    return " = ".join(dict.fromkeys([architecture, *others]))


def architectures(ours: OurResults, algorithm: str) -> list[str]:
    """Return the declared or measured architectures by number of rounds, of register ranks, and name.

    A circuit with several names is there once, under the paper's name if it has one. Those of unknown structure come
    last.
    """
    cores = {core.name for core in ours.cores.values() if core.algorithm == algorithm}
    cores |= {main_name(result.core) for result in ours.results if result.algorithm == algorithm}
    published = {main_name(core_name(algorithm, name)): name for name in (*CASES.values(), *GENERATORS)}
    names = {published.get(core, core.partition("/")[2]) for core in cores}

    def sort_key(architecture: str) -> tuple[int, int, str]:
        built = core_structure(ours, algorithm, architecture)
        return (built.unrolled, built.ranks, architecture) if built else (99, 0, architecture)

    return sorted(names, key=sort_key)


def further_architectures(ours: OurResults, algorithm: str) -> list[str]:
    """Return the architectures that the paper does not have."""
    published = {*CASES.values(), *GENERATORS}
    return [architecture for architecture in architectures(ours, algorithm) if architecture not in published]


def core_structure(ours: OurResults, algorithm: str, architecture: str) -> Structure | None:
    """Return the structure from the core's declaration, else from a measured cycle formula, else from the name."""
    name = main_name(core_name(algorithm, architecture))
    core = ours.cores.get(name)
    if core:
        return structure(architecture, core.messages_in_flight, core.formula.block)
    for run in ours.results:
        if main_name(run.core) == name and run.measured_cycles:
            return structure(architecture, run.messages_in_flight, run.measured_cycles.formula.block)
    return named(architecture)


def preliminary_pipelined(ours: OurResults, algorithm: str, device: str) -> list[str]:
    """Return the architectures with several messages in flight whose figure on the device is preliminary."""
    return [
        architecture
        for architecture in architectures(ours, algorithm)
        if (figure := ours.figure(core_name(algorithm, architecture), device))
        and figure.succeeded
        and figure.first.messages_in_flight > 1
        and figure.preliminary
    ]


def best_pipelined(ours: OurResults, algorithm: str, device: str) -> str | None:
    """Return the architecture of highest throughput per area among those with several messages in flight.

    Returns:
        None if no such core is known on the device.
    """
    usable = [
        (figure.ratio.median, architecture)
        for architecture in architectures(ours, algorithm)
        if (figure := ours.figure(core_name(algorithm, architecture), device))
        and figure.ratio
        and figure.first.messages_in_flight > 1
        and not figure.preliminary
    ]
    return max(usable)[1] if usable else None
