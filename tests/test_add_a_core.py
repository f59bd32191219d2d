# SPDX-License-Identifier: Apache-2.0
"""docs/add-a-core.md followed literally, in a copy of the checkout: its files written, its commands run in order."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

_LIMIT_S = 600


@dataclass
class Followed:
    """The copy after the page was followed, and what each command line printed."""

    copy: Path
    printed: dict[str, str] = field(default_factory=dict)

    def bash(self, lines: str) -> subprocess.CompletedProcess[str]:
        """Run lines as a reader would paste them into the copy."""
        return subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", lines],
            cwd=self.copy,
            env={
                **{
                    name: value for name, value in os.environ.items() if name not in ("FAIRHASH_ROOT", "FAIRHASH_BUILD")
                },
                "PYTHONPATH": str(self.copy / "src"),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )


def _copy(checkout: Path, target: Path) -> None:
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
    # stands for ./run --setup: the same environment, working on the copy
    scripts = target / ".venv" / "bin"
    scripts.mkdir(parents=True)
    call = "from fairhash.cli.main import main; main()"
    for name, words in {"python": f'"{sys.executable}"', "fairhash": f'"{sys.executable}" -c "{call}"'}.items():
        (scripts / name).write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        (scripts / name).chmod(0o755)


@pytest.fixture(scope="module")
def followed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Followed:
    """The page from its first line to its last."""
    reader = Followed(tmp_path_factory.mktemp("reader") / "fairhash")
    _copy(checkout, reader.copy)
    page = (checkout / "docs" / "add-a-core.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^`(\S+)`:\n\n)?^```(\w+)\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    assert {language for _, language, _ in blocks} == {"c", "vhdl", "toml", "sh"}
    for name, language, text in blocks:
        if language == "sh":
            for line in text.splitlines():
                done = reader.bash(line)
                assert done.returncode == 0, f"{line}\n{done.stdout}"
                reader.printed[line] = done.stdout
        else:
            assert name, f"a block of {language} without a file's name:\n{text}"
            (reader.copy / name).parent.mkdir(parents=True, exist_ok=True)
            (reader.copy / name).write_text(text, encoding="utf-8")
    return reader


def _quarter_round(s: list[int]) -> None:
    for a, b, d, turn in ((0, 1, 3, 16), (2, 3, 1, 12), (0, 1, 3, 8), (2, 3, 1, 7)):
        s[a] = (s[a] + s[b]) & 0xFFFFFFFF
        mixed = s[d] ^ s[a]
        s[d] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF


def test_quarter_round_is_that_of_the_rfc() -> None:
    """RFC 8439, section 2.1.1."""
    state = [0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567]
    _quarter_round(state)
    assert state == [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]


def test_the_model_is_the_one_described(followed: Followed) -> None:
    """Digest and padding of "abc", from the words of the page."""
    state = [0, 0, 0, 0]
    for word in (0x61626380, *[0] * 8):
        state[0] ^= word
        _quarter_round(state)
    digest = f"{state[0]:08x}{state[1]:08x}"
    assert followed.printed["printf abc | .venv/bin/fairhash hash toy-64"] == f"{digest}  -\n"
    assert followed.printed["printf abc | .venv/bin/fairhash pad toy-64 --word 32"] == "00000003\n61626380\n"


def test_nothing_else_was_touched(followed: Followed, checkout: Path) -> None:
    """DESIGN.md section 3: models/<family>.c, rtl/<family>/ and an answer file, besides the one line of families.h."""
    changed = set()
    for file in followed.copy.rglob("*"):
        name = file.relative_to(followed.copy)
        if file.is_file() and name.parts[0] not in ("build", ".venv") and "__pycache__" not in name.parts:
            original = checkout / name
            if not original.is_file() or original.read_bytes() != file.read_bytes():
                changed.add(name.as_posix())
    hardware = {"pkg", "highspeed", "highspeed_control", "highspeed_datapath"}
    expected = {"models/src/toy.c", "models/src/families.h", "vectors/toy.csv", "rtl/toy/cores.toml"}
    assert changed == expected | {f"rtl/toy/toy_{part}.vhd" for part in hardware}


def test_its_style_is_that_of_the_conventions(followed: Followed) -> None:
    """The VHDL check of tests/test_style.py on the page's files."""
    vsg = Path(sys.executable).with_name("vsg")
    done = followed.bash(f'"{vsg}" -c .vsg.yaml -ap -of syntastic -f rtl/toy/*.vhd')
    assert done.returncode == 0, done.stdout


def test_the_mistake_the_page_suggests_is_caught(followed: Followed) -> None:
    """A rotation by 8 instead of 7 in the hardware alone."""
    package = followed.copy / "rtl" / "toy" / "toy_pkg.vhd"
    right = package.read_text(encoding="utf-8")
    wrong = right.replace("xor s(2), 7)", "xor s(2), 8)")
    assert wrong != right
    package.write_text(wrong, encoding="utf-8")
    try:
        done = followed.bash(".venv/bin/fairhash verify toy-64/highspeed")
    finally:
        package.write_text(right, encoding="utf-8")
    assert done.returncode == 1, done.stdout
    assert "expected" in done.stdout
