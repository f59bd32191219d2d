# SPDX-License-Identifier: Apache-2.0
"""The archive of a release: complete, checked by sha256sum, and the same bytes whenever it is made."""

import hashlib
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.cli.main import cli
from fairhash.site.archive import pack, write_archive


def _unpacked(file: Path, folder: Path) -> Path:
    with tarfile.open(file) as archive:
        archive.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


def test_an_archive_has_its_files_and_checksums(tmp_path: Path) -> None:
    contents = {"b/two.txt": tmp_path / "two", "one.txt": tmp_path / "one"}
    for name, file in contents.items():
        file.write_text(name)
    first = pack(tmp_path / "first.tar.gz", "release", contents)
    assert first == hashlib.sha256((tmp_path / "first.tar.gz").read_bytes()).hexdigest()
    root = _unpacked(tmp_path / "first.tar.gz", tmp_path / "there")
    assert root.name == "release"
    assert (root / "b" / "two.txt").read_text() == "b/two.txt"
    checked = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=root, capture_output=True, text=True, check=True)
    assert checked.stdout.splitlines() == ["b/two.txt: OK", "one.txt: OK"]
    # later, with other times and another order
    for file in contents.values():
        os.utime(file, (1, 1))
    assert pack(tmp_path / "second.tar.gz", "release", dict(reversed(contents.items()))) == first
    contents["one.txt"].write_text("changed")
    assert pack(tmp_path / "third.tar.gz", "release", contents) != first


@pytest.mark.long
def test_the_archive_of_the_checkout_is_whole(tmp_path: Path) -> None:
    write_archive(tmp_path / "fairhash.tar.gz", cli)
    root = _unpacked(tmp_path / "fairhash.tar.gz", tmp_path / "there")
    for name in ("site/index.html", "CITATION.cff", "results/ecp5-85k-8.jsonl", "published/README.md"):
        assert (root / name).is_file(), name
    assert (root / "results" / "ecp5-85k-8.jsonl").read_bytes() == (paths.results() / "ecp5-85k-8.jsonl").read_bytes()
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=root, check=True)
