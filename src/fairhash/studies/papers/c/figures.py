# SPDX-License-Identifier: Apache-2.0
"""Figs 10 to 13 of paper C: clock periods, throughputs, resources, and hash functions beside ciphers."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from fairhash.base.table import Cell, Column, Columns, Table, column, interval, mark
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.figures.figures import Figure
from fairhash.results.machine_runs import InterfaceMeasurement
from fairhash.studies.papers.c.evidence import (
    ARCHITECTURES,
    PAIR,
    PCI,
    Experiments,
    Interval,
    ShaEvidence,
    logic_share,
    quotient_of_figures,
    value,
)
from fairhash.studies.papers.compared_cores import CoreOnDevice, measured
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, quotient_cells, shown_value

_BLOCK_BITS = {"sha-1": 512, "sha-512": 1024}
_ROUNDS = 80


def published_period_ns(algorithm: str) -> float:
    """Return the clock period of the published throughput, which is that of the experiment (docs/published.md)."""
    return 1000 * _BLOCK_BITS[algorithm] / (_ROUNDS * value(f"{algorithm} throughput"))


def _cores(evidence: ShaEvidence, device: str) -> list[CoreOnDevice]:
    """Return the cores of both architectures on the device, SHA-1 the base of each."""
    return [
        evidence.on(f"{algorithm}/{architecture}", device, f"sha-1/{architecture}")
        for architecture in ARCHITECTURES
        for algorithm in PAIR
    ]


def figure_10(evidence: ShaEvidence, device: str) -> Table:
    """Return clock periods, static and by experiment, with the parts of logic and wires in the critical path."""

    def static(measure: Callable[[Figure], float | None]) -> Callable[[CoreOnDevice], Cell]:
        return lambda one: shown_value(one.figure, measure(one.figure)) if one.figure else None

    def period(figure: Figure) -> float | None:
        return 1000 / figure.clock_mhz.median if figure.clock_mhz else None

    def wires(figure: Figure) -> float | None:
        share = logic_share(figure)
        return 100 * (1 - share) if share is not None else None

    def logic(figure: Figure) -> float | None:
        share = logic_share(figure)
        return 100 * share if share is not None else None

    def experiments(one: CoreOnDevice) -> Experiments:
        return evidence.experiments(one.core, device)

    table = Table.declare(
        f"figure-10-{device}",
        f"Fig. 10 on {device}: clock periods",
        _cores(evidence, device),
        (
            column("core", lambda one: one.core),
            column("static ns", static(period), 2, "static_period_ns"),
            column("logic %", static(logic), 0, "static_logic_percent"),
            column("wires %", static(wires), 0, "static_wires_percent"),
            column(
                "experiment ns",
                lambda one: experiments(one).median(lambda clock: 1000 / clock.mhz),
                2,
                "experiment_period_ns",
            ),
            column(
                "wires %",
                lambda one: experiments(one).median(lambda clock: 100 * clock.path.wire_share),
                0,
                "experiment_wires_percent",
            ),
            column(
                "clock over static",
                lambda one: experiments(one).median(lambda clock: clock.mhz / clock.static_mhz),
                3,
                "experiment_over_static_clock",
            ),
            column("seeds", lambda one: len(experiments(one).measurements), key="experiment_seeds"),
            column("note", lambda one: "; ".join(_notes(evidence, one))),
        ),
        "Medians over the seeds. The parts are those of the slowest path: static, and of the "
        "path that fails first in "
        "the experiment. The experiment is a simulation with the routed delays, not a measurement of a chip "
        "(docs/clock.md); `clock over static` compares the same placements.",
    )
    published: list[tuple[Cell, ...]] = []
    for algorithm in PAIR:
        share = value(f"{algorithm} interconnect share")
        cells = (None, 100 - share, share, published_period_ns(algorithm), None, None, None)
        note = "XCV1000-6; static period only in the figure"
        published.append((f"published: {algorithm.upper()}", *cells, note))
    return table.after(published)


def figure_11(evidence: ShaEvidence, device: str) -> Table:
    """Return the three throughputs of each core."""
    buses = {one.core: evidence.over_bus(one.core, device) for one in _cores(evidence, device)}
    stale = {core: evidence.bus_staleness(bus) for core, bus in buses.items() if bus}

    def over_bus(measure: Callable[[InterfaceMeasurement], float | None]) -> Callable[[CoreOnDevice], Cell]:
        def cell(one: CoreOnDevice) -> Cell:
            bus = buses[one.core]
            return mark(measure(bus), stale[one.core]) if bus else None

        return cell

    def experiment(one: CoreOnDevice) -> Cell:
        values = evidence.experiment_mbit_s(one.core, device)
        return mark(median(values), evidence.experiments(one.core, device).preliminary) if values else None

    def note(one: CoreOnDevice) -> str:
        bus = buses[one.core]
        basis = f"bus at {bus.clock_mhz:.1f} MHz ({bus.clock_basis})" if bus else f"bus {NOT_MEASURED}"
        reason = f", {PRELIMINARY}: {stale[one.core]}" if stale.get(one.core) else ""
        return "; ".join([*_notes(evidence, one), basis + reason])

    table = Table.declare(
        f"figure-11-{device}",
        f"Fig. 11 on {device}: throughputs",
        _cores(evidence, device),
        (
            column("core", lambda one: one.core),
            measured("static Mbit/s", "throughput_mbit_s"),
            column("experiment Mbit/s", experiment),
            column("over PCI Mbit/s", over_bus(lambda bus: bus.mbit_s)),
            column("by formula", over_bus(lambda bus: bus.closed_form_mbit_s), key="over_pci_formula_mbit_s"),
            column("core starved %", over_bus(lambda bus: 100 * bus.starved_share), 1),
            column("note", note),
        ),
        f"`over PCI`: the core's RTL simulated with words from the bus `{PCI}` (docs/bus.md). 530 and "
        "670 Mbit/s are those of "
        "the experiment (docs/published.md).",
    )
    return table.after(
        (f"published: {algorithm.upper()}", None, value(f"{algorithm} throughput"), None, None, None, "")
        for algorithm in PAIR
    )


def _notes(evidence: ShaEvidence, one: CoreOnDevice) -> list[str]:
    """Return why the static and the experimental values are missing or preliminary."""
    notes = [f"static {statement}"] if (statement := one.statement()) else []
    experiments = evidence.experiments(one.core, one.device)
    if not experiments.measurements:
        notes.append(f"experiment {NOT_MEASURED}")
    elif experiments.preliminary:
        notes.append(f"experiment {PRELIMINARY}: {experiments.preliminary}")
    return notes


BLOCK_RAMS = {
    "ecp5-85k-8": (208, 18),
    "ice40-hx8k": (32, 4),
    "gw2a-18c": (46, 18),
    "machxo3-6900": (26, 9),
    "gatemate-a1": (32, 40),
}
"""Number and kbit of the block RAMs: Lattice FPGA-DS-02012, FPGA-DS-02029 and FPGA-DS-02032, Gowin DS102,
Cologne Chip DS1001."""


def figure_12(evidence: ShaEvidence, device: str) -> Table:
    """Return cells and block RAMs, counted and as a part of the device."""
    blocks = BLOCK_RAMS.get(device)
    declared = catalog_devices().get(device)
    cells = declared.part.logic_cells if declared else None

    def percent(one: CoreOnDevice) -> float | None:
        area = one.figure.area_cells if one.figure else None
        return 100 * area.median / cells if area and cells else None

    def rams(one: CoreOnDevice) -> int | None:
        used = [run.resources.bram for run in one.figure.succeeded if run.resources] if one.figure else []
        return max(used, default=None)

    def rams_percent(one: CoreOnDevice) -> float | None:
        used = rams(one)
        return 100 * used / blocks[0] if used is not None and blocks else None

    return Table.declare(
        f"figure-12-{device}",
        f"Fig. 12 on {device}: resources",
        _cores(evidence, device),
        (
            column("core", lambda one: one.core),
            measured("cells", "area_cells"),
            column("% of the device", lambda one: shown_value(one.figure, percent(one)), 1, "area_percent"),
            column("block RAMs", lambda one: shown_value(one.figure, rams(one))),
            column("% of the device", lambda one: shown_value(one.figure, rams_percent(one)), 1, "block_rams_percent"),
            column("cells over SHA-1", lambda one: quotient_cells(one.quotients, "area")[0], 2, "area_over_sha_1"),
            column("note", lambda one: one.quotient_note()),
        ),
        f"The device has {cells or NOT_MEASURED} logic cells"
        + (f" and {blocks[0]} block RAMs of {blocks[1]} kbit" if blocks else "")
        + f". Published: SHA-512 needs almost twice the slices of SHA-1, and {value('sha-512 block RAMs'):.0f} of "
        f"{value('device block RAMs'):.0f} block RAMs more. These cores have their constants in logic; the table "
        "of memories has the variant with block RAM.",
    )


PAIRS = (("sha-1", "skipjack"), ("sha-1", "3des"), ("sha-256", "aes-128"), ("sha-512", "aes-256"))
"""Hash function and cipher: Table 1, and Triple DES, the standard that AES replaced."""
CIPHERS = tuple(dict.fromkeys(cipher for _, cipher in PAIRS))


def fastest(evidence: ShaEvidence, algorithm: str, device: str) -> Figure | None:
    """Return the figure with the highest throughput among the cores that are not unrolled; a known one if there is."""
    sources = [evidence.ours, *([evidence.ciphers] if evidence.ciphers and algorithm in CIPHERS else [])]
    medians = [
        figure
        for source in sources
        for (core, place), figure in source.figures.items()
        if place == device
        and figure.first.algorithm == algorithm
        and "unrolled" not in core
        and figure.throughput_mbit_s
    ]
    return max(
        medians,
        key=lambda figure: (
            not figure.preliminary,
            figure.throughput_mbit_s.median if figure.throughput_mbit_s else 0,
        ),
        default=None,
    )


@dataclass(frozen=True)
class _Pair:
    """A hash function and a cipher of equal security, each by its fastest core."""

    algorithm: str
    cipher: str
    hash_figure: Figure | None
    cipher_figure: Figure | None

    def ratio(self) -> Interval | None:
        """Return the throughput of the hash function over that of the cipher."""
        return quotient_of_figures(self.hash_figure, self.cipher_figure, "throughputs_mbit_s")

    def note(self) -> str:
        """Return what is missing or preliminary."""
        both = ((self.algorithm, self.hash_figure), (self.cipher, self.cipher_figure))
        return "; ".join(
            f"{name} {NOT_MEASURED if one is None else f'{PRELIMINARY}: {one.preliminary}'}"
            for name, one in both
            if one is None or one.preliminary
        )


def _side(heading: str, key: str, algorithm: Callable[[_Pair], tuple[str, Figure | None]]) -> Columns[_Pair]:
    """Declare the columns of one side: core, throughput and area."""

    def cells(pair: _Pair) -> tuple[Cell, ...]:
        name, figure = algorithm(pair)
        if figure is None:
            return name, None, None
        values = (figure.throughput_mbit_s, figure.area_cells)
        return (figure.first.core, *(shown_value(figure, each) for each in values))

    heads = (Column(heading, key=f"{key}_core"), Column("Mbit/s", key=f"{key}_mbit_s"))
    return Columns((*heads, Column("cells", key=f"{key}_area_cells")), cells)


SIDES = {"hash function": "hash_mbit_s", "cipher": "cipher_mbit_s"}
"""The columns of throughput of figure_13."""


def pair_ratio(evidence: ShaEvidence, pair: tuple[str, str], device: str) -> Interval | None:
    """Return the throughput of a hash function of PAIRS over that of its cipher."""
    return _Pair(*pair, *(fastest(evidence, name, device) for name in pair)).ratio()


def figure_13(evidence: ShaEvidence, device: str) -> Table:
    """Return the throughputs of hash function and cipher side by side."""
    return Table.declare(
        f"figure-13-{device}",
        f"Fig. 13 on {device}: hash functions and ciphers of equal security",
        [_Pair(one, other, fastest(evidence, one, device), fastest(evidence, other, device)) for one, other in PAIRS],
        (
            column("pair", lambda pair: f"{pair.algorithm} / {pair.cipher}"),
            _side("hash function", "hash", lambda pair: (pair.algorithm, pair.hash_figure)),
            _side("cipher", "cipher", lambda pair: (pair.cipher, pair.cipher_figure)),
            interval("Mbit/s x", _Pair.ratio),
            column("note", _Pair.note),
        ),
        "The fastest known basic iterative core of each. Published: the hash functions are faster than the ciphers "
        "of equivalent security (Abstract); the values are only in the figure. The ciphers are external cores "
        "(examples/ciphers). Nothing is divided by a cipher that is not known.",
    )
