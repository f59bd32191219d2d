# SPDX-License-Identifier: Apache-2.0
"""The process that runs the job of one parcel: python -m fairhash.bench.remote_process FOLDER, used by remote.run()."""

import pickle
import sys
import threading
import traceback
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.bench.jobs import UNREADABLE_OUTPUT_ERRORS
from fairhash.bench.parcel import Parcel, pack
from fairhash.bench.remote import RemoteAnswer
from fairhash.bench.store import Store


def answer(folder: Path) -> RemoteAnswer:
    """Run the job of the parcel in the file `folder`/parcel."""
    parcel: Parcel = pickle.loads((folder / "parcel").read_bytes())
    try:
        job = parcel.job(folder)
        store = Store(folder / "store")
        store.get_or_make(job.stage, job.key, job.outcome_type, job.work, threading.Event())
        return RemoteAnswer(folder=pack(store.path(job.stage, job.key)))
    except FairhashError as error:
        return RemoteAnswer(error=error)
    except Exception as error:
        # the error itself may not be serialisable
        kind = ValueError if isinstance(error, UNREADABLE_OUTPUT_ERRORS) else RuntimeError
        return RemoteAnswer(error=kind(f"{type(error).__name__}: {error}\n{traceback.format_exc()}"))


if __name__ == "__main__":
    folder_argument = Path(sys.argv[1])
    (folder_argument / "answer.new").write_bytes(pickle.dumps(answer(folder_argument)))
    (folder_argument / "answer.new").rename(folder_argument / "answer")
