# SPDX-License-Identifier: Apache-2.0
"""Measures hash functions in software, from memory and from files; and what the computer says about itself."""

import hashlib
import os
import platform
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.files import one_line_errors
from fairhash.bench.record import bench_commit, machine
from fairhash.models.bench.loops import openssl_version
from fairhash.models.bench.speeds import Effort, calls_per_sample, setting
from fairhash.models.bench.system_loops import HashFunction, Hashing, Messages, Padding, Times
from fairhash.models.hashing import hash_bits
from fairhash.results.software_speed import Quartiles, SoftwareMachine, SoftwareSpeed, SoftwareSpeeds
from fairhash.studies.system.software_cases import SoftwareCase, SoftwareGroup

IN_MEMORY = ("tmpfs", "ramfs")
"""File systems without a disk."""


def memory() -> str:
    """Size of the main memory; its type is not readable without administrator rights."""
    match = re.search(r"^MemTotal:\s*(\d+) kB", _text(Path("/proc/meminfo")), re.MULTILINE)
    return f"{int(match[1]) / 2**20:.1f} GiB" if match else "unknown"


def file_system(folder: Path) -> str:
    """Type of the file system that holds a folder, e.g. ``ext4``."""
    device = folder.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    types = [
        line.rpartition(" - ")[2].split()[0]
        for line in _text(Path("/proc/self/mountinfo")).splitlines()
        if line.split()[2] == number
    ]
    return types[0] if types else "unknown"


def disk(folder: Path) -> str:
    """Name, model, size and kind of the disk that holds a folder, and the file system."""
    device = folder.stat().st_dev
    block = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}")
    kind = file_system(folder)
    if not block.exists():
        return kind
    block = block.resolve()
    whole = block.parent if (block / "partition").exists() else block
    model = _text(whole / "device" / "model").strip()
    sectors = _text(whole / "size").strip()
    rotational = _text(whole / "queue" / "rotational").strip()
    parts = [
        whole.name,
        model,
        f"{int(sectors) * 512 / 1e9:.0f} GB" if sectors else "",
        {"0": "not rotational", "1": "rotational as the kernel reports"}.get(rotational, ""),
        kind,
    ]
    return ", ".join(part for part in parts if part)


def software_machine(folder: Path | None, load_before: float, load_after: float) -> SoftwareMachine:
    """Return the machine and the conditions of a measurement.

    Args:
        folder: where the measured files are; None if there are none.
        load_before: Load average when the measurement began.
        load_after: Load average now.
    """
    computer, conditions = machine(), setting(openssl_version())
    return SoftwareMachine(
        cpu=computer.cpu_model,
        processors=computer.cores,
        memory=memory(),
        disk=disk(folder) if folder else "",
        os=computer.os,
        kernel=platform.release(),
        compiler=conditions.compiler,
        flags=conditions.flags,
        cpu_features=conditions.cpu_features,
        openssl=conditions.openssl,
        load_before=load_before,
        load_after=load_after,
    )


def machine_name() -> str:
    """Default name of the file of results: processor model and number of processors."""
    computer = machine()
    words = re.sub(r"\((R|TM)\)", "", computer.cpu_model, flags=re.IGNORECASE).lower()
    return f"{re.sub(r'[^a-z0-9]+', '-', words).strip('-')}-x{computer.cores}"


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


THOROUGH = Effort(0.0005, 31)
"""Samples are shorter than the scheduler's time slices, so most are not interrupted on a loaded machine."""
QUICK = Effort(0.0002, 5)

Progress = Callable[[str, int, int], None]
"""Called before each group with its name and the numbers of finished and of all groups."""


