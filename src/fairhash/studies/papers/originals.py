# SPDX-License-Identifier: Apache-2.0
"""A paper's original cores, where the user has their sources, measured beside ours of the same algorithm."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.records import StoredRecord, read_record, write_record
from fairhash.base.table import Cell, Column, Table
from fairhash.bench.jobs import Progress, reason_of
from fairhash.bench.keys import source_digest
from fairhash.bench.store import Interrupted, StoreError
from fairhash.catalog.cores import all_cores, main_name
from fairhash.catalog.recipes import DEFAULT_RECIPE
from fairhash.catalog.target import Target
from fairhash.external.resolve_core import read_described_core
from fairhash.figures.figures import Figure, figures, own_best
from fairhash.figures.measures import CELLS
from fairhash.results.export import read_folder
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result, Sha256, Text
from fairhash.results.synthesis_counts import add_counts, read_counts
from fairhash.studies.external.bench_core import BenchReport, bench_described
from fairhash.studies.papers.our_results import PRELIMINARY, shown_value

FOLDERS = {"a": "athena"}
"""The folder of examples/ with the descriptions of a paper's original cores, by the paper's letter."""

COLUMNS = (
    Column("core"),
    Column("recipe"),
    Column("LUTs"),
    Column("registers"),
    Column("cells", key="cells"),
    Column("fmax MHz", 1),
    Column("Mbit/s"),
    Column("seeds"),
    Column("better than ours in"),
)
_NOTE = (
    "Each original core by the recipe `default` and by the one that the rule chose for it (`own-best`); our high-speed "
    "core by the same comparison is in the row after it. Medians over the seeds. The last column says where the "
    "original core is better, if ours is known. Original cores that cannot be verified or measured are not shown with "
    "figures."
)


_NOT_MEASURED = "not measured yet"


@dataclass(frozen=True)
class Original:
    """One original core: its figures and ours of the same algorithm, or the reason why there are none."""

    description: Path
    name: str
    figures: tuple[Figure, ...]
    reason: str = ""


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


def stored_results(letter: str) -> Path:
    """The folder of the committed results of a paper's original cores."""
    return paths.root() / "examples" / FOLDERS[letter.lower()] / "results"


def measure_originals(  # noqa: PLR0917 - what to measure, and how
    letter: str,
    checkout: Path,
    device: Target,
    seeds: Sequence[int],
    progress: Progress | None = None,
    folder: Path | None = None,
) -> list[Original]:
    """Verify and measure the original cores of a paper, by the default recipe and by the one that the rule chooses.

    Args:
        letter: the paper.
        checkout: the user's copy of the repository that the descriptions name.
        device: the target.
        seeds: the seeds.
        progress: is informed of every job.
        folder: where the results are added; by default those of the descriptions.
    """
    folder = folder or stored_results(letter)
    return [_measure(file, checkout, device, seeds, progress, folder) for file in descriptions(letter)]


def _measure(  # noqa: PLR0917 - what measure_originals() was given
    file: Path, checkout: Path, device: Target, seeds: Sequence[int], progress: Progress | None, folder: Path
) -> Original:
    root = source_folder(file, checkout)
    try:
        core = read_described_core(file, root=root)
        report, bench = bench_described(core, device, None, seeds, progress)
    except (Interrupted, StoreError):
        raise
    except FairhashError as error:
        return Original(file, file.stem, (), error.what)
    except Exception as error:
        # an error of the bench with one core does not end the others, as in a sweep
        return Original(file, file.stem, (), reason_of(error, paths.build() / "originals" / f"{file.stem}.txt"))
    failed = next(((mode.mode, mode.failure.what) for mode in report.modes if mode.failure), None)
    if failed:
        failure = OriginalFailure(core=core.name, mode=failed[0], problem=failed[1], source_digest=source_digest(core))
        store_failure(folder, failure)
        return Original(file, core.name, (), failure.reason)
    assert bench
    remove_failure(folder, core.name)
    _store(bench, folder)
    return Original(file, core.name, tuple(bench.figures(CELLS)))


def _store(bench: BenchReport, folder: Path) -> None:
    ResultsFolder(folder).add(bench.results)
    add_counts(folder / "synthesis", bench.counts)


def stored_originals(letter: str, ours: Iterable[Result], folder: Path | None = None) -> list[Original]:
    """The original cores of a paper by their stored results, beside results of ours, or why there are none.

    Args:
        letter: the paper.
        ours: results of our cores.
        folder: the results of the original cores, and runs of ours that were made for this comparison only.
    """
    folder = folder or stored_results(letter)
    stored, failures = read_folder(folder), read_failures(folder)
    counts = [*read_counts(paths.results() / "synthesis"), *read_counts(folder / "synthesis")]
    every = {result.key: result for result in [*ours, *stored]}.values()
    found = []
    for file in descriptions(letter):
        described = tomllib.loads(file.read_text(encoding="utf-8"))
        name = f"{described['algorithm']}/{described['architecture']}"
        devices = {result.device for result in stored if result.core == name}
        if not devices:
            found.append(Original(file, name, (), failures[name].reason if name in failures else _NOT_MEASURED))
        shown = [
            result
            for result in every
            if result.device in devices and (result.core == name or main_name(result.core) == _our_name(result))
        ]
        if devices:
            by_recipe = figures([result for result in shown if result.algorithm == described["algorithm"]], CELLS)
            default = [figure for figure in by_recipe if figure.comparison == DEFAULT_RECIPE]
            found.append(Original(file, name, (*default, *own_best(by_recipe, counts))))
    return found


