# SPDX-License-Identifier: Apache-2.0
"""The proof that one round of a core's datapath equals its description, and its twin with an injected bug."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.features.proofs.proof import Proof, ProofRun, Twin
from fairhash.features.rounds.aig import write_aiger
from fairhash.features.rounds.circuit import Circuit, Place
from fairhash.features.rounds.word import Graph, Word
from fairhash.toolchain import abc, yosys
from fairhash.toolchain.elaborate import elaborate

_LIMIT_S = 600.0


def netlist_of_core(core: Core, workdir: Path) -> dict[str, Any]:
    """The modules of a core's netlist: registers and word-level cells, hierarchy kept, nothing optimised.

    Args:
        core: A core of the catalogue.
        workdir: Folder for the tools' files.

    Raises:
        FairhashError: A tool failed.
    """
    verilog = elaborate(core, workdir, _LIMIT_S)
    commands = (
        yosys.read_command(verilog),
        f"hierarchy -top {core.entity}",
        "proc",
        "opt_clean",
        "write_json words.json",
    )
    tool_run = yosys.run_script(commands, workdir, "words", _LIMIT_S)
    if not tool_run.ok:
        raise FairhashError(f"no netlist of {core.name}: {yosys.failure(tool_run)}", str(core.source))
    modules: dict[str, Any] = yosys.netlist(workdir / "words.json")["modules"]
    return modules


Pair = tuple[str, Word, Word]
"""Name of a compared word, its value in the datapath, and its value in the description."""

_PATTERNS = 256
_FAULT_TRIALS = 200
_LIMIT_OF_DIFFERENCE_S = 10.0
"""CPU time of cec where simulation has found a counterexample already; cec may need minutes to find one itself."""
_BUG = "one cell of the netlist is replaced by another one, e.g. an XOR by an OR"


@dataclass(frozen=True)
class RoundProof:
    """A round of a datapath and its description."""

    name: str
    """Below ``round/``, e.g. ``keccak/highspeed-512``."""
    claim: str
    core: str
    """Name of the core whose netlist is read."""
    build: Callable[[Graph, Circuit], Sequence[Pair]]
    """Cuts the netlist at registers and control signals, and returns the words to compare."""
    module: str
    """File name of the module in rounds/ that holds the description."""
    same_round: tuple[str, ...] = ()
    """Further cores with the same datapath and the same generics."""
    normal_sums: bool = False
    """Whether sums are in normal form; see sums.py."""
    normal_bytes: bool = False
    """Whether functions of a byte and XORs are in normal form; see NormalAig in word.py."""
    quick: bool = False


class _Netlists:
    """The netlist that was read last, so that a proof and its twin read it once."""

    key: tuple[str, float] | None = None
    modules: Mapping[str, Any] = {}

    @classmethod
    def read(cls, core: Core, workdir: Path) -> Mapping[str, Any]:
        """The modules of a core's netlist."""
        key = (core.name, max(path.stat().st_mtime for _, path in core.sources))
        if key != cls.key:
            cls.modules = netlist_of_core(core, workdir)
            cls.key = key
        return cls.modules


def build_pairs(proof: RoundProof, workdir: Path, faulty: Place | None = None) -> tuple[Graph, Circuit, list[Pair]]:
    """The graph with both sides of a proof.

    Args:
        workdir: Folder for the tools' files.
        faulty: A cell of the netlist to replace.
    """
    core = find_core(proof.core)
    graph = Graph(proof.normal_sums, proof.normal_bytes)
    circuit = Circuit(_Netlists.read(core, workdir), core.entity, graph, faulty)
    pairs = list(proof.build(graph, circuit))
    for name, ours, described in pairs:
        if ours.width != described.width:
            raise FairhashError(f"{name} has {ours.width} and {described.width} bits", proof.name)
    return graph, circuit, pairs


def differing_words(graph: Graph, pairs: Sequence[Pair], seed: int = 1) -> list[str]:
    """Names of the words that differ in a simulation with random inputs."""
    literals = [bit for _, ours, described in pairs for bit in (*ours.bits, *described.bits)]
    values = iter(graph.simulate(literals, graph.random_patterns(_PATTERNS, seed), _PATTERNS))
    names = []
    for name, ours, described in pairs:
        left, right = [next(values) for _ in ours.bits], [next(values) for _ in described.bits]
        if left != right:
            names.append(name)
    return names


def _check(proof: RoundProof, workdir: Path, limit_s: float, faulty: Place | None) -> ProofRun:
    started = time.process_time()
    graph, _, pairs = build_pairs(proof, workdir, faulty)
    write_aiger(graph, [bit for _, ours, _ in pairs for bit in ours.bits], workdir / "datapath.aig")
    write_aiger(graph, [bit for _, _, described in pairs for bit in described.bits], workdir / "description.aig")
    differing = differing_words(graph, pairs)
    limit_s = min(limit_s, _LIMIT_OF_DIFFERENCE_S) if differing else limit_s
    run = abc.check_equivalence(workdir / "datapath.aig", "description.aig", limit_s)
    seconds = time.process_time() - started + run.cpu_s
    if not differing:
        return ProofRun(run.status, seconds, run.detail)
    if run.status == "proven":
        raise FairhashError("cec calls words equal that differ in simulation", proof.name)
    return ProofRun("failed", seconds, f"differing words: {', '.join(differing[:5])}; cec: {run.detail}")


def observable_fault(proof: RoundProof, workdir: Path) -> Place:
    """A cell whose replacement changes a compared word in a simulation: the first such cell in a fixed random order.

    Raises:
        FairhashError: There is none, so the proof compares nothing.
    """
    _, circuit, _ = build_pairs(proof, workdir)
    cells = sorted(set(circuit.visited))
    random.Random(proof.name).shuffle(cells)
    for cell in cells[:_FAULT_TRIALS]:
        graph, _, pairs = build_pairs(proof, workdir, cell)
        if differing_words(graph, pairs):
            return cell
    raise FairhashError("no replaced cell changes the result", proof.name, "compare words that depend on the netlist")


def _check_twin(proof: RoundProof, workdir: Path, limit_s: float) -> ProofRun:
    return _check(proof, workdir, limit_s, observable_fault(proof, workdir))


def as_proof(proof: RoundProof) -> Proof:
    """The registered form of a round's proof."""
    core = find_core(proof.core)
    return Proof(
        name=f"round/{proof.name}",
        claim=proof.claim,
        method="equivalence by cec",
        cores=(proof.core, *proof.same_round),
        check=lambda workdir, limit_s: _check(proof, workdir, limit_s, None),
        twins=(Twin(_BUG, lambda workdir, limit_s: _check_twin(proof, workdir, limit_s)),),
        files=(*(path for _, path in core.sources), Path(__file__).parent / "families" / proof.module),
        options={"generics": core.generics, "normal sums": proof.normal_sums, "normal bytes": proof.normal_bytes},
        quick=proof.quick,
    )
