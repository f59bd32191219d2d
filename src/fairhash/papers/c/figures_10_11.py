# SPDX-License-Identifier: Apache-2.0
"""Figs 10 and 11 of paper C: clock periods and throughputs by static analysis, by experiment, and over a bus."""

from statistics import median

from fairhash.papers.c.evidence import ARCHITECTURES, PAIR, PCI, Evidence, logic_share
from fairhash.papers.c.published import value
from fairhash.papers.our_results import NOT_MEASURED, PRELIMINARY, shown_value
from fairhash.papers.table import Cell, Column, Preliminary, Table

_BLOCK_BITS = {"sha-1": 512, "sha-512": 1024}
_ROUNDS = 80


def published_period_ns(algorithm: str) -> float:
    """Return the clock period of the published throughput, which is that of the experiment (docs/published.md)."""
    return 1000 * _BLOCK_BITS[algorithm] / (_ROUNDS * value(f"{algorithm} throughput"))


def cores() -> list[tuple[str, str]]:
    """Return algorithm and architecture of each row."""
    return [(algorithm, architecture) for architecture in ARCHITECTURES for algorithm in PAIR]


def figure_10(evidence: Evidence, device: str) -> Table:
    """Return clock periods, static and by experiment, with the parts of logic and wires in the critical path."""
    rows: list[tuple[Cell, ...]] = [
        (
            f"published: {algorithm.upper()}",
            *(None, 100 - value(f"{algorithm} interconnect share"), value(f"{algorithm} interconnect share")),
            *(published_period_ns(algorithm), None, None, None, "XCV1000-6; static period only in the figure"),
        )
        for algorithm in PAIR
    ]
    for algorithm, architecture in cores():
        core = f"{algorithm}/{architecture}"
        figure, experiments = evidence.figure(core, device), evidence.experiments(core, device)
        measured = experiments.measurements
        share = logic_share(figure) if figure else None
        static = 1000 / figure.clock_mhz.median if figure and figure.clock_mhz else None
        rows.append(
            (
                core,
                shown_value(figure, static),
                shown_value(figure, 100 * share if share is not None else None),
                shown_value(figure, 100 * (1 - share) if share is not None else None),
                experiments.shown(median(1000 / one.mhz for one in measured)) if measured else None,
                experiments.shown(100 * median(one.path.wire_share for one in measured)) if measured else None,
                experiments.shown(median(one.mhz / one.static_mhz for one in measured)) if measured else None,
                len(measured),
                "; ".join(_notes(evidence, core, device)),
            )
        )
    return Table(
        f"figure-10-{device}",
        f"Fig. 10 on {device}: clock periods",
        (
            Column("core"),
            Column("static ns", 2, "static_period_ns"),
            Column("logic %", key="static_logic_percent"),
            Column("wires %", key="static_wires_percent"),
            Column("experiment ns", 2, "experiment_period_ns"),
            Column("wires %", key="experiment_wires_percent"),
            Column("clock over static", 3, "experiment_over_static_clock"),
            Column("seeds", key="experiment_seeds"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Medians over the seeds. The parts are those of the slowest path: static, and of the "
            "path that fails first in "
            "the experiment. The experiment is a simulation with the routed delays, not a measurement of a chip "
            "(docs/clock.md); `clock over static` compares the same placements.",
        ),
    )


def figure_11(evidence: Evidence, device: str) -> Table:
    """Return the three throughputs of each core."""
    rows: list[tuple[Cell, ...]] = [
        (f"published: {algorithm.upper()}", None, value(f"{algorithm} throughput"), None, None, None, "")
        for algorithm in PAIR
    ]
    for algorithm, architecture in cores():
        core = f"{algorithm}/{architecture}"
        figure, measured = evidence.figure(core, device), evidence.experiment_mbit_s(core, device)
        experiments, bus = evidence.experiments(core, device), evidence.behind_bus(core, device)
        stale = evidence.bus_staleness(bus) if bus else ""
        over_bus = (bus.mbit_s, bus.closed_form_mbit_s, 100 * bus.starved_share) if bus else (None,) * 3
        basis = f"bus at {bus.clock_mhz:.1f} MHz ({bus.clock_basis})" if bus else f"bus {NOT_MEASURED}"
        rows.append(
            (
                core,
                shown_value(figure, figure.throughput_mbit_s if figure else None),
                experiments.shown(median(measured)) if measured else None,
                *(Preliminary(value) if stale and value is not None else value for value in over_bus),
                "; ".join([*_notes(evidence, core, device), basis + (f", {PRELIMINARY}: {stale}" if stale else "")]),
            )
        )
    return Table(
        f"figure-11-{device}",
        f"Fig. 11 on {device}: throughputs",
        (
            Column("core"),
            Column("static Mbit/s"),
            Column("experiment Mbit/s"),
            Column("over PCI Mbit/s"),
            Column("by formula", key="over_pci_formula_mbit_s"),
            Column("core starved %", 1),
            Column("note"),
        ),
        tuple(rows),
        (
            f"`over PCI`: the core's RTL simulated with words from the bus `{PCI}` (docs/bus.md). 530 and "
            "670 Mbit/s are those of "
            "the experiment (docs/published.md).",
        ),
    )


def _notes(evidence: Evidence, core: str, device: str) -> list[str]:
    """Why the static and the experimental values are missing or preliminary."""
    notes = []
    if statement := evidence.ours.statement(core, device):
        notes.append(f"static {statement}")
    experiments = evidence.experiments(core, device)
    if not experiments.measurements:
        notes.append(f"experiment {NOT_MEASURED}")
    elif experiments.preliminary:
        notes.append(f"experiment {PRELIMINARY}: {experiments.preliminary}")
    return notes
