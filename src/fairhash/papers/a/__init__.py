# SPDX-License-Identifier: Apache-2.0
"""Paper A: Gaj, Homsirikamol and Rogawski, fourteen Round-2 SHA-3 candidates and SHA-2, 512 and 256 bits, on FPGAs."""

from collections.abc import Iterable, Sequence

from fairhash.analysis.provenance import provenance
from fairhash.catalog.core import Core
from fairhash.catalog.targets import devices as known_devices
from fairhash.papers.a import (
    basis,
    clocks,
    correlations,
    departures,
    figure_1,
    mapped,
    rankings,
    reasons,
    table_1,
    table_2,
    table_5,
    variants,
)
from fairhash.papers.a.algorithms import ALGORITHMS as ALGORITHMS
from fairhash.papers.a.algorithms import ARCHITECTURE as ARCHITECTURE
from fairhash.papers.a.algorithms import STRUCTURED_AS_PRINT, Bits
from fairhash.papers.a.drawn import MEASURES, Measure
from fairhash.papers.a.normalised import Ranking, Values
from fairhash.papers.a.ours import FIRST_DEVICE, Ours
from fairhash.papers.content import Document, Section, Table
from fairhash.results.schema import Result

TITLE = (
    "Comprehensive Comparison of Hardware Performance of Fourteen Round 2 SHA-3 Candidates with 512-bit Outputs Using "
    "Field Programmable Gate Arrays"
)

_INTRO = (
    "Each table as printed, ours beside it. Words stand where there is no value: `no core yet`, `not measured`, `N/A` "
    "(tried: does not fit or route), `not ranked` (not known to be right), `no SHA-2` (no reference on that family).",
)


def devices() -> tuple[str, ...]:
    """Where the cores are implemented unless other devices are asked for: the largest of each family, ECP5 first."""
    largest: dict[str, str] = {}
    for device in sorted(known_devices().values(), key=lambda device: (device.part.logic_cells, device.id)):
        largest[device.family] = device.id
    return tuple(sorted(largest.values(), key=lambda device: (device != FIRST_DEVICE, device)))


def document(results: Iterable[Result], cores: Iterable[Core], devices: Sequence[str] = ()) -> Document:
    """The whole paper from these results; of `devices` only, if any are named."""
    wanted = [result for result in results if not devices or result.device in devices]
    vendors = {name: device.vendor for name, device in known_devices().items()}
    ours = Ours.of(wanted, cores, vendors, devices)
    values, best = Values(ours), Values(ours, "best")
    counted = Values(Ours.of(wanted, cores, vendors, devices, registers_count=True))
    structured = any(result.core in STRUCTURED_AS_PRINT.values() for result in wanted)
    alike = [Values(Ours.of(wanted, cores, vendors, devices, as_print=True))] if structured else []
    mapped_areas = [table for table in (mapped.table(ours), mapped.order(values)) if table]
    correlation = correlations.table((values, best, counted, *alike))
    sections = (
        Section(
            "Summary",
            tables=(basis.table(ours), correlation, correlations.by_family(values)),
            facts=tuple(provenance([run for figure in ours.shown for run in figure.runs]).items())
            if ours.shown
            else (),
        ),
        Section("Departures", tables=(departures.table(values, reasons.read()),)),
        Section("Table 1", tables=(table_1.table(ours),)),
        Section("Table 2", tables=(table_2.table(ours, values),)),
        Section("Tables 3 and 4", tables=_variants(ours, values)),
        Section("Table 5", tables=table_5.tables(ours, values)),
        *_of_bits(values, 512),
        *([Section("Table 9 by mapping alone", tables=tuple(mapped_areas))] if mapped_areas else []),
        Section(
            "Tables 9 and 10, registers counted",
            tables=tuple(_overall(counted, 512, measure) for measure in MEASURES if measure != "throughput"),
        ),
        *_of_bits(values, 256),
        Section(
            "Best of seeds, as ATHENa reports",
            tables=tuple(_overall(best, bits, measure) for bits in (512, 256) for measure in MEASURES),
        ),
    )
    return Document(
        letter="A",
        title=TITLE,
        text=_INTRO,
        sections=sections,
        main=(_overall(values, 512, "ratio").name, correlation.name),
        measured=len(ours.shown),
    )


def _variants(ours: Ours, values: Values) -> tuple[Table, ...]:
    """ECP5 stands beside Virtex 5, our next family beside Stratix III."""
    beside = [*ours.devices, None, None]
    two = (variants.table(ours, values, 3, beside[0]), variants.table(ours, values, 4, beside[1]))
    return (*two, *(variants.further(ours, values, device) for device in ours.devices[2:]))


def _of_bits(values: Values, bits: Bits) -> list[Section]:
    """Tables 6 to 10 and Fig. 1."""
    of = "" if bits == clocks.PRINTED_BITS else f", {bits} bits"
    drawing = figure_1.ours(values, bits)
    drawings = (*([drawing] if drawing else []), *([figure_1.as_printed()] if bits == clocks.PRINTED_BITS else []))
    tables = [
        Section(f"Table 6{of}", tables=(clocks.table_6(values.ours, bits),)),
        Section(f"Table 7{of}", tables=(clocks.table_7(values.ours, bits),)),
    ]
    for measure in MEASURES:
        ranking = Ranking.of(values, bits, measure)
        both = (rankings.overall_table(values, ranking), rankings.family_table(values, ranking))
        tables.append(Section(f"Table {rankings.NUMBERS[measure]}{of}", tables=both))
    return [*tables, *([Section(f"Fig. 1{of}", drawings=drawings)] if drawings else [])]


def _overall(values: Values, bits: Bits, measure: Measure) -> Table:
    return rankings.overall_table(values, Ranking.of(values, bits, measure))
