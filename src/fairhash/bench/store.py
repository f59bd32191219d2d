# SPDX-License-Identifier: Apache-2.0
"""The store of outcomes: a folder for each outcome, named by its key. Outcomes are stored atomically.

store/<stage>/<2 digits>/<key>/outcome.json and the files that the stage wrote
store/<stage>/<2 digits>/<key>/SHA256SUMS    digests of those files in the format of sha256sum
store/<stage>/<2 digits>/<key>.lock          locked while the outcome is being made
store/running/<key>-<random>/                folder of a running job, renamed to its final path at the end
store/problems/<job>.txt                     traceback of a job that ended with an error

All files of an outcome are on the disk before the folder is renamed, and the rename is on the disk before the outcome
is returned.
"""

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError

T = TypeVar("T")

_FOLDER = "${FOLDER}"
"""Placeholder in outcome.json for the path of the outcome's folder, so that a store can be moved."""

_MIN_FREE_BYTES = 32 << 20
"""With less free disk space, a tool may have failed because of the disk; its outcome is not stored."""

_OUTCOME = "outcome.json"

_USER_ERRNOS = {
    errno.EIO,
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EROFS,
    errno.EACCES,
    errno.EPERM,
    errno.ENOTDIR,
}


class StoreError(FairhashError):
    """The store cannot be written, for example because the disk is full; does not depend on the job."""


class Interrupted(Exception):
    """The sweep was interrupted; the outcome is not stored."""


class Store:
    """Stores outcomes, which are dataclasses or pydantic models, as JSON."""

    def __init__(self, folder: Path | None = None) -> None:
        # runners of tools resolve symbolic links in the paths that they return; these must begin with this folder
        self.folder = (folder or paths.build() / "store").resolve()

    def load(self, stage: str, key: str, outcome_type: type[T]) -> T | None:
        """The stored outcome; None if there is none, or if it is damaged or of an old format."""
        path = self.path(stage, key)
        try:
            if not _outcome_is_intact(path):
                return None
            return self.read(path, outcome_type)
        except (OSError, UnicodeDecodeError, ValidationError):
            return None

    @staticmethod
    def read(path: Path, outcome_type: type[T]) -> T:
        """The outcome stored in the folder `path`."""
        text = (path / _OUTCOME).read_bytes().decode("utf-8")
        return TypeAdapter(outcome_type).validate_json(text.replace(_FOLDER, _quoted(path)))

    def get_or_make(
        self, stage: str, key: str, outcome_type: type[T], work: Callable[[Path], T], stop: threading.Event
    ) -> tuple[T, bool]:
        """Return the stored outcome, or make and store it; waits while another thread or process makes it.

        A stored outcome with a damaged file is made again.

        Args:
            stage: Name of the stage.
            key: Key of the outcome.
            outcome_type: Type of the outcome.
            work: Makes the outcome; is given a new folder for its files. If it raises, nothing is stored.
            stop: Set to interrupt.

        Returns:
            The outcome, and whether `work` was run.

        Raises:
            Interrupted: If `stop` is set.
            StoreError: If the store cannot be written.
        """
        path = self.path(stage, key)
        with _system_errors_reported(path), self._lock(path, stop):
            stored = self.load(stage, key, outcome_type)
            if stored is not None and self.is_intact(stage, key):
                return stored, False
            folder = self._new_folder(key)
            try:
                outcome = work(folder)
                if stop.is_set():
                    raise Interrupted
                self._require_free_space()
                text = TypeAdapter(outcome_type).dump_json(outcome, indent=1).decode("utf-8")
                (folder / _OUTCOME).write_text(text.replace(_quoted(folder), _FOLDER), encoding="utf-8")
                files.write_sums(folder)
                files.flush_tree(folder)
                if path.exists():
                    shutil.rmtree(path)
                folder.rename(path)
                files.flush(path.parent)
            except BaseException as error:
                try:
                    # on a full disk any error may follow from it: report the disk
                    if not isinstance(error, FairhashError | Interrupted | OSError) and isinstance(error, Exception):
                        self._require_free_space()
                finally:
                    shutil.rmtree(folder, ignore_errors=True)
                raise
        stored = self.load(stage, key, outcome_type)
        if stored is None:
            raise RuntimeError(f"an outcome of {stage} cannot be read after it was stored: {outcome!r}")
        return stored, True

    def has(self, stage: str, key: str) -> bool:
        """Whether an outcome is stored, readable or not; fast."""
        return (self.path(stage, key) / _OUTCOME).is_file()

    def is_intact(self, stage: str, key: str) -> bool:
        """Whether no file of a stored outcome has changed, by their digests."""
        return files.is_intact(self.path(stage, key))

    def discard(self, stage: str, key: str) -> None:
        """Delete a stored outcome, so that it is made again."""
        shutil.rmtree(self.path(stage, key), ignore_errors=True)

    def path(self, stage: str, key: str) -> Path:
        """The folder of an outcome, whether it exists or not."""
        return self.folder / stage / key[:2] / key

    def problem_file(self, name: str) -> Path:
        """Where the traceback of a job that ended with an error is written; `name` may have any characters."""
        return self.folder / "problems" / f"{re.sub('[^A-Za-z0-9.]+', '-', name)}.txt"

    def _new_folder(self, key: str) -> Path:
        running = self.folder / "running"
        files.make_folder(running)
        # this process holds the lock, so folders with this key were left by a process that died
        for leftover in running.glob(f"{key}-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        return Path(tempfile.mkdtemp(prefix=f"{key}-", dir=running))

    def _require_free_space(self) -> None:
        if shutil.disk_usage(self.folder).free < _MIN_FREE_BYTES:
            raise StoreError("the disk is full; the outcome is not stored", str(self.folder), files.HINT)

    @contextlib.contextmanager
    def _lock(self, path: Path, stop: threading.Event) -> Iterator[None]:
        """Lock one outcome among threads and processes; the system releases the lock if the process dies."""
        files.make_folder(path.parent)
        handle = os.open(path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, 0o644)
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


def _outcome_is_intact(folder: Path) -> bool:
    """Whether outcome.json has its stored digest; the other files are checked before they are used."""
    stored = (folder / files.SUMS).read_text(encoding="utf-8", errors="replace")
    digest = hashlib.sha256((folder / _OUTCOME).read_bytes()).hexdigest()
    return f"{digest}  {_OUTCOME}" in stored.splitlines()


def _quoted(path: Path) -> str:
    """A path, escaped as inside a JSON string."""
    return json.dumps(str(path), ensure_ascii=False)[1:-1]


@contextlib.contextmanager
def _system_errors_reported(path: Path) -> Iterator[None]:
    """Turn errors that the user can fix, such as a full disk, into FairhashError; other errors are bugs and pass."""
    try:
        yield
    except OSError as error:
        if error.errno not in _USER_ERRNOS:
            raise
        raise StoreError(
            f"cannot write to the store: {error.strerror}", str(error.filename or path), files.HINT
        ) from error
