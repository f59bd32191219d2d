# SPDX-License-Identifier: Apache-2.0
"""Fake steps that log their start; also a small program that kills itself within a step.

python -m tests.features.ladder.fakes CHECKOUT STEP
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.bench.elaboration import not_elaborated
from fairhash.bench.jobs import Silent
from fairhash.bench.keys import digest
from fairhash.catalog.core import Core
from fairhash.features.ladder.measure import Step, StepResult, run_ladders
from fairhash.features.ladder.record import ORDER, REQUESTED_KINDS, Kind, LadderFolder, step_name
from tests.bench.fakes import make_core

DEVICE = "ecp5-85k-8"


@dataclass
class FakeLadder:
    """Steps that pass with 7 messages by default; `log` gets a line when one starts.

    The toy core has no architecture, so GHDL refuses it and the digest of its sources replaces that of its Verilog.
    """

    log: Path
    results: dict[str, StepResult | Exception] = field(default_factory=dict)
    """Other results, by step name or by core and step name; an exception is raised."""
    before: Callable[[str], None] = lambda _step: None
    bench: str = "1"
    """Part of every key: replaces the revisions of the bench and the tools' builds."""
    revisions: dict[str, int] = field(default_factory=dict)
    """Revision numbers that every step records."""
    official: bool = False
    devices: tuple[str, ...] = (DEVICE,)
    placed: tuple[str, ...] = ()
    """Devices of the steps that run only on request."""

    def steps(self, core: Core) -> list[Step]:
        """All steps of a core."""
        return [self._step(core, kind, device) for kind in ORDER if kind != "mutants" for device in self._devices(kind)]

    def _devices(self, kind: Kind) -> tuple[str, ...]:
        if kind in REQUESTED_KINDS:
            return self.placed
        return self.devices if kind == "netlist" else ("",)

    def _step(self, core: Core, kind: Kind, device: str) -> Step:
        return Step(
            core,
            kind,
            digest([self.bench, kind, device, core.name, [file.read_text() for _, file in core.sources]]),
            lambda: self._work(core, step_name(kind, device)),
            device,
            "best" if device else "",
            {"ghdl": f"GHDL {self.bench}"} if kind != "model" else {},
            official=self.official and kind in ("model", "answers"),
            verilog=not_elaborated(core, "").verilog,
            revisions=self.revisions,
        )

    def lines(self) -> list[str]:
        """The steps started since the last call, as ``core step``."""
        text = self.log.read_text() if self.log.exists() else ""
        self.log.unlink(missing_ok=True)
        return text.splitlines()

    def run(self, folder: LadderFolder, *cores: Core) -> None:
        """Run the ladders of the cores one after the other."""
        run_ladders([self.steps(core) for core in cores], folder, Silent(), jobs=1)

    def _work(self, core: Core, name: str) -> StepResult:
        with self.log.open("a") as stream:
            stream.write(f"{core.name} {name}\n")
        self.before(name)
        result = self.results.get(f"{core.name} {name}", self.results.get(name, StepResult("pass", 7, 2)))
        if isinstance(result, Exception):
            raise result
        return result


def log_lines(core: Core, names: Sequence[str]) -> list[str]:
    """The lines of the log for these steps of a core."""
    return [f"{core.name} {name}" for name in names]


if __name__ == "__main__":
    checkout, last = Path(sys.argv[1]), sys.argv[2]

    def dies(step: str) -> None:
        if step == last:
            os.kill(os.getpid(), signal.SIGKILL)

    os.environ["FAIRHASH_ROOT"] = str(checkout)
    FakeLadder(checkout / "log", before=dies).run(LadderFolder(checkout / "ladder"), make_core(checkout / "rtl"))
