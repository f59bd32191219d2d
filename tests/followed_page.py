# SPDX-License-Identifier: Apache-2.0
"""Follow a page of the documentation in a copy of the checkout: write its files and run its commands in order."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.base import paths

_LIMIT_S = 600

_BLOCK = re.compile(r"(?:^`(\S+)`:\n\n)?^```(\w+)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
"""A code block: the file name in the line above it, if any, the language and the text."""


@dataclass
class FollowedPage:
    """The copy of the checkout after the page was followed."""

    copy: Path
    checkout: Path
    outputs: dict[str, str] = field(default_factory=dict)
    """Output of each command line of the page."""
    languages: set[str] = field(default_factory=set)
    """Languages of the page's code blocks."""

    def bash(self, lines: str) -> subprocess.CompletedProcess[str]:
        """Run command lines in the copy, as a reader would."""
        inherited = {
            name: value for name, value in os.environ.items() if name not in ("FAIRHASH_ROOT", "FAIRHASH_BUILD")
        }
        return subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", lines],
            cwd=self.copy,
            env={**inherited, "PYTHONPATH": str(self.copy / "src"), **self._compiler_launcher()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )

    def _compiler_launcher(self) -> dict[str, str]:
        return {
            "CMAKE_C_COMPILER_LAUNCHER": str(self.checkout / "tests" / "reused_object.sh"),
            "FOLLOWED_CHECKOUT": str(self.checkout),
            "FOLLOWED_COPY": str(self.copy),
            "FOLLOWED_BUILD": str(paths.build() / "models"),
        }

    def changed_files(self, checkout: Path) -> set[str]:
        """Return the files of the copy that the checkout does not have or has with other contents."""
        changed = set()
        for file in self.copy.rglob("*"):
            name = file.relative_to(self.copy)
            if file.is_file() and name.parts[0] not in ("build", ".venv") and "__pycache__" not in name.parts:
                original = checkout / name
                if not original.is_file() or original.read_bytes() != file.read_bytes():
                    changed.add(name.as_posix())
        return changed


def follow(page: str, checkout: Path, copy: Path) -> FollowedPage:
    """Copy the checkout, then write every named code block and run every `sh` block of the page.

    Args:
        page: name of a file in docs/.
        checkout: the checkout to copy; only files that git tracks or would track.
        copy: folder for the copy.
    """
    _copy(checkout, copy)
    followed = FollowedPage(copy, checkout)
    for name, language, text in _BLOCK.findall((checkout / "docs" / page).read_text(encoding="utf-8")):
        followed.languages.add(language)
        if language == "sh":
            for line in text.splitlines():
                done = followed.bash(line)
                assert done.returncode == 0, f"{line}\n{done.stdout}"
                followed.outputs[line] = done.stdout
        else:
            assert name, f"a {language} block without a file name:\n{text}"
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_text(text, encoding="utf-8")
    return followed


def _copy(checkout: Path, target: Path) -> None:
    """Copy the files of a checkout that git tracks or would track."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=checkout,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (checkout / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(checkout / name, target / name)
    # parts of simulators that do not depend on the core; their names hold the digest of their inputs
    for part in ("header", "runtime", "harness"):
        for built in (paths.build() / "sim").glob(f"{part}-*"):
            shutil.copytree(built, target / "build" / "sim" / built.name)
    # replaces ./run --setup: the same environment, with the copy's sources
    scripts = target / ".venv" / "bin"
    scripts.mkdir(parents=True)
    call = "from fairhash.cli.main import main; main()"
    for name, words in {"python": f'"{sys.executable}"', "fairhash": f'"{sys.executable}" -c "{call}"'}.items():
        (scripts / name).write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        (scripts / name).chmod(0o755)
