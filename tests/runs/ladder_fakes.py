# SPDX-License-Identifier: Apache-2.0
"""Made-up steps that log what they do; also a small program that kills itself within a step.

python -m tests.runs.ladder_fakes CHECKOUT STEP
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.results.ladder import KINDS, Kind, LadderFolder, step_name
from fairhash.runs.elaboration import not_elaborated
from fairhash.runs.keys import digest
from fairhash.runs.ladder import Found, Step, climb
from fairhash.runs.progress import Silent
from tests.runs.fakes import make_core

DEVICE = "ecp5-85k-8"


@dataclass
class FakeLadder:
    """Steps that pass with 7 messages by default; `log` gets a line when one begins.

    The toy core has no architecture, so GHDL refuses it and the digest of its sources stands for its Verilog.
    """

    log: Path
    found: dict[str, Found | Exception] = field(default_factory=dict)
    """What comes of a step instead, by its name or by core and name."""
    before: Callable[[str], None] = lambda _step: None
    bench: str = "1"
    """Stands for all that is not the core's and that keys hold."""
    revisions: dict[str, int] = field(default_factory=dict)
    """Revision numbers of the bench's code that every step records."""
    official: bool = False
    devices: tuple[str, ...] = (DEVICE,)

    def steps(self, core: Core) -> list[Step]:
        """The whole ladder of a core."""
        return [
            self._step(core, kind, device)
            for kind in KINDS
            for device in (self.devices if kind == "netlist" else ("",))
        ]

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
        """Which steps began since the last call, each as core and step."""
        text = self.log.read_text() if self.log.exists() else ""
        self.log.unlink(missing_ok=True)
        return text.splitlines()

    def climb(self, folder: LadderFolder, *cores: Core) -> None:
        """One after the other."""
        climb([self.steps(core) for core in cores], folder, Silent(), jobs=1)

    def _work(self, core: Core, name: str) -> Found:
        with self.log.open("a") as stream:
            stream.write(f"{core.name} {name}\n")
        self.before(name)
        found = self.found.get(f"{core.name} {name}", self.found.get(name, Found("pass", 7, 2)))
        if isinstance(found, Exception):
            raise found
        return found


def began(core: Core, names: Sequence[str]) -> list[str]:
    """Lines of the log for these steps of a core."""
    return [f"{core.name} {name}" for name in names]


if __name__ == "__main__":
    checkout, last = Path(sys.argv[1]), sys.argv[2]

    def dies(step: str) -> None:
        if step == last:
            os.kill(os.getpid(), signal.SIGKILL)

    os.environ["FAIRHASH_ROOT"] = str(checkout)
    FakeLadder(checkout / "log", before=dies).climb(LadderFolder(checkout / "ladder"), make_core(checkout / "rtl"))
