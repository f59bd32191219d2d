# SPDX-License-Identifier: Apache-2.0
"""Paper D: Wong, Haj-Yahya, Sau and Chattopadhyay, "A New High Throughput and Area Efficient SHA-3 Implementation"."""

from collections.abc import Collection, Iterable, Sequence

from fairhash.analysis.provenance import provenance
from fairhash.catalog.core import Core
from fairhash.catalog.targets import libraries as known_libraries
from fairhash.papers.content import Document, Section
from fairhash.papers.d import areas, cells, constants, diagrams, doubts, drawings, fpga, others
from fairhash.papers.d.measured import ALGORITHMS, CASES, GENERATORS, Ours
from fairhash.results.schema import Result

TITLE = "A New High Throughput and Area Efficient SHA-3 Implementation"
FPGAS = ("ecp5-85k-8",)
"""Also shown where nothing was measured yet."""
DEVICES = (*FPGAS, "osu018", "osu035")
"""Where the cores are implemented unless other devices are asked for."""

_INTRO = (
    "Each table as printed, ours beside it. What was not measured says so; what may not be compared, by the rules of "
    "measures.md, has no ratio.",
)


def document(results: Iterable[Result], cores: Iterable[Core], devices: Sequence[str] = ()) -> Document:
    """The whole paper from these results; `devices` are shown only if there are any among them, else all."""
    wanted = [result for result in results if not devices or result.device in devices]
    ours = Ours.of(wanted, cores)
    libraries = ours.devices(cells=True) or [device for device in devices if device in known_libraries()]
    fpgas = ours.devices(cells=False) or ([] if libraries else list(devices or FPGAS))
    places = [(algorithm, device) for algorithm in ALGORITHMS for device in fpgas]
    all_places = [*places, *((algorithm, device) for algorithm in ALGORITHMS for device in libraries)]
    summary = fpga.summary(ours, all_places)
    sections = (
        Section("Summary", tables=(summary,)),
        Section("Table I", tables=(constants.table(),)),
        *(_cases(ours, algorithm, device) for algorithm, device in places),
        *(
            Section(
                f"Beyond the paper: {algorithm} on {device}",
                tables=(fpga.beyond(ours, algorithm, device),),
                facts=_facts(ours, [device], algorithm, ours.beyond(algorithm)),
            )
            for algorithm, device in places
        ),
        Section(
            "Round-constant generators",
            ("Sect. IV-A: bytes in place of 64-bit constants, an LFSR, or a circular buffer, all in the same core.",),
            tuple(fpga.generators(ours, *place) for place in all_places),
            facts=_facts(ours, [*fpgas, *libraries], None, GENERATORS),
        ),
        Section("Table III", tables=(others.table(ours),)),
        Section(
            "Table IV",
            tables=(
                cells.table(ours),
                cells.case_v_over_basic(ours),
                *(table for table in (cells.scaled(ours), cells.rule_tried(ours)) if table.rows),
            ),
            facts=_facts(ours, libraries),
        ),
        Section("Doubtful areas and clocks", doubts.findings(), (areas.capacity(ours, fpgas), areas.pairs())),
        Section(
            "Figs 2 and 3",
            (
                "The paper draws blocks. Here they are from what the cores declare; [R1: 1600] is a register rank and "
                "its flip-flops, and each rank holds another message.",
            ),
            diagrams=tuple(diagrams.papers(ours, fpga.PAPERS_ALGORITHM)),
        ),
        Section("Architectures beyond the paper", diagrams=tuple(diagrams.beyond(ours, fpga.PAPERS_ALGORITHM))),
    )
    main = (fpga.cases, fpga.case_ratios)
    return Document(
        letter="D",
        title=TITLE,
        text=_INTRO,
        sections=tuple(section for section in sections if section.tables or section.diagrams),
        main=(summary.name, *(make(ours, *place).name for place in places for make in main)),
        measured=len(ours.shown),
    )


def _cases(ours: Ours, algorithm: str, device: str) -> Section:
    drawing = drawings.throughput_over_area(ours, algorithm, device)
    return Section(
        f"Table II: {algorithm} on {device}",
        tables=(fpga.cases(ours, algorithm, device), fpga.case_ratios(ours, algorithm, device)),
        drawings=(drawing,) if drawing else (),
        facts=_facts(ours, [device], algorithm, CASES.values()),
    )


def _facts(
    ours: Ours,
    devices: Sequence[str],
    algorithm: str | None = None,
    architectures: Collection[str] | None = None,
) -> tuple[tuple[str, str], ...]:
    """Where the figures come from that are shown for these devices, of all architectures unless some are named."""
    shown = [
        figure
        for figure in ours.shown
        if figure.first.device in devices
        and algorithm in (None, figure.first.algorithm)
        and (architectures is None or figure.first.core.partition("/")[2] in architectures)
    ]
    return tuple(provenance([run for figure in shown for run in figure.runs]).items()) if shown else ()
