# SPDX-License-Identifier: Apache-2.0
"""Runs jobs on the workers of a Dask scheduler. The store and its locks stay on this machine."""

import logging
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.bench import remote
from fairhash.bench.jobs import Job
from fairhash.bench.parcel import pack_job, unpack
from fairhash.bench.store import Interrupted, Store
from fairhash.catalog.target import Target
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import TargetKind
from fairhash.toolchain.tools import ToolKilled

_CONNECT_S = 20
_POLL_S = 0.2
_MIN_JOBS = 16
"""Jobs sent at least, because more workers may join later."""
_JOBS_PER_THREAD = 2
"""Jobs sent for each thread of the workers, so that none is idle between two jobs."""


class Cluster:
    """A connection to a scheduler; `with Cluster(address) as cluster: ...`."""

    def __init__(self, address: str, kind_of: Callable[[Target], TargetKind[Any]] = kind_of) -> None:
        self.address = address
        self._kind_of = kind_of

    def __enter__(self) -> "Cluster":
        try:
            from distributed import Client  # noqa: PLC0415 - slow to import, and only clusters need it
            from distributed.comm.addressing import get_address_host_port  # noqa: PLC0415 - as above
        except ImportError as error:
            raise FairhashError("the package distributed is not installed", "", "run ./run --setup") from error
        # its warnings about lost workers need no action: their jobs run on other workers
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            connect: Any = Client
            # a client with a wrong address keeps a thread that delays the end of the process by a minute
            get_address_host_port(self.address)
            self._client = connect(self.address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise FairhashError(
                f"no Dask scheduler answers: {' '.join(str(error).split())[:200]}", self.address, "see docs/clusters.md"
            ) from error
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    @property
    def parallel_jobs(self) -> int:
        """How many jobs to send to the scheduler at the same time."""
        threads: dict[str, int] = self._client.nthreads()
        return max(_MIN_JOBS, _JOBS_PER_THREAD * sum(threads.values()))

    def run_job(self, job: Job[Any], folder: Path, store: Store, stop: threading.Event) -> Any:
        """Run `job` on a worker; if the worker dies, another one starts it again.

        Args:
            job: The job.
            folder: Where the files of the outcome are unpacked.
            store: The store that holds the netlist, if the job needs one.
            stop: Set to interrupt.

        Returns:
            The outcome.
        """
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - as above

        finished = threading.Event()
        name = f"fairhash-{job.stage}-{job.key[:12]}-{uuid.uuid4().hex[:8]}"
        future = self._client.submit(remote.run, pack_job(job, store, self._kind_of).to_bytes(), key=name, pure=False)
        future.add_done_callback(lambda _future: finished.set())
        try:
            while not finished.wait(_POLL_S):
                if stop.is_set():
                    raise Interrupted
            answer: remote.RemoteAnswer = future.result()
        except KilledWorker as error:
            raise ToolKilled("every worker that started the job died", job.name, "look at the workers' logs") from error
        except CancelledError as error:
            raise FairhashError(
                "the connection to the scheduler was lost", self.address, "start it and run the same command again"
            ) from error
        finally:
            future.release()
        if answer.error:
            raise answer.error
        unpack(answer.folder, folder)
        return Store.read(folder, job.outcome_type)
