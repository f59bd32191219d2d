# SPDX-License-Identifier: Apache-2.0
"""Parcels: jobs serialised for another machine, with the contents of all files they need; no shared disk is needed."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.bench.elaboration import Elaboration
from fairhash.bench.jobs import CyclesJob, Job, NetlistJob, PlacementJob, SynthesisJob
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.liberty import liberty_files
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.targets.target_kind import TargetKind


@dataclass(frozen=True)
class Parcel:
    """What another machine needs to run one job, in addition to FairHash and the tools."""

    stage: str
    key: str
    """Key of the outcome; the receiver computes it again and must get the same."""
    core: Core
    target: Target
    recipe: Recipe
    elaboration: Elaboration
    seed: int
    sources: Mapping[str, bytes]
    """Contents of the core's VHDL files, by path below rtl/."""
    liberty: Mapping[str, bytes]
    """Contents of the cell library's Liberty files, by name."""
    synthesis: bytes | None
    """The packed folder of the synthesis if the job needs a netlist, else None."""
    kind_of: Callable[[Target], TargetKind[Any]]
    """The kind of the target on the other machine."""

    def to_bytes(self) -> bytes:
        """The parcel, serialised."""
        return pickle.dumps(self)

    def job(self, folder: Path) -> Job[Any]:
        """Recreate the job on this machine.

        Args:
            folder: Where the files are unpacked.

        Raises:
            FairhashError: If the key differs, because FairHash or a tool has another version on this machine.
        """
        rtl = folder / "rtl"
        for name, content in self.sources.items():
            _write(rtl / name, content)
        core = self.core.model_copy(update={"source": rtl / self.core.family / "cores.toml"})
        target = self.target
        if isinstance(target, CellLibrary):
            for name, content in self.liberty.items():
                _write(folder / "liberty" / name, content)
            target = target.model_copy(
                update={"liberty": tuple(folder / "liberty" / name for name in self.liberty), "package": ""}
            )
        store = Store(folder / "store")
        design = Workspace(kind_of=self.kind_of).design(core, target, self.recipe)
        keys = RunKeys(design, self.elaboration)
        job: Job[Any] = SynthesisJob(keys)
        if self.synthesis is not None:
            unpack(self.synthesis, store.path("synthesis", keys.synthesis))
            record = store.load("synthesis", keys.synthesis, job.outcome_type)
            if record is None:
                raise FairhashError(
                    "a netlist was damaged during transfer to the worker", core.name, "run the same again"
                )
            job = NetlistJob(keys, record) if self.stage == "netlist" else PlacementJob(keys, record, self.seed)
        elif self.stage == "cycles":
            job = CyclesJob(keys)
        if job.key != self.key:
            raise FairhashError(
                "the worker has another version of FairHash or of a tool than the machine that sent the job",
                json.dumps(dict(design.builds)),
                "install the same versions on both (docs/clusters.md)",
            )
        return job


def pack_job(job: Job[Any], store: Store, kind_of: Callable[[Target], TargetKind[Any]]) -> Parcel:
    """The parcel of `job`; its files are read from this machine's disk. A FairhashError for an external core."""
    core, target = job.keys.design.core, job.keys.design.target
    if core.external:
        raise FairhashError(
            f"{core.name} is an external core; workers run only cores of the catalogue",
            core.user_name,
            "omit --scheduler",
        )
    liberty = liberty_files(target) if isinstance(target, CellLibrary) else ()
    return Parcel(
        stage=job.stage,
        key=job.key,
        core=core,
        target=target,
        recipe=job.keys.design.recipe,
        elaboration=job.keys.elaboration,
        seed=job.seed if isinstance(job, PlacementJob) else 0,
        sources={name: file.read_bytes() for name, file in core.sources},
        liberty={file.name: file.read_bytes() for file in liberty},
        synthesis=pack(store.path("synthesis", job.keys.synthesis)) if job.needs_netlist else None,
        kind_of=kind_of,
    )


def pack(folder: Path) -> bytes:
    """The files of a folder as a compressed archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder))
    return stream.getvalue()


def unpack(packed: bytes, folder: Path) -> None:
    """Extract the archive `packed` below `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder)


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
