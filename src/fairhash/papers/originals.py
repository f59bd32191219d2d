# SPDX-License-Identifier: Apache-2.0
"""A paper's original cores, where the user has their sources, measured beside ours of the same algorithm."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash import paths
from fairhash.analysis.figures import Figure
from fairhash.analysis.measures import CELLS
from fairhash.catalog.cores import all_cores, main_name
from fairhash.catalog.target import Target
from fairhash.errors import FairhashError
from fairhash.external.bench_core import BenchReport, bench_core
from fairhash.external.resolve_core import resolve_core
from fairhash.runs.progress import Progress

FOLDERS = {"a": "athena"}
"""The folder of examples/ with the descriptions of a paper's original cores, by the paper's letter."""

HEADER = ("core", "recipe", "LUTs", "registers", "cells", "fmax MHz", "Mbit/s", "better than ours in")


@dataclass(frozen=True)
class Original:
    """One original core: its measurement, or why there is none."""

    description: Path
    name: str
    bench: BenchReport | None
    reason: str


def descriptions(letter: str) -> list[Path]:
    """The descriptions of a paper's original cores.

    Raises:
        FairhashError: if there are none.
    """
    folder = FOLDERS.get(letter.lower())
    if folder is None:
        letters = ", ".join(letter.upper() for letter in FOLDERS)
        raise FairhashError(f"no original cores of paper {letter} are described", "", f"there are some of {letters}")
    return sorted((paths.root() / "examples" / folder).glob("*.toml"))


def source_folder(description: Path, checkout: Path) -> Path:
    """The folder of a core's sources in the user's copy of its repository."""
    origin = tomllib.loads(description.read_text(encoding="utf-8")).get("origin", {})
    return checkout / str(origin.get("folder", "."))


def measure_originals(  # noqa: PLR0917 - what to measure, and how
    letter: str,
    checkout: Path,
    device: Target,
    seeds: Sequence[int],
    progress: Progress | None = None,
    on_core: Callable[[Original], None] | None = None,
) -> list[Original]:
    """Verify and measure the original cores of a paper, by the default recipe and by the one that the rule chooses.

    Args:
        letter: the paper.
        checkout: the user's copy of the repository that the descriptions name.
        device: the target.
        seeds: the seeds.
        progress: is informed of every job.
        on_core: called after each core.
    """
    done = []
    for file in descriptions(letter):
        done.append(_measure(file, checkout, device, seeds, progress))
        if on_core:
            on_core(done[-1])
    return done


def _measure(file: Path, checkout: Path, device: Target, seeds: Sequence[int], progress: Progress | None) -> Original:
    try:
        core = resolve_core(str(file), root=source_folder(file, checkout))
        bench = bench_core(core, device, None, seeds, progress)
    except FairhashError as error:
        return Original(file, file.stem, None, error.what)
    failed = next((mode for mode in bench.report.modes if mode.failure), None)
    reason = f"mode {failed.mode}: {failed.failure.what}" if failed and failed.failure else ""
    return Original(file, core.name, bench, reason)


def table(originals: Sequence[Original]) -> list[tuple[str, ...]]:
    """Rows under HEADER: each original core and ours after it, by each recipe; a core without a figure has a reason."""
    rows: list[tuple[str, ...]] = []
    for original in originals:
        figures = original.bench.figures(CELLS) if original.bench and not original.reason else []
        theirs = [figure for figure in figures if figure.first.core == original.name]
        if not theirs:
            rows.append((original.name, "-", "-", "-", "-", "-", "-", original.reason or "no result"))
        for figure in theirs:
            ours = next((one for one in figures if _is_ours(one, figure)), None)
            rows.append(_row(figure, ", ".join(_better(figure, ours)) if ours else "no result of ours"))
            if ours:
                rows.append(_row(ours, ""))
    return rows


def _is_ours(figure: Figure, theirs: Figure) -> bool:
    """Whether this is the high-speed core of the same algorithm in the same comparison."""
    name = f"{theirs.first.algorithm}/highspeed"
    return figure.comparison == theirs.comparison and main_name(figure.first.core) == name and name in all_cores()


def _values(figure: Figure) -> tuple[float | None, ...]:
    spreads = (figure.luts, figure.flip_flops, figure.area_cells, figure.clock_mhz, figure.throughput_mbit_s)
    return tuple(spread.median if spread else None for spread in spreads)


_NAMES = HEADER[2:7]
_SMALLER_IS_BETTER = 3
"""LUTs, registers and cells; of clock and throughput the larger is better."""


def _better(theirs: Figure, ours: Figure) -> Iterator[str]:
    """What is better in their figure, with the ratio of theirs to ours."""
    for number, (left, right) in enumerate(zip(_values(theirs), _values(ours), strict=True)):
        if left and right and (left < right if number < _SMALLER_IS_BETTER else left > right):
            yield f"{_NAMES[number]} ({left / right:.2f} of ours)"


def _row(figure: Figure, note: str) -> tuple[str, ...]:
    shown = ["-" if value is None else f"{value:.{1 if name == 'fmax MHz' else 0}f}" for name, value in _named(figure)]
    note = "; ".join(part for part in (note, figure.failures) if part)
    return (figure.first.core, f"{figure.comparison} ({figure.first.recipe})", *shown, note)


def _named(figure: Figure) -> list[tuple[str, float | None]]:
    return list(zip(_NAMES, _values(figure), strict=True))


def page(originals: Sequence[Original], letter: str, device: str) -> str:
    """The table as a Markdown page."""
    rows = [HEADER, tuple("---" for _ in HEADER), *table(originals)]
    lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    title = f"# The original cores of paper {letter.upper()} on {device}, beside ours"
    about = (
        "Each core with the recipe `default` and with the one that the rule chose for it (`own-best`); ours is in the\n"
        "row after it. "
        "Medians over the seeds. The last column says where the original core is better."
    )
    return "\n\n".join([title, about, "\n".join(lines)]) + "\n"
