# SPDX-License-Identifier: Apache-2.0
"""What the tables rest on tells which results are of sources that were edited since."""

from pathlib import Path

from fairhash.analysis.papers.paper_a import basis
from fairhash.analysis.papers.paper_a.ours import Ours
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.jobs.keys import source_digest
from tests.analysis.papers.paper_a.runs import VENDORS, by, several

CORES = ("sha-512", "jh-512")


def copied(core: Core, home: Path) -> Core:
    """The same core with its sources in another folder, free to be edited."""
    for name, file in core.sources:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(file.read_bytes())
    moved = core.model_copy(update={"source": home / core.source.parent.name / core.source.name})
    assert all(file.is_relative_to(home) for _, file in moved.sources)
    return moved


def test_an_edited_source_is_told(tmp_path: Path) -> None:
    cores = [copied(find_core(f"{name}/highspeed"), tmp_path / name) for name in CORES]
    runs = [
        run
        for core in cores
        for run in several(core.algorithm, (100, 101, 102), 1000, source_digest=source_digest(core))
    ]
    before = basis.table(Ours.of(runs, cores, VENDORS))
    assert by(before, "ecp5-85k-8")["cores_of_earlier_sources"] == 0
    assert "edited" not in before.notes[0]
    _, last = cores[1].sources[-1]
    last.write_text(last.read_text(encoding="utf-8") + "\n-- edited\n", encoding="utf-8")
    after = basis.table(Ours.of(runs, cores, VENDORS))
    assert by(after, "ecp5-85k-8")["cores_of_earlier_sources"] == 1
    assert after.notes[0].endswith("last edited: ecp5-85k-8: jh-512.")
