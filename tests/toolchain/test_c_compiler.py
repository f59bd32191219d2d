# SPDX-License-Identifier: Apache-2.0
"""Small C programs of this package: what is compiled, and where."""

import subprocess
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import MachineFault
from fairhash.toolchain import tools
from fairhash.toolchain.c_compiler import compiled


def test_a_program_is_compiled_in_the_folder_that_the_reaper_deletes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs, and nothing of the compilation is left."""
    folders: list[Path] = []
    run = tools.run

    def noting(command: list[str | Path], cwd: Path) -> tools.ToolRun:
        folders.append(cwd)
        return run(command, cwd)

    monkeypatch.setattr(tools, "run", noting)
    source, program = tmp_path / "seven.c", tmp_path / "seven"
    source.write_text("int main(void) { return 7; }\n")
    program.write_bytes(compiled((source,), ("-O1",)))
    program.chmod(0o755)
    assert subprocess.run([program], check=False).returncode == 7
    (folder,) = folders
    assert folder.is_relative_to(paths.build().resolve() / "tmp")
    assert not folder.exists()


def test_what_cannot_be_compiled_is_a_fault_of_the_machine(tmp_path: Path) -> None:
    """The sources belong to this package."""
    (tmp_path / "wrong.c").write_text("int main(void) { return }\n")
    with pytest.raises(MachineFault, match=r"gcc cannot compile wrong\.c: .*:1:.*error: expected expression"):
        compiled((tmp_path / "wrong.c",), ())