class SoftwareMeasurement:
    """A measurement in progress. Finished rows stay in `rows` when it is interrupted."""

    def __init__(self, effort: Effort, folder: Path | None = None) -> None:
        """Start.

        Args:
            effort: Length and number of the samples.
            folder: Where the files of messages are written; default: build/.

        Raises:
            FairhashError: the folder is not on a disk.
        """
        self.rows: list[SoftwareSpeed] = []
        self._effort = effort
        self._folder = folder or paths.build()
        self._padding: dict[tuple[str, int], Quartiles] = {}
        self._started = time.monotonic()
        self._load = os.getloadavg()[0]
        self._has_files = False

    def run(self, groups: Sequence[SoftwareGroup], progress: Progress | None = None) -> None:
        """Measure groups; those that were finished before an exception are in `rows`."""
        for number, group in enumerate(groups):
            if progress:
                progress(f"{group.message_bytes} bytes, {_source_name(group)}", number, len(groups))
            self.rows += self._group(group)

    def speeds(self, name: str, *, complete: bool) -> SoftwareSpeeds:
        """Return the rows so far with the machine's facts.

        Args:
            name: Name of the machine.
            complete: Whether nothing was interrupted.
        """
        return SoftwareSpeeds(
            name=name,
            machine=software_machine(self._folder if self._has_files else None, self._load, os.getloadavg()[0]),
            commit=bench_commit(),
            date=datetime.now(UTC).replace(microsecond=0),
            seconds=round(time.monotonic() - self._started, 1),
            complete=complete,
            rows=tuple(self.rows),
        )

    def _group(self, group: SoftwareGroup) -> list[SoftwareSpeed]:
        data = [_message(number, group.message_bytes) for number in range(group.most_messages)]
        with self._files(group, data) as files:
            direct = group.cache == "direct"
            prepared: list[tuple[SoftwareCase, Messages, Hashing]] = []
            for case in group.cases:
                count = case.messages(group.source)
                messages = Messages(data[:count], files[:count])
                hashing = Hashing(case.function, messages, case.threads, lanes=case.lanes, direct=direct)
                hashing.run(1)
                _check_digests(case.function, data[:count], hashing.digests())
                prepared.append((case, messages, hashing))
            passes = [
                1 if group.cache == "dropped" else _passes(hashing.run, self._effort.sample_s)
                for _, _, hashing in prepared
            ]
            samples: list[list[Times]] = [[] for _ in prepared]
            for _ in range(self._effort.repetitions):
                for number, (_, messages, hashing) in enumerate(prepared):
                    if group.cache == "dropped":
                        messages.drop()
                    samples[number].append(hashing.run(passes[number]))
        return [self._row(group, case, passes[number], samples[number]) for number, (case, _, _) in enumerate(prepared)]

    def _row(self, group: SoftwareGroup, case: SoftwareCase, passes: int, samples: Sequence[Times]) -> SoftwareSpeed:
        messages = case.messages(group.source)
        hashed = messages * group.message_bytes * passes
        from_disk = group.source == "disk"
        return SoftwareSpeed(
            function=case.function.name,
            source=group.source,
            cache=group.cache,
            messages=messages,
            multiplicity="many" if case.many else "one",
            threads=case.threads,
            lanes=case.lanes,
            message_bytes=group.message_bytes,
            ns_per_byte=_quartiles(one.total / hashed for one in samples),
            read_ns_per_byte=_quartiles(one.read / case.threads / hashed for one in samples) if from_disk else None,
            cpu_ns_per_byte=_quartiles(one.cpu / hashed for one in samples),
            pad_ns=None if from_disk or case.many else self._pad(case.function, group.message_bytes),
            samples=len(samples),
            passes=passes,
        )

    def _pad(self, function: HashFunction, message_bytes: int) -> Quartiles | None:
        if function.algorithm is None:
            return None
        key = function.name, message_bytes
        if key not in self._padding:
            padding = Padding(function.algorithm, _message(0, message_bytes))
            passes = _passes(padding.run, self._effort.sample_s)
            self._padding[key] = _quartiles(padding.run(passes).total / passes for _ in range(self._effort.repetitions))
        return self._padding[key]

    @contextmanager
    def _files(self, group: SoftwareGroup, data: Sequence[bytes]) -> Iterator[list[Path]]:
        if group.source == "memory":
            yield []
            return
        self._has_files = True
        with one_line_errors("cannot write files of messages", self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            if file_system(self._folder) in IN_MEMORY:
                what = f"a folder on {file_system(self._folder)} is not on a disk"
                raise FairhashError(what, str(self._folder), "choose another one with --folder")
            with tempfile.TemporaryDirectory(prefix=".messages.", dir=self._folder) as name:
                files = [Path(name) / f"{number}" for number in range(len(data))]
                for file, message in zip(files, data, strict=True):
                    with file.open("wb") as stream:
                        stream.write(message)
                        os.fsync(stream.fileno())
                yield files


def _source_name(group: SoftwareGroup) -> str:
    return "memory" if group.source == "memory" else f"disk, cache {group.cache}"


def _message(number: int, message_bytes: int) -> bytes:
    return hashlib.shake_128(f"system-measure-{number}".encode()).digest(message_bytes)


def _quartiles(values: Iterable[float]) -> Quartiles:
    numbers = list(values)
    low, middle, high = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else numbers * 3
    least, lower, middle, upper = (float(f"{value:.5g}") for value in (min(numbers), low, middle, high))
    return Quartiles(least=least, lower=lower, median=middle, upper=upper)


def _passes(run: Callable[[int], Times], sample_s: float) -> int:
    """Return the passes that take at least `sample_s` seconds of elapsed time."""
    return calls_per_sample(lambda passes: run(passes).total / 1e9, sample_s)


def _check_digests(function: HashFunction, data: Sequence[bytes], digests: Sequence[bytes]) -> None:
    """Compare with hashing without threads and lanes, and without files."""
    for message, digest in zip(data, digests, strict=True):
        if function.algorithm:
            expected = hash_bits(function.algorithm.id, message)
        else:
            expected = hashlib.new(function.openssl_name.lower().replace("sha2-256", "sha256"), message).digest()
        if digest != expected:
            raise FairhashError(f"a wrong digest of {len(message)} bytes", function.name, "run ./run --setup")
