# SPDX-License-Identifier: Apache-2.0
"""Makes the outcome of one parcel: python -m fairhash.runs.remote_process FOLDER, for remote.run()."""

import pickle
import sys
import threading
import traceback
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.runs.parcel import Parcel, pack
from fairhash.runs.remote import Answer
from fairhash.runs.stages import UNREADABLE_OUTPUT_ERRORS
from fairhash.runs.store import Store


def answer(folder: Path) -> Answer:
    """From FOLDER/parcel."""
    parcel: Parcel = pickle.loads((folder / "parcel").read_bytes())
    try:
        job = parcel.job(folder)
        store = Store(folder / "store")
        store.make(job.stage, job.key, job.kind, job.work, threading.Event())
        return Answer(folder=pack(store.place(job.stage, job.key)))
    except FairhashError as error:
        return Answer(error=error)
    except UNREADABLE_OUTPUT_ERRORS as error:
        # the error itself may not survive the journey
        return Answer(error=ValueError(f"{type(error).__name__}: {error}\n{traceback.format_exc()}"))


if __name__ == "__main__":
    place = Path(sys.argv[1])
    (place / "answer.new").write_bytes(pickle.dumps(answer(place)))
    (place / "answer.new").rename(place / "answer")
