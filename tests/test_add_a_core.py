# SPDX-License-Identifier: Apache-2.0
"""docs/add-a-core.md followed literally, in a copy of the checkout: its files written, its commands run in order."""

import sys
from pathlib import Path

import pytest

from tests.followed_page import FollowedPage, follow


@pytest.fixture(scope="module")
def followed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> FollowedPage:
    """The page from its first line to its last."""
    page = follow("add-a-core.md", checkout, tmp_path_factory.mktemp("reader") / "fairhash")
    assert page.languages == {"c", "vhdl", "toml", "sh"}
    return page


def _quarter_round(s: list[int]) -> None:
    for a, b, d, turn in ((0, 1, 3, 16), (2, 3, 1, 12), (0, 1, 3, 8), (2, 3, 1, 7)):
        s[a] = (s[a] + s[b]) & 0xFFFFFFFF
        mixed = s[d] ^ s[a]
        s[d] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF


def test_the_quarter_round_matches_the_rfc() -> None:
    """RFC 8439, section 2.1.1."""
    state = [0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567]
    _quarter_round(state)
    assert state == [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]


def test_the_model_matches_the_description(followed: FollowedPage) -> None:
    """Digest and padding of "abc", from the words of the page."""
    state = [0, 0, 0, 0]
    for word in (0x61626380, *[0] * 8):
        state[0] ^= word
        _quarter_round(state)
    digest = f"{state[0]:08x}{state[1]:08x}"
    assert followed.outputs["printf abc | .venv/bin/fairhash hash toy-64"] == f"{digest}  -\n"
    assert followed.outputs["printf abc | .venv/bin/fairhash pad toy-64 --word 32"] == "00000003\n61626380\n"


def test_only_the_files_of_the_core_changed(followed: FollowedPage, checkout: Path) -> None:
    """docs/add-a-core.md: models/<family>.c, rtl/<family>/ and an answer file, and one line of families.h."""
    hardware = {"pkg", "highspeed", "highspeed_control", "highspeed_datapath"}
    expected = {"models/src/toy.c", "models/src/families.h", "vectors/toy.csv", "rtl/toy/cores.toml"}
    assert followed.changed_files(checkout) == expected | {f"rtl/toy/toy_{part}.vhd" for part in hardware}


def test_its_files_follow_the_conventions(followed: FollowedPage) -> None:
    """The VHDL check of tests/test_style.py on the page's files."""
    vsg = Path(sys.executable).with_name("vsg")
    done = followed.bash(f'"{vsg}" -c .vsg.yaml -ap -of syntastic -f rtl/toy/*.vhd')
    assert done.returncode == 0, done.stdout


def test_the_mistake_that_the_page_suggests_is_detected(followed: FollowedPage) -> None:
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
