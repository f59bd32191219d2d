# SPDX-License-Identifier: Apache-2.0
"""Checks what is stored: outcomes, simulator builds, the committed results and the user's own (docs/results.md)."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.bench.store import Store
from fairhash.features.clock.record import CLOCKS
from fairhash.features.components.record import read_checks
from fairhash.features.ladder.record import LadderFolder
from fairhash.features.mutants.record import MutantsFolder
from fairhash.features.nist.record import NIST_OUTCOMES
from fairhash.features.padding.record import read_costs
from fairhash.features.proofs.record import outcome_folder
from fairhash.features.split_area.record import read_splits
from fairhash.figures.release_figures import read_releases
from fairhash.results import Result
from fairhash.results.accelerator_areas import read_accelerator_areas
from fairhash.results.export import read_json_lines
from fairhash.results.machine_runs import INTERFACES, read_machine_runs
from fairhash.results.results_folder import is_as_written
from fairhash.results.software_speed import read_software_speeds
from fairhash.results.synthesis_counts import read_counts
from fairhash.results.system_folder import grid_file

_GIT_LIMIT_S = 60
_COMMITTED_FIX = "restore the line from the repository"
_OWN_FIX = "delete the line; the command that measured it adds it again from the store"
_FILE_FIX = "restore it, or delete it: the commands that measured its results add them again from the store"
_MAY_CHANGE = {"stale", "bench_commit"}
"""Fields of a result that change without a new run: when a newer run makes it stale."""


@dataclass(frozen=True)
class Damage:
    """One damaged outcome, simulator build or file of results."""

    part: Literal["store", "builds", "results"]
    where: str
    problem: str
    fix: str


@dataclass(frozen=True)
class Checked:
    """How many outcomes, simulator builds and files were checked, and the damage found."""

    outcomes: int
    builds: int
    files: int
    damages: tuple[Damage, ...]
    changed: tuple[str, ...]
    """Committed files of results that were changed since, which is no damage: results of new runs are added to them."""


def check_everything(store: Store, builds: Path, committed: Path, own: Path, *, delete: bool = False) -> Checked:
    """Check the store, the simulator builds and the two folders of results.

    Args:
        store: The store of outcomes.
        builds: The folder of simulator builds.
        committed: The folder of committed results.
        own: The folder of the user's own results.
        delete: Whether to delete damaged outcomes and builds, which are made again when needed.
    """
    outcomes = list(_outcome_folders(store))
    damaged = [folder for folder in outcomes if not files.is_intact(folder)]
    damages = [_folder_damage("store", folder) for folder in damaged]
    for folder in damaged if delete else ():
        store.discard(folder.parents[1].name, folder.name)
    folders = sorted(path for path in builds.glob("[!.]*") if path.is_dir())
    damaged = [folder for folder in folders if not files.is_intact(folder)]
    damages += [_folder_damage("builds", folder) for folder in damaged]
    for folder in damaged if delete else ():
        shutil.rmtree(folder, ignore_errors=True)
    checked_files = 0
    for folder, fix in ((committed, _COMMITTED_FIX), (own, _OWN_FIX)):
        found = sorted(file for file in folder.rglob("*") if file.suffix in {".json", ".jsonl"})
        damages += [damage for file in found for damage in _check_file(folder, file, fix)]
        checked_files += len(found)
    changed = [line[3:] for line in _git(committed, "status", "--porcelain", "--", ".").splitlines()]
    return Checked(len(outcomes), len(folders), checked_files, tuple(damages), tuple(changed))


def _outcome_folders(store: Store) -> Iterator[Path]:
    """The folder of every stored outcome, finished or damaged."""
    for stage in sorted(store.folder.glob("*")):
        if stage.name != "running":
            yield from sorted(path for path in stage.glob("[0-9a-f][0-9a-f]/*") if path.is_dir())


def _folder_damage(part: Literal["store", "builds"], folder: Path) -> Damage:
    fix = "it is made again when it is needed, or delete it now with --delete"
    return Damage(part, str(folder), "a file differs from its digest in SHA256SUMS", fix)


def _check_file(folder: Path, file: Path, fix: str) -> Iterator[Damage]:
    return _check_result_file(folder, file, fix) if file.suffix == ".jsonl" else _check_json(folder, file)


def _check_json(folder: Path, file: Path) -> Iterator[Damage]:
    """Read a file as the commands do that use it; one without a reader must be JSON."""
    path, name = file.parent, file.stem
    readers: dict[str, Callable[[], object]] = {
        "accelerators": lambda: read_accelerator_areas(folder, name),
        "clock": lambda: CLOCKS.read(path, name),
        "components": lambda: read_checks(folder, name),
        "interface": lambda: INTERFACES.read(path, name),
        "ladder": lambda: LadderFolder(path).read(name),
        "mutants": lambda: MutantsFolder(path).reports.read(name),
        "nist": lambda: NIST_OUTCOMES.read(path, name),
        "padding": lambda: read_costs(folder, name),
        "proofs": lambda: outcome_folder(path).read(name),
        "releases": lambda: read_releases(path),
        "synthesis": lambda: read_counts(path),
        "synthesis/split": lambda: read_splits(path),
        "system": lambda: read_machine_runs(file) if file == grid_file(folder) else read_software_speeds(file),
    }
    kind = path.relative_to(folder).as_posix()
    fix = "restore it from the repository: git checkout -- FILE"
    try:
        json.loads(files.read_text(file))
        readers.get(kind, lambda: None)()
    except FairhashError as error:
        yield Damage("results", error.where or str(file), error.what, fix)
    except (ValueError, RecursionError) as error:
        yield Damage("results", str(file), f"not JSON: {error}", fix)


def _check_result_file(folder: Path, file: Path, fix: str) -> Iterator[Damage]:
    if not is_as_written(file):
        yield Damage("results", str(file), "the file is not as it was written", _FILE_FIX)
    try:
        results = read_json_lines(file)
    except FairhashError as error:
        yield Damage("results", error.where, error.what, fix)
        return
    committed = _committed(file)
    seen: set[str] = set()
    for number, result in enumerate(results, 1):
        where = f"{file}:{number}"
        if result.key in seen:
            yield Damage("results", where, f"the key {result.key[:12]} occurs twice", fix)
        seen.add(result.key)
        if file.parent == folder and result.device != file.stem:
            yield Damage("results", where, f"a result on {result.device} in the file of {file.stem}", fix)
        other = committed.get(result.key)
        if other is not None and other.date == result.date and (fields := _different(result, other)):
            what = f"{', '.join(fields)} of {result.core}, seed {result.seed}, are not those of the commit"
            yield Damage("results", where, what, fix)


def _different(one: Result, other: Result) -> list[str]:
    """The fields in which two results of one run, made at the same second, differ."""
    return [
        name for name in Result.model_fields if name not in _MAY_CHANGE and getattr(one, name) != getattr(other, name)
    ]


def _committed(file: Path) -> dict[str, Result]:
    """The results in the committed version of a file, by key; none outside a repository."""
    lines = _git(file.parent, "show", f"HEAD:./{file.name}").splitlines()
    try:
        results = [Result.model_validate_json(line) for line in lines if line.strip()]
    except ValidationError:
        return {}
    return {result.key: result for result in results}


def _git(folder: Path, *arguments: str) -> str:
    """Output of git in `folder`; empty if it fails."""
    try:
        process = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_GIT_LIMIT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return process.stdout if process.returncode == 0 else ""
