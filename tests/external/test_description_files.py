# SPDX-License-Identifier: Apache-2.0
"""Where a description's sources are: patterns, a folder elsewhere, edits of copies, and public repositories."""

import re
import shutil
from pathlib import Path

import pytest

from fairhash.errors import FairhashError
from fairhash.external.resolve_core import read_described_core

HERE = Path(__file__).parent / "sv"


@pytest.fixture
def description(tmp_path: Path) -> Path:
    """A description in a folder beside that of its source."""
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "bench").mkdir()
    shutil.copyfile(HERE / "fold.sv", tmp_path / "src" / "deep" / "fold.sv")
    file = tmp_path / "bench" / "fold.toml"
    text = (HERE / "fold.toml").read_text(encoding="utf-8")
    text = text.replace('answers = "fold.csv"\npadding = "sha-256"\n', "").replace('"fold"', '"sha-256"')
    file.write_text(text.replace('files = ["fold.sv"]', 'files = ["*/*.sv"]\nroot = "../src"'), encoding="utf-8")
    return file


def test_pattern_below_a_root(description: Path) -> None:
    """`root` may lie outside the folder of the description; a pattern is replaced by the names that match it."""
    core = read_described_core(description)
    assert core.files == ("deep/fold.sv",)
    assert core.sources[0][1].resolve() == (description.parent.parent / "src" / "deep" / "fold.sv").resolve()


def test_pattern_without_a_match(description: Path) -> None:
    """It is named."""
    description.write_text(description.read_text(encoding="utf-8").replace("*/*.sv", "*/*.v"), encoding="utf-8")
    with pytest.raises(FairhashError, match=r"no file matches \*/\*\.v"):
        read_described_core(description)


def test_edits_are_made_in_copies(description: Path) -> None:
    """The source stays; its copy has the new text; an edit without its text is refused."""
    edit = '\n[[edits]]\nfile = "deep/fold.sv"\nold = "START = \'{"\nnew = "BEGIN = \'{"\n'
    text = description.read_text(encoding="utf-8").replace("[ports]", f"{edit}\n[ports]")
    description.write_text(text, encoding="utf-8")
    source = description.parent.parent / "src" / "deep" / "fold.sv"
    before = source.read_text(encoding="utf-8")
    edited = read_described_core(description).sources[0][1].read_text(encoding="utf-8")
    assert edited == before.replace("START = '{", "BEGIN = '{") != before == source.read_text(encoding="utf-8")
    description.write_text(text.replace("START = '{", "STOP = '{"), encoding="utf-8")
    with pytest.raises(FairhashError, match=re.escape('has no "STOP = \'{"')):
        read_described_core(description)


def test_a_public_core_says_where_its_sources_are(checkout: Path, tmp_path: Path) -> None:
    """Descriptions of public cores hold address and commit; without the sources that is the hint."""
    with pytest.raises(FairhashError) as caught:
        read_described_core(checkout / "examples" / "athena" / "jh-256.toml", root=tmp_path)
    assert "get https://github.com/796F/RTL-collection at e179af593a55" in caught.value.hint


def test_every_description_of_a_public_core_is_valid(checkout: Path, tmp_path: Path) -> None:
    """Each one can be read when its sources are there."""
    for file in sorted((checkout / "examples").glob("*/*.toml")):
        text = file.read_text(encoding="utf-8")
        if "[origin]" in text:
            with pytest.raises(FairhashError, match="there is no"):
                read_described_core(file, root=tmp_path)
