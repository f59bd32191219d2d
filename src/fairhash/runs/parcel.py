# SPDX-License-Identifier: Apache-2.0
"""A job as bytes that need no shared disk: sources, libraries and netlists travel as their contents, not as names."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.errors import FairhashError
from fairhash.runs.elaboration import Elaboration
from fairhash.runs.flow import Flow
from fairhash.runs.run_keys import RunKeys
from fairhash.runs.stages import Job, cycles_job, netlist_job, placement_job, synthesis_job
from fairhash.runs.store import Store
from fairhash.runs.workspace import Workspace
from fairhash.targets.design import Design


@dataclass(frozen=True)
class Parcel:
    """What a machine needs to make one outcome, besides FairHash and the tools."""

    stage: str
    key: str
    """The outcome's; who unpacks the parcel must come to the same."""
    core: Core
    target: Target
    recipe: Recipe
    elaboration: Elaboration
    seed: int
    sources: Mapping[str, bytes]
    """The core's VHDL by name below rtl/."""
    liberty: Mapping[str, bytes]
    """The library's files by name."""
    synthesis: bytes | None
    """The netlist's folder, where the stage begins with one."""
    flow: Callable[[], Flow]

    def write(self) -> bytes:
        """For the journey."""
        return pickle.dumps(self)

    def job(self, folder: Path) -> Job[Any]:
        """The same job here, its files below `folder`; a FairhashError where it would be another outcome."""
        rtl = folder / "rtl"
        for name, content in self.sources.items():
            _put(rtl / name, content)
        core = self.core.model_copy(update={"source": rtl / self.core.family / "cores.toml"})
        target = self.target
        if isinstance(target, CellLibrary):
            for name, content in self.liberty.items():
                _put(folder / "liberty" / name, content)
            target = target.model_copy(update={"liberty": tuple(folder / "liberty" / name for name in self.liberty)})
        workspace = Workspace(store=Store(folder / "store"), flow=self.flow())
        design = Design(core, target, self.recipe, Workspace(flow=self.flow()).tool_builds(target))
        keys = RunKeys(design, self.elaboration)
        job: Job[Any] = synthesis_job(keys, workspace.flow)
        if self.synthesis is not None:
            unpack(self.synthesis, workspace.store.place("synthesis", keys.synthesis))
            record = workspace.store.load("synthesis", keys.synthesis, job.kind)
            if record is None:
                raise FairhashError("a netlist was damaged on the way to the worker", core.name, "run the same again")
            checks = self.stage == "netlist"
            after = netlist_job(keys, workspace.flow, record) if checks else None
            job = after or placement_job(keys, workspace.flow, record, self.seed)
        elif self.stage == "cycles":
            job = cycles_job(keys, workspace.flow)
        if job.key != self.key:
            raise FairhashError(
                "a worker has another FairHash or other tools than this machine",
                json.dumps(dict(design.builds)),
                "set up the same version on both (docs/clusters.md)",
            )
        return job


def pack_job(job: Job[Any], store: Store, flow: Callable[[], Flow]) -> Parcel:
    """What `job` needs, read from this machine's disk."""
    core, target = job.keys.design.core, job.keys.design.target
    if core.external:
        raise FairhashError(
            f"{core.name} is none of the catalogue, and only those travel", core.user_name, "leave --scheduler out"
        )
    liberty = target.liberty if isinstance(target, CellLibrary) else ()
    return Parcel(
        stage=job.stage,
        key=job.key,
        core=core,
        target=target,
        recipe=job.keys.design.recipe,
        elaboration=job.keys.elaboration,
        seed=job.seed,
        sources={name: file.read_bytes() for name, file in core.sources},
        liberty={file.name: file.read_bytes() for file in map(Path, liberty)},
        synthesis=pack(store.place("synthesis", job.keys.synthesis)) if job.after_synthesis else None,
        flow=flow,
    )


def pack(folder: Path) -> bytes:
    """A folder's files, compressed: netlists shrink to a tenth."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder))
    return stream.getvalue()


def unpack(packed: bytes, folder: Path) -> None:
    """The files again, below `folder` and nowhere else."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder)


def _put(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
