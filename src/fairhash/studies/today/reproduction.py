# SPDX-License-Identifier: Apache-2.0
"""The study of today's hash functions: the page that a paper would have."""

from collections.abc import Iterable, Iterator, Sequence

from fairhash.catalog.core import MAIN_ARCHITECTURES
from fairhash.figures.ranking import Point, Relative
from fairhash.studies.papers.charts import Chart, points_csv, throughput_area_chart
from fairhash.studies.papers.document import Section
from fairhash.studies.papers.opening import Opening
from fairhash.studies.papers.our_results import FIRST_DEVICE, OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper
from fairhash.studies.today.findings import lines, message
from fairhash.studies.today.hashes import REFERENCE, deployed_cores
from fairhash.studies.today.tables import (
    architectures_table,
    cells_table,
    families_table,
    figures_table,
    latency_table,
    software_tables,
    standards_table,
    stored_speeds,
)

DEVICES = (FIRST_DEVICE, "gw2a-18c", "gatemate-a1", "machxo3-6900", "ice40-hx8k")


class Today(Paper):
    """Figures, latency and ratios over SHA-256 on five families."""

    letter = "TODAY"
    title = "Hash functions standardised today"
    introduction = (
        "The hash functions that are standardised or widely deployed now, behind one interface and by one recipe "
        "rule: a high-speed core of best throughput per cell and, where there is one, a lightweight core.",
    )
    algorithms = tuple(dict.fromkeys(one.core.algorithm for one in deployed_cores()))
    architectures = MAIN_ARCHITECTURES

    def default_devices(self) -> Sequence[str]:
        """Return one FPGA of each family."""
        return DEVICES

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the figures on the first device."""
        return (f"today-{FIRST_DEVICE}",)

    def opening(self, ours: OurResults, _sections: Iterable[Section]) -> Opening | None:
        """Return the best core by each measure, on how much that rests, and the chart; None without any figure."""
        found = lines(ours, FIRST_DEVICE, _libraries(ours))
        return Opening((*found, ("Basis", self.basis(ours))), throughput_area(ours, FIRST_DEVICE)) if found else None

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the functions, and the tables of each device."""
        libraries = _libraries(ours)
        devices = [device for device in DEVICES if device in (ours.fpgas or [FIRST_DEVICE])]
        return (
            Section("Functions", tables=(standards_table(),)),
            *(
                Section(
                    f"On {device}",
                    tables=(figures_table(ours, device), latency_table(ours, device)),
                    facts=measurement_facts(figure for figure in ours.shown_figures if figure.first.device == device),
                )
                for device in devices
            ),
            *(
                Section(
                    f"On {library}",
                    tables=(cells_table(ours, library),),
                    facts=measurement_facts(figure for figure in ours.shown_figures if figure.first.device == library),
                )
                for library in libraries
            ),
            Section("Other architectures", tables=(architectures_table(ours, FIRST_DEVICE),)),
            Section("Over SHA-256 on each family", tables=(families_table(ours, devices),)),
            Section("Software beside hardware", tables=tuple(software_tables(ours, FIRST_DEVICE, stored_speeds()))),
        )


def _libraries(ours: OurResults) -> list[str]:
    """The libraries of standard cells on which a core has a figure that is not stale."""
    return [library for library in ours.libraries if any(_measured(ours, library))]


def _measured(ours: OurResults, library: str) -> Iterator[bool]:
    """Whether each core of the study has a figure that is not stale in the library."""
    for one in deployed_cores():
        figure = ours.figure(one.core.name, library)
        yield bool(figure and figure.succeeded and not figure.stale)


def throughput_area(ours: OurResults, device: str) -> Chart | None:
    """The chart of throughput over area of the high-speed cores; None without a figure of the reference."""
    base = ours.figure(REFERENCE, device)
    if base is None or not base.throughput_mbit_s or not base.area_cells:
        return None
    points = []
    for one in deployed_cores():
        figure = ours.figure(one.core.name, device)
        if one.core.architecture != "highspeed" or figure is None or figure.ratio_exclusion:
            continue
        speed, area = figure.throughput_mbit_s, figure.area_cells
        if speed and area:
            throughput, cells = speed.median / base.throughput_mbit_s.median, area.median / base.area_cells.median
            relative = [Relative(value, None, None) for value in (throughput, cells, throughput / cells)]
            points.append(Point(one.core.name, relative[0], relative[1], relative[2], (device,), (figure,)))
    if len(points) < 2:
        return None
    return throughput_area_chart(
        "today-throughput-area",
        message(ours, device),
        points,
        reference=REFERENCE,
        csv=points_csv(points),
        caption=f"High-speed cores on {device}, both values divided by the median of {REFERENCE}. Hollow: preliminary.",
        opening=True,
    )


PAPER = Today()
