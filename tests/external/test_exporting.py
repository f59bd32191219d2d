# SPDX-License-Identifier: Apache-2.0
"""What we hand to others: packages that FuseSoC itself lists and simulates, Verilog that Yosys itself reads."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from fairhash import paths
from fairhash.catalog.cores import all_cores, find_core
from fairhash.errors import FairhashError
from fairhash.external.exporting import export_fusesoc, export_verilog
from fairhash.toolchain import yosys

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
    """`fusesoc core list` shows each by its name, and finds nothing wrong with any."""
    export_fusesoc(all_cores().values(), tmp_path / "library")
    listed = _fusesoc(tmp_path, "core", "list")
    assert "ERROR" not in listed.stderr
    shown = {line.split()[0].split(":")[2] for line in listed.stdout.splitlines() if line.startswith("fairhash:")}
    assert shown == {name.replace("/", "-") for name in all_cores()}


@pytest.mark.parametrize("name", ["sha-256/highspeed", "keccak-512/case-4"])
def test_a_target_simulates_the_core(name: str, tmp_path: Path) -> None:
    """FuseSoC really runs GHDL: right as it is, and a wrong answer is a failure. Several messages in flight as well."""
    core = find_core(name)
    (file,) = export_fusesoc([core], tmp_path / "library")
    package = f"fairhash:{core.family}:{name.replace('/', '-')}"
    right = _fusesoc(tmp_path, "run", "--target", "sim", package)
    assert right.returncode == 0, right.stdout + right.stderr
    digests = file.parent / "test" / "digests.txt"
    words = digests.read_text(encoding="ascii").splitlines()
    assert f"{len(words)} digest words are right" in right.stdout + right.stderr
    words[-1] = words[-1][:-1] + ("0" if words[-1][-1] != "0" else "1")
    digests.write_text("\n".join(words) + "\n", encoding="ascii")
    wrong = _fusesoc(tmp_path, "run", "--target", "sim", package)
    assert wrong.returncode != 0
    assert f"digest word {len(words) - 1} is" in wrong.stdout + wrong.stderr


def test_verilog_stands_alone(tmp_path: Path) -> None:
    """One file that Yosys reads by itself; the top is the one that was told."""
    top = export_verilog(find_core("keccak-512/highspeed"), "axi-stream", tmp_path / "keccak.v")
    commands = ["read_verilog keccak.v", f"hierarchy -check -top {top}", "proc", "check -assert"]
    assert yosys.run_script(commands, tmp_path, "read", 100).ok


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    """Two clocks, several messages in flight, a place that cannot be written."""
    core = find_core("sha-256/highspeed")
    with pytest.raises(FairhashError, match="has two clocks; export it with ports of kind fairhash"):
        export_verilog(core.model_copy(update={"io_ratio": 2}), "fifo", tmp_path / "x.v")
    with pytest.raises(FairhashError, match="several messages in flight; export it with ports of kind fifo"):
        export_verilog(core.model_copy(update={"messages_in_flight": 2}), "axi-stream", tmp_path / "x.v")
    with pytest.raises(FairhashError, match="cannot write"):
        export_verilog(core, "fairhash", Path("/dev/null/x.v"))
    with pytest.raises(FairhashError, match="cannot write the packages"):
        export_fusesoc([core], Path("/dev/null"))
    assert not list(paths.build().glob(".export.*"))
