# SPDX-License-Identifier: Apache-2.0
"""A folder of outcomes found by the digest of everything that made them; each is made once, whole or not at all.

store/<stage>/<2 digits>/<key>/outcome.json and whatever files the stage left
store/<stage>/<2 digits>/<key>/SHA256SUMS    of those files, as sha256sum writes it
store/<stage>/<2 digits>/<key>.lock          held by the one who makes it
store/running/<key>-<random>/                work in progress, moved into place when done
"""

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from fairhash import paths
from fairhash.errors import FairhashError
from fairhash.results import files

T = TypeVar("T")

_FOLDER = "${FOLDER}"
"""Stands for the outcome's own folder in outcome.json, so that a store can be moved."""

_FULL_BELOW_BYTES = 32 << 20
"""With less room than this a tool's failure says more about the disk than about the core."""

_SUMS = "SHA256SUMS"
_OUTCOME = "outcome.json"

_REFUSED = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR}


class Interrupted(Exception):
    """The sweep was told to stop; nothing is stored."""


class Store:
    """Outcomes are dataclasses or pydantic models, kept as JSON."""

    def __init__(self, folder: Path | None = None) -> None:
        # the tools' runners resolve links in the names of files they leave, which must be those of this folder
        self.folder = (folder or paths.build() / "store").resolve()

    def load(self, stage: str, key: str, kind: type[T]) -> T | None:
        """The outcome if it was made before; None for one that is damaged or cannot be read any more."""
        place = self.place(stage, key)
        try:
            if not _outcome_is_whole(place):
                return None
            return self.read(place, kind)
        except (OSError, UnicodeDecodeError, ValidationError):
            return None

    @staticmethod
    def read(place: Path, kind: type[T]) -> T:
        """The outcome in a folder, wherever that is."""
        text = (place / _OUTCOME).read_bytes().decode("utf-8")
        return TypeAdapter(kind).validate_json(text.replace(_FOLDER, _quoted(place)))

    def make(
        self, stage: str, key: str, kind: type[T], work: Callable[[Path], T], stop: threading.Event
    ) -> tuple[T, bool]:
        """The outcome, and whether `work` was run for it in a new folder it is given.

        Waits while someone else makes the same. An exception from `work` leaves nothing behind.
        """
        place = self.place(stage, key)
        with _refusals(place), self._lock(place, stop):
            known = self.load(stage, key, kind)
            if known is not None:
                return known, False
            folder = self._new_folder(key)
            try:
                outcome = work(folder)
                if stop.is_set():
                    raise Interrupted
                self._demand_room()
                text = TypeAdapter(kind).dump_json(outcome, indent=1).decode("utf-8")
                files.write_text(folder / _OUTCOME, text.replace(_quoted(folder), _FOLDER))
                files.write_text(folder / _SUMS, _sums(folder))
                if place.exists():
                    shutil.rmtree(place)
                folder.rename(place)
            except BaseException as error:
                try:
                    # whatever went wrong on a full disk, the disk is what the user must hear of
                    if not isinstance(error, FairhashError | Interrupted | OSError) and isinstance(error, Exception):
                        self._demand_room()
                finally:
                    shutil.rmtree(folder, ignore_errors=True)
                raise
        made = self.load(stage, key, kind)
        if made is None:
            raise RuntimeError(f"an outcome of {stage} does not survive being stored: {outcome!r}")
        return made, True

    def has(self, stage: str, key: str) -> bool:
        """Whether there is an outcome, readable or not; at once."""
        return (self.place(stage, key) / _OUTCOME).is_file()

    def whole(self, stage: str, key: str) -> bool:
        """Whether all files of an outcome are as they were stored."""
        place = self.place(stage, key)
        try:
            return (place / _SUMS).read_bytes().decode("utf-8", "replace") == _sums(place)
        except OSError:
            return False

    def forget(self, stage: str, key: str) -> None:
        """Make it anew next time."""
        shutil.rmtree(self.place(stage, key), ignore_errors=True)

    def place(self, stage: str, key: str) -> Path:
        """The folder of an outcome, made or not."""
        return self.folder / stage / key[:2] / key

    def _new_folder(self, key: str) -> Path:
        running = self.folder / "running"
        running.mkdir(parents=True, exist_ok=True)
        # we hold the lock: what lies here under this key belongs to someone who died
        for left in running.glob(f"{key}-*"):
            shutil.rmtree(left, ignore_errors=True)
        return Path(tempfile.mkdtemp(prefix=f"{key}-", dir=running))

    def _demand_room(self) -> None:
        if shutil.disk_usage(self.folder).free < _FULL_BELOW_BYTES:
            raise FairhashError("the disk is full; the run is not counted", str(self.folder), files.HINT)

    @contextlib.contextmanager
    def _lock(self, place: Path, stop: threading.Event) -> Iterator[None]:
        """One maker at a time among threads and processes; the system frees it when its holder dies."""
        place.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(place.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, 0o644)
        try:
            while True:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if stop.wait(0.1):
                        raise Interrupted from None
            yield
        finally:
            os.close(handle)


def _sums(folder: Path) -> str:
    """Digests of all files in `folder` but the list of digests itself, as sha256sum writes them."""
    names = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    digests = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names if name != _SUMS}
    return "".join(f"{digest}  {name}\n" for name, digest in digests.items())


def _outcome_is_whole(folder: Path) -> bool:
    """Whether outcome.json has the digest that was stored with it; the other files are checked before they are used."""
    stored = (folder / _SUMS).read_text(encoding="utf-8", errors="replace")
    digest = hashlib.sha256((folder / _OUTCOME).read_bytes()).hexdigest()
    return f"{digest}  {_OUTCOME}" in stored.splitlines()


def _quoted(path: Path) -> str:
    """A path as it appears inside a JSON text."""
    return json.dumps(str(path), ensure_ascii=False)[1:-1]


@contextlib.contextmanager
def _refusals(place: Path) -> Iterator[None]:
    """The system's refusals are the user's to fix; any other error of the system is ours."""
    try:
        yield
    except OSError as error:
        if error.errno not in _REFUSED:
            raise
        raise FairhashError(
            f"cannot write to the store: {error.strerror}", str(error.filename or place), files.HINT
        ) from error
