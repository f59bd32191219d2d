# SPDX-License-Identifier: Apache-2.0
"""What the reproduction of a paper is, and the papers that are reproduced: one folder papers/<letter>/ each."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from fairhash.base.errors import FairhashError
from fairhash.base.table import Table
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.results.schema import Result
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding, Outcome, basis_of, outcome, verdict
from fairhash.studies.papers.differences import DEPARTURES, Comparison, differences_table, read_reasons
from fairhash.studies.papers.document import Document, Section
from fairhash.studies.papers.opening import Opening
from fairhash.studies.papers.our_results import FIRST_DEVICE, OurResults

_FOLDER = Path(__file__).resolve().parent

AREA_TEXTS: dict[AreaMeasure, str] = {
    "cells": "Our areas on FPGAs are logic cells needed: a cell holds one LUT and one register, and a register alone "
    "needs a cell too. On cell libraries they are gate equivalents.",
    "luts": "Our areas on FPGAs are the counts of the place tool (`--area luts`), in which on ECP5 and MachXO3 "
    "registers cost nothing. On cell libraries they are gate equivalents.",
}
"""What the page says about our areas, by measure."""


PRELIMINARY_TEXT = (
    "A number in parentheses is preliminary, and its row has the reason: the core has fewer than three seeds, its "
    "sources or tools have changed since (stale), its netlist or cycles were not checked, or its recipe is not the "
    "final choice. A preliminary value has no interval and no rank, is in no mean and no correlation, and nothing is "
    "divided by it. A stale value is not divided either."
)
"""What the page says about preliminary values."""


class Paper(ABC):
    """The reproduction of one paper. A subclass in papers/<letter>/reproduction.py defines it; see docs/add-a-paper.md.

    The class attributes say which cores the paper needs; the abstract methods say what its page shows.
    """

    letter: ClassVar[str]
    """The paper's letter, upper case; or the name of a study without a paper, as its folder is called."""
    title: ClassVar[str]
    introduction: ClassVar[tuple[str, ...]] = ()
    """Paragraphs at the top of the page."""
    algorithms: ClassVar[tuple[str, ...]]
    """The algorithms whose cores and results the paper uses."""
    architectures: ClassVar[tuple[str, ...]] = ()
    """The architectures that `fairhash paper` runs; default: all of the algorithms."""

    def default_devices(self) -> Sequence[str]:
        """Return the devices that the cores are implemented on, and that are shown without results."""
        return (FIRST_DEVICE,)

    @abstractmethod
    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the tables and figures of the page, in order; a section without any content is excluded."""

    @abstractmethod
    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the names of the tables that the command line prints."""

    def findings(self, ours: OurResults) -> Mapping[str, Finding]:
        """Return our value of each measure that claims.toml in the paper's folder names."""
        return {}

    def picture(self, ours: OurResults) -> Chart | None:
        """Return the chart beside the verdict, whose title is its message; None without any value."""
        return None

    def basis(self, ours: OurResults) -> str:
        """Return on how many families and seeds our values rest."""
        return basis_of(figure for figure in ours.shown_figures if figure.first.device in ours.family_devices)

    def figure_count(self, ours: OurResults) -> int:
        """Return how many of our figures the page shows; 0 means that nothing was measured."""
        return len(ours.shown_figures)

    def cores(self) -> list[Core]:
        """Return the cores of this checkout that `fairhash paper` runs."""
        return [
            core
            for core in all_cores().values()
            if core.algorithm in self.algorithms and (not self.architectures or core.architecture in self.architectures)
        ]

    def our_results(
        self, results: Iterable[Result], devices: Sequence[str] = (), area: AreaMeasure = CELLS
    ) -> OurResults:
        """Return the results of the paper's algorithms, with the paper's cores.

        Args:
            results: any results; those of other algorithms are ignored.
            devices: only results on these devices, and overall values over the FPGAs among them; default: results on
                all devices, and overall values over the declared common subset.
            area: what an area counts.
        """
        fpgas = catalog_devices()
        return OurResults(
            tuple(
                result
                for result in results
                if result.algorithm in self.algorithms and (not devices or result.device in devices)
            ),
            {core.name: core for core in self.cores()},
            tuple(devices),
            {name: device.vendor for name, device in fpgas.items()},
            tuple(device for device in devices if device in fpgas),
            area,
        )

    def differences(self, comparisons: Sequence[Comparison], note: str = "") -> Table:
        """Return the table of differences, with the reasons from reasons.toml in the paper's folder."""
        return differences_table(comparisons, read_reasons(_FOLDER / self.letter.lower() / "reasons.toml"), note)

    @property
    def claims_file(self) -> Path:
        """The declared claims; a study without a paper has none."""
        return _FOLDER / self.letter.lower() / "claims.toml"

    def outcome(self, results: Iterable[Result]) -> Outcome:
        """Return what the paper found, and what these results say about its claims."""
        ours = self.our_results(results)
        return outcome(self.claims_file, self.findings(ours), self.basis(ours))

    def document(self, results: Iterable[Result], devices: Sequence[str] = (), area: AreaMeasure = CELLS) -> Document:
        """Return the page for these results, on these devices or on all, with areas in this measure."""
        ours = self.our_results(results, devices, area)
        sections = [section for section in self.sections(ours) if section.tables or section.charts]
        return Document(
            letter=self.letter,
            title=self.title,
            text=(*self.introduction, AREA_TEXTS[area], PRELIMINARY_TEXT),
            sections=tuple(sections),
            main_table_names=tuple(self.main_table_names(ours)),
            figure_count=self.figure_count(ours),
            opening=self.opening(ours, sections),
        )

    def opening(self, ours: OurResults, sections: Iterable[Section]) -> Opening | None:
        """Return what the page begins with: the verdict if there is claims.toml, else nothing."""
        if not self.claims_file.is_file():
            return None
        departures = next((each for section in sections for each in section.tables if each.name == DEPARTURES), None)
        count = departures.notes[0].partition(". ")[0] if departures and departures.rows else ""
        text = f"{departures.title}: {count}." if departures and count else ""
        return verdict(self.claims_file, self.findings(ours), self.basis(ours), text, self.picture(ours))


def _modules() -> dict[str, str]:
    """The module of each reproduction by the upper-case name of its folder: papers/<letter>/, then studies of their own
    such as studies/today/, which have no paper."""
    folders = [file.parent for place in ("?", "../*") for file in sorted(_FOLDER.glob(f"{place}/reproduction.py"))]
    base = __name__.rpartition(".papers.")[0]
    return {
        folder.name.upper(): f"{base}.papers.{folder.name}.reproduction"
        if folder.parent == _FOLDER
        else f"{base}.{folder.name}.reproduction"
        for folder in folders
    }


def paper_letters() -> list[str]:
    """Return the letters of the reproduced papers, upper case, and the names of the studies without a paper."""
    return list(_modules())


def find_paper(letter: str) -> Paper:
    """Return the reproduction of a paper, the object PAPER of papers/<letter>/reproduction.py.

    Args:
        letter: in either case; or the name of a study without a paper.

    Raises:
        FairhashError: there is no such folder.
    """
    modules = _modules()
    if letter.upper() not in modules:
        raise FairhashError(f"no paper {letter!r} can be reproduced", "", f"reproduced are {', '.join(modules)}")
    module = importlib.import_module(modules[letter.upper()])
    paper: Paper = module.PAPER
    return paper
