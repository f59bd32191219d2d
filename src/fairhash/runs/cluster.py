# SPDX-License-Identifier: Apache-2.0
"""Jobs on the workers of a Dask scheduler. The store stays here: who makes an outcome is chosen as on one machine."""

import logging
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fairhash.errors import FairhashError
from fairhash.runs import remote
from fairhash.runs.flow import Flow, real_flow
from fairhash.runs.parcel import pack_job, unpack
from fairhash.runs.stages import Job
from fairhash.runs.store import Interrupted, Store
from fairhash.toolchain.tools import ToolKilled

_CONNECT_S = 20
_LOOK_S = 0.2
_LEAST_AHEAD = 16
_AHEAD = 2
"""Jobs sent for each thread of the workers, so that none waits for us, and at least so many, as workers may join."""


class Cluster:
    """A connection to a scheduler; `with Cluster(address) as cluster: ...`."""

    def __init__(self, address: str, flow: Callable[[], Flow] = real_flow) -> None:
        self.address = address
        self._flow = flow

    def __enter__(self) -> "Cluster":
        try:
            from distributed import Client  # noqa: PLC0415 - slow to import, and only clusters need it
        except ImportError as error:
            raise FairhashError("the package distributed is not installed", "", "run ./run --setup") from error
        # what it has to say of lost workers is no more than that the jobs are done elsewhere
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            connect: Any = Client
            self._client = connect(self.address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise FairhashError(
                f"no Dask scheduler answers: {' '.join(str(error).split())[:200]}", self.address, "see docs/clusters.md"
            ) from error
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    @property
    def ahead(self) -> int:
        """How many jobs to send at a time."""
        threads: dict[str, int] = self._client.nthreads()
        return max(_LEAST_AHEAD, _AHEAD * sum(threads.values()))

    def make(self, job: Job[Any], folder: Path, store: Store, stop: threading.Event) -> Any:
        """The outcome of `job`, made on a worker; its files come into `folder`.

        If the worker dies another begins anew.
        """
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - as above

        over = threading.Event()
        name = f"fairhash-{job.stage}-{job.key[:12]}-{uuid.uuid4().hex[:8]}"
        future = self._client.submit(remote.run, pack_job(job, store, self._flow).write(), key=name, pure=False)
        future.add_done_callback(lambda _future: over.set())
        try:
            while not over.wait(_LOOK_S):
                if stop.is_set():
                    raise Interrupted
            answer: remote.Answer = future.result()
        except KilledWorker as error:
            raise ToolKilled("every worker that began it died", job.name, "look at the workers' logs") from error
        except CancelledError as error:
            raise FairhashError("the scheduler was lost", self.address, "start it and call the same again") from error
        finally:
            future.release()
        if answer.error:
            raise answer.error
        unpack(answer.folder, folder)
        return Store.read(folder, job.kind)
