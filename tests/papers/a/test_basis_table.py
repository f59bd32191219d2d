# SPDX-License-Identifier: Apache-2.0
"""What the tables rest on tells which results are of sources that were edited since."""

from pathlib import Path
from shutil import copytree

from fairhash.catalog.cores import find_core
from fairhash.papers.a import basis_table
from fairhash.runs.keys import source_digest
from tests.papers.a.runs import by, our_results, several

CORES = ("sha-512", "jh-512")


def test_an_edited_source_is_told(tmp_path: Path) -> None:
    ours = [find_core(f"{name}/highspeed") for name in CORES]
    rtl = copytree(ours[0].home, tmp_path / "rtl")
    cores = [core.model_copy(update={"source": rtl / core.source.relative_to(core.home)}) for core in ours]
    assert all(file.is_relative_to(rtl) for core in cores for _, file in core.sources)
    runs = [
        run
        for core in cores
        for run in several(core.algorithm, (100, 101, 102), 1000, source_digest=source_digest(core))
    ]
    before = basis_table.table(our_results(runs, cores))
    assert by(before, "ecp5-85k-8")["cores_of_earlier_sources"] == 0
    assert "edited" not in before.notes[0]
    _, last = cores[1].sources[-1]
    last.write_text(last.read_text(encoding="utf-8") + "\n-- edited\n", encoding="utf-8")
    after = basis_table.table(our_results(runs, cores))
    assert by(after, "ecp5-85k-8")["cores_of_earlier_sources"] == 1
    assert after.notes[0].endswith("last edited: ecp5-85k-8: jh-512.")
