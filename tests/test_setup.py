# SPDX-License-Identifier: Apache-2.0
"""./run and ./test before there is anything to run: every refusal is one line on stderr and status 2."""

import os
import re
import subprocess
from pathlib import Path

import pytest


def _bash(checkout: Path, tmp_path: Path, script: str, path: str = os.environ["PATH"]) -> tuple[int, str, str]:
    """Status, stdout and stderr of bash lines after scripts/setup.sh, as ./run would source it."""
    done = subprocess.run(
        [
            "/bin/bash",
            "-c",
            f'set -uo pipefail; root=$1; . "{checkout}/scripts/setup.sh"; me=run; {script}',
            "run",
            tmp_path,
        ],
        env={"PATH": path, "HOME": "/nonexistent"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def _refused(outcome: tuple[int, str, str]) -> str:
    """The one line of a refusal."""
    status, _, errors = outcome
    assert status == 2, outcome
    (line,) = errors.splitlines()
    assert line.startswith("run: ")
    return line


@pytest.fixture
def root(checkout: Path, tmp_path: Path) -> Path:
    """A folder that looks like a checkout to the setup: the pins, and a place to build in."""
    (tmp_path / "requirements").symlink_to(checkout / "requirements")
    (tmp_path / "build").mkdir()
    return tmp_path


@pytest.mark.parametrize("release", ["ID=debian\nVERSION_ID=11\n", 'ID="fedora"\nVERSION_ID="43"\n', ""])
def test_an_unsupported_system_is_refused(checkout: Path, root: Path, release: str) -> None:
    """Another distribution gets a message that names the supported ones."""
    (root / "os-release").write_text(release)
    line = _refused(_bash(checkout, root, f"os_release={root}/os-release; check_system"))
    assert "Debian 12 or Ubuntu 24.04" in line


@pytest.mark.parametrize("name", ["debian-12", "ubuntu-24.04"])
def test_supported_systems_are_accepted(checkout: Path, root: Path, name: str) -> None:
    """Both supported systems have their list of pins, each row of it a probe and a version."""
    system, version = name.split("-")
    (root / "os-release").write_text(f'ID={system}\nVERSION_ID="{version}"\n')
    status, output, errors = _bash(checkout, root, f'os_release={root}/os-release; check_system; cat "$packages"')
    assert (status, errors) == (0, "")
    rows = [line.split() for line in output.splitlines() if not line.startswith("#")]
    assert {"command:ghdl", "command:gcc", "command:cmake", "python"} <= {probe for probe, _ in rows}
    assert all(re.fullmatch(r"[a-z0-9+.-]+=[^=\s]+", package) for _, package in rows)


def test_an_unsupported_machine_is_refused(checkout: Path, root: Path) -> None:
    """The tools come as x86-64 programs only."""
    line = _refused(_bash(checkout, root, "uname() { [ $1 = -s ] && echo Linux || echo aarch64; }; check_system"))
    assert "aarch64" in line


_MISSING = "there() { case $1 in command:ghdl) return 1 ;; esac; }; packages=$root/requirements/apt/debian-12.txt; "


def test_missing_packages_without_sudo_are_reported(checkout: Path, root: Path) -> None:
    """A user without sudo gets the list of missing packages, and apt is not called."""
    script = _MISSING + "id() { echo 1000; }; sudo() { return 1; }; apt_install() { echo called; }; system_packages"
    line = _refused(_bash(checkout, root, script))
    assert "apt-get install ghdl-mcode=2.0.0+dfsg-6.2+b2" in line


def test_a_pinned_version_that_no_longer_exists_is_reported(checkout: Path, root: Path) -> None:
    """The message names the version that the archive no longer has and the file of pins."""
    says = "E: Version 2.0.0+dfsg-6.2+b2 for ghdl-mcode was not found"
    script = _MISSING + f"id() {{ echo 0; }}; apt_install() {{ echo '{says}'; return 100; }}; system_packages"
    line = _refused(_bash(checkout, root, script))
    assert "ghdl-mcode" in line
    assert "requirements/README.md" in line


def test_a_failed_download_of_system_packages_is_reported(checkout: Path, root: Path) -> None:
    """The message quotes apt."""
    script = _MISSING + "id() { echo 0; }; apt_install() { echo 'E: Failed to fetch x'; return 100; }; system_packages"
    assert "Failed to fetch x" in _refused(_bash(checkout, root, script))


def test_no_installer_runs_if_nothing_is_missing(checkout: Path, root: Path) -> None:
    """apt is called only for missing packages."""
    script = "there() { :; }; packages=$root/requirements/apt/debian-12.txt; step() { echo called; }; system_packages"
    assert _bash(checkout, root, script) == (0, "", "")


@pytest.mark.parametrize(("who", "asked"), [("", "1 missing"), ("for_tests=yes; ", "2 missing")])
def test_packages_for_tests_are_installed_only_by_test(checkout: Path, root: Path, who: str, asked: str) -> None:
    """./run ignores rows marked as needed for tests only."""
    (root / "rows").write_text("test:command:no-such-server server=1\ncommand:no-such-tool tool=1\n")
    script = f"packages={root}/rows; {who}id() {{ echo 0; }}; step() {{ echo $1; }}; system_packages"
    status, output, _ = _bash(checkout, root, script)
    assert (status, output.strip()) == (0, f"system packages ({asked})")


def test_a_failed_download_of_python_packages_is_reported(checkout: Path, root: Path) -> None:
    """pip without a network: one line with the reason; the same call carries on, with nothing stamped as done."""
    (root / "requirements").unlink()
    (root / "requirements").mkdir()
    (root / "requirements" / "lock.txt").write_text(f"nothing==1.0 --hash=sha256:{'0' * 64}\n")
    offline = "export PIP_INDEX_URL=http://127.0.0.1:9/ PIP_RETRIES=0 PIP_CONFIG_FILE=/dev/null; system=here; "
    line = _refused(_bash(checkout, root, offline + "python_packages"))
    assert "could not install Python packages" in line
    assert "call it again" in line
    assert (root / ".venv" / ".made").is_file()
    assert not (root / ".venv" / ".packages").exists()


def _offline_script_checkers(checkout: Path, root: Path, before: str) -> tuple[int, str, str]:
    """The outcome of the step for the site's scripts without a network, in this checkout's environment."""
    (root / ".venv").mkdir()
    for name in (".venv/bin", ".venv/lib", ".venv/pyvenv.cfg", "package.json", "package-lock.json"):
        (root / name).symlink_to(checkout / name)
    offline = (
        "export npm_config_registry=http://127.0.0.1:9/ npm_config_fetch_retries=0 npm_config_userconfig=/dev/null; "
    )
    return _bash(checkout, root, f"{offline}{before}; script_checkers")


def test_a_failed_download_of_the_script_checkers_is_reported(checkout: Path, root: Path) -> None:
    """npm without a network: one line with the reason, no stamp, and nothing left in the project's folder."""
    is_here = 'stamp "$venv/.nodejs" "$(digest "$root/requirements/node.txt")"'
    line = _refused(_offline_script_checkers(checkout, root, is_here))
    assert "could not install the checkers of the site's scripts" in line
    assert "127.0.0.1:9" in line
    assert "call it again" in line
    assert not (root / ".venv" / ".node-packages").exists()
    assert {each.name for each in root.iterdir()} == {
        ".venv",
        "build",
        "package-lock.json",
        "package.json",
        "requirements",
    }


def test_a_failed_download_of_node_is_reported(checkout: Path, root: Path) -> None:
    """pip says that it cannot install: one line, and npm is not called."""
    line = _refused(_offline_script_checkers(checkout, root, "step() { echo 'ERROR: no such wheel' >$log; return 1; }"))
    assert "could not install Node: ERROR: no such wheel" in line
    assert not (root / ".venv" / "node").exists()


@pytest.mark.parametrize(("who", "called"), [("", ""), ("for_tests=yes; ", "checkers\n")])
def test_script_checkers_are_installed_only_by_test(checkout: Path, root: Path, who: str, called: str) -> None:
    """./run needs neither Node nor its packages."""
    parts = "".join(
        f"{part}() {{ :; }}; " for part in ("check_system", "system_packages", "python_packages", "software_models")
    )
    assert _bash(checkout, root, f"{parts}script_checkers() {{ echo checkers; }}; {who}setup") == (0, called, "")


def test_an_unwritable_build_folder_is_reported(checkout: Path, root: Path) -> None:
    """A file where the build folder should be."""
    (root / "build").rmdir()
    (root / "build").touch()
    assert "cannot create" in _refused(_bash(checkout, root, "check_system() { :; }; setup"))


def test_the_lock_file_has_every_requirement(checkout: Path) -> None:
    """Every package of the lock, and of the files that are only read, has one exact version and digests."""

    def packages(name: str) -> list[str]:
        text = (checkout / "requirements" / name).read_text(encoding="utf-8").replace("\\\n", " ")
        return [line for line in text.splitlines() if line and not line.startswith("#")]

    rows = packages("lock.txt")
    pinned = re.compile(r"[a-z0-9.-]+==\S+( ;.*?)?\s+--hash=sha256:[0-9a-f]{64}")
    assert all(map(pinned.match, [*rows, *packages("data.txt"), *packages("node.txt")]))
    requirements = (checkout / "requirements" / "requirements.in").read_text(encoding="utf-8").splitlines()
    names = {re.split("[=; ]", row)[0] for row in rows}
    assert {re.split("[=; ]", row)[0] for row in requirements if row and not row.startswith("#")} <= names
