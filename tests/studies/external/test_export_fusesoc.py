# SPDX-License-Identifier: Apache-2.0
"""Exported FuseSoC packages: FuseSoC lists and simulates them."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores, find_core
from fairhash.studies.external.export import export_fusesoc

_FUSESOC = Path(sysconfig.get_path("scripts")) / "fusesoc"


def _fusesoc(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [_FUSESOC, "--cores-root", "library", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_every_core_is_a_package(tmp_path: Path) -> None:
    """`fusesoc core list` shows every core by its name and reports no error."""
    export_fusesoc(all_cores().values(), tmp_path / "library")
    listed = _fusesoc(tmp_path, "core", "list")
    assert "ERROR" not in listed.stderr
    shown = {line.split()[0].split(":")[2] for line in listed.stdout.splitlines() if line.startswith("fairhash:")}
    assert shown == {name.replace("/", "-") for name in all_cores()}


@pytest.mark.parametrize("name", ["sha-256/highspeed", "keccak-512/case-4"])
def test_target_sim_checks_known_answers(name: str, tmp_path: Path) -> None:
    """The simulation passes with the exported digests and fails with a changed one; one core has messages in flight."""
    core = find_core(name)
    (file,) = export_fusesoc([core], tmp_path / "library")
    package = f"fairhash:{core.family}:{name.replace('/', '-')}"
    passing = _fusesoc(tmp_path, "run", "--target", "sim", package)
    assert passing.returncode == 0, passing.stdout + passing.stderr
    digests = file.parent / "test" / "digests.txt"
    words = digests.read_text(encoding="ascii").splitlines()
    assert f"{len(words)} digest words are right" in passing.stdout + passing.stderr
    words[-1] = words[-1][:-1] + ("0" if words[-1][-1] != "0" else "1")
    digests.write_text("\n".join(words) + "\n", encoding="ascii")
    failing = _fusesoc(tmp_path, "run", "--target", "sim", package)
    assert failing.returncode != 0
    assert f"digest word {len(words) - 1} is" in failing.stdout + failing.stderr


def test_rejects_unwritable_folder() -> None:
    """The output path is not a folder."""
    with pytest.raises(FairhashError, match="cannot write the packages"):
        export_fusesoc([find_core("sha-256/highspeed")], Path("/dev/null"))
