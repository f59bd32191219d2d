# SPDX-License-Identifier: Apache-2.0
"""The interface of a kind of target: how a core is synthesised, checked, placed and measured on it.

Also what a kind receives (Design), and the memory limits of its tools in MiB. Each kind is one package of this folder.
Code outside this folder gets the kind of a target from kind_of() in kinds.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.netlist.check_netlist import NetlistDevice, check_netlist
from fairhash.netlist.netlist_engine import Cells
from fairhash.results.schema import NetlistGate
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.testbench.report import CycleReport
from fairhash.testbench.verification import measure_cycles


def netlist_gate(core: Core, verilog: Path, device: NetlistDevice, workdir: Path, cells: Cells) -> NetlistGate:
    """Check a netlist and return the verdict that its result stores.

    Raises:
        FairhashError: the netlist cannot be simulated: then nothing is known about the core.
    """
    check = check_netlist(core, verilog, device, workdir, cells=cells)
    modes_and_seed = f"{', '.join(check.modes)}; seed {check.seed}"
    return NetlistGate(
        verdict=check.status,
        messages=check.messages,
        detail=check.reason or modes_and_seed,
    )


TargetT_co = TypeVar("TargetT_co", bound=Target, covariant=True)


@dataclass(frozen=True)
class Design(Generic[TargetT_co]):
    """One core, to be implemented on one target with one recipe."""

    core: Core
    target: TargetT_co
    recipe: Recipe
    builds: Mapping[str, str]
    """The exact version of each tool, by its name."""
    kind: "TargetKind[Any]"
    """The kind of the target."""


T = TypeVar("T")

FRONT_END_TOOLS = ("ghdl", "pyosys")
"""The tools between the sources and a netlist."""
LIMITS = ("limit_s", "limit_mib")
"""Names of limits among the inputs of a stage."""


class TargetKind(ABC, Generic[T]):
    """One kind of target; T is the catalogue's type of it."""

    has_placement: ClassVar[bool] = True
    """Whether synthesis is followed by placement or, on cell libraries, by timing."""
    placement_stage: ClassVar[str] = "placement"
    """The store's name of the stage after synthesis."""
    confined: ClassVar[bool] = True
    """Whether the tools that read an external core see only its files."""
    own_revisions: ClassVar[tuple[str, ...]] = ()
    """Parts of the bench's code (bench/revisions.toml) that only this kind uses."""
    synthesis_outcome: ClassVar[type[Any]]
    """Type of what `synthesise` returns: a pydantic model with status and reason, and its netlist at json_netlist."""
    placement_outcome: ClassVar[type[Any]]
    """Type of what `place` returns: a pydantic model with status, reason and effective_mhz."""

    def has_seeds(self, target: T) -> bool:
        """Whether two runs with different seeds can differ."""
        return True

    def require_support(self, core: Core, target: T) -> None:
        """Raise FairhashError for a core that this kind of target cannot measure."""

    @abstractmethod
    def tool_builds(self, target: T) -> Mapping[str, str]:
        """The exact version of each tool by its name, without starting a slow one."""

    @abstractmethod
    def last_tool(self, target: T) -> object:
        """Data that changes when the tool after synthesis is replaced; None without one."""

    @abstractmethod
    def synthesis_inputs(self, design: Design[Any]) -> dict[str, Any]:
        """The inputs of synthesis other than the core's Verilog, as JSON data for the key."""

    @abstractmethod
    def placement_inputs(self, design: Design[Any], seed: int) -> dict[str, Any]:
        """The inputs of the stage after synthesis other than the netlist, as JSON data for the key."""

    def inputs_shared_with_synthesis(self, design: Design[Any]) -> dict[str, Any]:
        """The inputs of the stage after synthesis that are neither in placement_inputs() nor decided by the netlist."""
        return {}

    def placement_revisions(self, design: Design[Any]) -> tuple[str, ...]:
        """Parts of the code (bench/revisions.toml) that the stage after synthesis uses for some recipes only."""
        return ()

    def cell_models(self, design: Design[Any]) -> tuple[Path, ...]:
        """The files with the models of the cells that the netlist check reads."""
        return ()

    def measure_cycles(self, core: Core, folder: Path) -> CycleReport:
        """Measure the cycles of messages of several lengths by simulation of the sources; `folder` is for files."""
        return measure_cycles(core)

    @abstractmethod
    def synthesise(self, design: Design[Any], folder: Path) -> Any:
        """Write the netlist to `folder`. If the core cannot be synthesised, the outcome has a status and a reason.

        Raises:
            FairhashError: for an error that the core does not cause, such as a missing tool.
        """

    @abstractmethod
    def check(self, design: Design[Any], synthesis: Any, folder: Path) -> NetlistGate:
        """Run the known answers on the netlist.

        Raises:
            FairhashError: if the netlist cannot be simulated; nothing is stored, so the next call tries again.
        """

    @abstractmethod
    def place(self, design: Design[Any], synthesis: Any, seed: int, folder: Path) -> Any:
        """Place and route, or time, the netlist of `synthesis`. A failure is an outcome with a status and a reason."""

    def failed_synthesis(self, design: Design[Any], reason: str, folder: Path) -> Any:
        """The outcome of a synthesis that failed for `reason`."""
        return Synthesis(status="failed", reason=reason, folder=folder, top=design.core.entity, commands=())

    def failed_placement(self, seed: int, reason: str, folder: Path) -> Any:
        """The outcome of a placement that failed for `reason`."""
        return Placement(status="failed", reason=reason, folder=folder, seed=seed, arguments=(), constraints="")

    @abstractmethod
    def result_fields(self, design: Design[Any], synthesis: Any, placement: Any | None) -> dict[str, Any]:
        """The fields of a result that depend on the kind; `placement` is None if synthesis was the last stage."""


USUAL_LIMIT_MIB = 8192
"""Used when the recipe sets none, and for simulations of sources."""
NETLIST_LIMIT_MIB = 16384
"""For simulations of netlists: preparing that of echo-512, 24,000 LUT4s, needs more than USUAL_LIMIT_MIB."""


def unusual_limit(limit_mib: float) -> dict[str, float]:
    """The memory limit as part of a key; empty for the usual limit, so that keys without a limit stay valid."""
    return {} if limit_mib == USUAL_LIMIT_MIB else {"limit_mib": limit_mib}
