# SPDX-License-Identifier: Apache-2.0
"""How far the choice of each core's recipe has come by what is stored of its present sources, for campaigns."""

from dataclasses import dataclass, field

from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.figures import Figure, figures
from fairhash.analysis.selection import Selection, select
from fairhash.catalog.cores import main_name
from fairhash.catalog.device import Device
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.synthesis_counts import read_counts


@dataclass(frozen=True)
class StoredSelections:
    """From the name of a core, a device and the digest of the core's Verilog to the selection of its recipe.

    The results of a device are read once: make a new object after results were added.
    """

    folder: ResultsFolder
    _stored: dict[str, list[Figure]] = field(default_factory=dict)
    """Figures by device."""

    def __call__(self, core: str, device: Device, verilog: str) -> Selection:
        """The selection by runs and counts of this Verilog that are not stale; of an untried core it needs all."""
        if device.id not in self._stored:
            current = [result for result in self.folder.read(device.id) if not result.stale]
            self._stored[device.id] = figures(under_main_name(current))
        name = main_name(core)
        runs = [run for figure in self._stored[device.id] if figure.first.core == name for run in figure.runs]
        counts = read_counts(self.folder.folder / "synthesis")
        return select(name, device, runs, counts, verilog=verilog)
