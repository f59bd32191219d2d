# SPDX-License-Identifier: Apache-2.0
"""Folders travel whole, and what comes out of a parcel stays below the folder it is unpacked to."""

import io
import zipfile
from pathlib import Path

from fairhash.bench.parcel import pack, unpack


def test_a_folder_travels_whole(tmp_path: Path) -> None:
    files = {"netlist.json": b"{}", "deep/down/log": b"\0\xff" * 9000, "empty": b""}
    for name, content in files.items():
        (tmp_path / "from" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "from" / name).write_bytes(content)
    unpack(pack(tmp_path / "from"), tmp_path / "to")
    came = (file for file in (tmp_path / "to").rglob("*") if file.is_file())
    assert {str(file.relative_to(tmp_path / "to")): file.read_bytes() for file in came} == files


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("../above", "")
        archive.writestr("/root", "")
    unpack(stream.getvalue(), tmp_path / "to")
    assert sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*")) == ["to", "to/above", "to/root"]
