# SPDX-License-Identifier: Apache-2.0
"""A folder with checksums: whole, damaged, and while a tool of another process runs in it; failed writes."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.base.files import is_intact, one_line_errors, write_sums


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files and their checksums."""
    (tmp_path / "part").mkdir()
    (tmp_path / "sim").write_text("program")
    (tmp_path / "part" / "data").write_text("data")
    write_sums(tmp_path)
    return tmp_path


def test_a_whole_folder_is_intact(folder: Path) -> None:
    assert is_intact(folder)


@pytest.mark.parametrize("file", ["sim", "part/data", "SHA256SUMS", "further"])
def test_a_changed_or_further_file_is_damage(folder: Path, file: str) -> None:
    with (folder / file).open("a") as stream:
        stream.write("x")
    assert not is_intact(folder)


def test_the_log_of_a_running_tool_is_no_damage(folder: Path) -> None:
    """Otherwise a second process deletes the simulator that the first one runs."""
    (folder / ".ghdl.1.2.log").write_text("running")
    assert is_intact(folder)


def test_a_failed_write_is_named_whatever_the_folder_for_generated_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That folder cannot even be created; only a path in it has the hint to choose another one."""
    (tmp_path / "file").touch()
    build = tmp_path / "file" / "build"
    monkeypatch.setenv("FAIRHASH_BUILD", str(build))
    for where, hint in ((tmp_path / "out.json", False), (build / "out.json", True)):
        with (
            pytest.raises(FairhashError, match="cannot write: No space left") as raised,
            one_line_errors("cannot write", where),
        ):
            raise OSError(28, "No space left on device")
        assert ("FAIRHASH_BUILD" in raised.value.hint) == hint