def original_table(originals: Sequence[Original], letter: str, device: str) -> Table:
    """Each original core and ours after it, by each recipe; a core without a figure has a reason."""
    rows: list[tuple[Cell, ...]] = []
    for original in originals:
        shown = [figure for figure in original.figures if figure.first.device == device]
        theirs = [figure for figure in shown if figure.first.core == original.name and figure.succeeded]
        if not theirs:
            reason = original.reason or next((figure.failures for figure in shown if figure.failures), "no result")
            rows.append((original.name, *[None] * (len(COLUMNS) - 2), reason))
        for figure in theirs:
            ours = next((one for one in shown if _is_ours(one, figure)), None)
            rows.append(_row(figure, _compared(figure, ours)))
            if ours:
                rows.append(_row(ours, ""))
    title = f"The original cores of paper {letter.upper()} on {device}, beside ours"
    return Table(f"originals-{device}", title, COLUMNS, tuple(rows), (_NOTE,))


def _our_name(result: Result) -> str:
    """The high-speed core of a result's algorithm."""
    return f"{result.algorithm}/highspeed"


def _is_ours(figure: Figure, theirs: Figure) -> bool:
    """Whether this is the high-speed core of the same algorithm in the same comparison."""
    name = _our_name(theirs.first)
    return figure.comparison == theirs.comparison and main_name(figure.first.core) == name and name in all_cores()


_SMALLER_IS_BETTER = 3
"""LUTs, registers and cells; of clock and throughput the larger is better."""


def _values(figure: Figure) -> tuple[float | None, ...]:
    spreads = (figure.luts, figure.flip_flops, figure.area_cells, figure.clock_mhz, figure.throughput_mbit_s)
    return tuple(spread.median if spread else None for spread in spreads)


def _compared(theirs: Figure, ours: Figure | None) -> str:
    """In what the original core is better than ours, if ours is known and theirs may be divided by it."""
    if ours is None:
        return "no result of ours"
    if ours.preliminary:
        return f"not compared: ours is {PRELIMINARY}"
    # a core without a port that can stall is compared all the same: its note says what was not tested
    if theirs.stale or (theirs.ratio_exclusion and not theirs.first.untested):
        return "not compared"
    return ", ".join(_better(theirs, ours)) or "nothing"


def _better(theirs: Figure, ours: Figure) -> Iterator[str]:
    """What is better in their figure, with the ratio of theirs to ours."""
    for number, (left, right) in enumerate(zip(_values(theirs), _values(ours), strict=True)):
        if left and right and (left < right if number < _SMALLER_IS_BETTER else left > right):
            yield f"{COLUMNS[number + 2].heading} ({left / right:.2f} of ours)"


def _row(figure: Figure, note: str) -> tuple[Cell, ...]:
    preliminary = f"{PRELIMINARY}: {figure.preliminary}" if figure.preliminary else ""
    note = "; ".join(part for part in (note, preliminary, figure.failures) if part)
    comparison = f"{figure.comparison} ({figure.first.recipe})"
    values = (shown_value(figure, value) for value in _values(figure))
    return (figure.first.core, comparison, *values, len(figure.succeeded), note or None)


def page(shown: Table) -> str:
    """The table as a Markdown page."""
    return "\n\n".join([f"# {shown.title}", *shown.notes, shown.to_markdown()]) + "\n"


_FILE = "failures.json"


class OriginalFailure(StoredRecord):
    """An original core that failed a mode of the testbench."""

    core: Text
    mode: Text
    problem: Text
    source_digest: Sha256
    """Of the sources that were verified, after the edits of the description."""

    @property
    def reason(self) -> str:
        """The mode and what was wrong, as one text."""
        return f"mode {self.mode}: {self.problem}"


class _Failures(StoredRecord):
    failures: tuple[OriginalFailure, ...]


def read_failures(folder: Path) -> dict[str, OriginalFailure]:
    """The stored failures by core; none if there is no file.

    Raises:
        FairhashError: The file is not valid.
    """
    file = folder / _FILE
    if not file.is_file():
        return {}
    stored = read_record(file, _Failures, "not a file of failures", "take it from the repository")
    return {failure.core: failure for failure in stored.failures}


def store_failure(folder: Path, failure: OriginalFailure) -> None:
    """Store a failure in place of an earlier one of the same core."""
    _write(folder, {**read_failures(folder), failure.core: failure})


def remove_failure(folder: Path, core: str) -> None:
    """Remove the failure of a core that is measured now."""
    stored = read_failures(folder)
    if stored.pop(core, None):
        _write(folder, stored)


def _write(folder: Path, failures: Mapping[str, OriginalFailure]) -> None:
    record = _Failures(failures=tuple(failure for _, failure in sorted(failures.items())))
    write_record(folder / _FILE, record)
