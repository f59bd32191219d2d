# SPDX-License-Identifier: Apache-2.0
"""Where a description's sources are: patterns, a folder elsewhere, edits of copies, and public repositories."""

import re
import shutil
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.keys import source_digest
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
    source = description.parent.parent / "src" / "deep" / "fold.sv"
    assert core.sources[0][1].read_bytes() == source.read_bytes()


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


def test_an_edit_of_any_letters(description: Path) -> None:
    """In UTF-8, and in Latin-1 if the source is not UTF-8."""
    source = description.parent.parent / "src" / "deep" / "fold.sv"
    whole = source.read_bytes()
    text = description.read_text(encoding="utf-8")
    edit = '\n[[edits]]\nfile = "deep/fold.sv"\nold = "// OLD"\nnew = "// ok"\n\n[ports]'
    for old, encoding in (("é→", "utf-8"), ("é", "latin-1")):
        source.write_bytes(whole + f"// {old}\n".encode(encoding))
        description.write_text(text.replace("[ports]", edit.replace("OLD", old)), encoding="utf-8")
        assert read_described_core(description).sources[0][1].read_bytes() == whole + b"// ok\n"
        source.write_bytes(whole)
        with pytest.raises(FairhashError, match="has no"):
            read_described_core(description)


def test_a_source_that_changes_meanwhile_is_used_by_the_next_command(description: Path) -> None:
    """Checks, keys and tools see the same text, whatever happens to the author's file."""
    source = description.parent.parent / "src" / "deep" / "fold.sv"
    core = read_described_core(description)
    key, whole = source_digest(core), source.read_bytes()
    source.write_text("`include `SECRET\n")
    assert source_digest(core) == key
    assert core.sources[0][1].read_bytes() == whole
    assert read_described_core(description).sources[0][1].read_text() == "`include `SECRET\n"


def test_a_changed_copy_is_replaced(description: Path) -> None:
    """The copies are named by their contents, which are compared."""
    copy = read_described_core(description).sources[0][1]
    whole = copy.read_bytes()
    copy.write_bytes(whole + b"\n")
    assert read_described_core(description).sources[0][1] == copy
    assert copy.read_bytes() == whole
    # a process that is killed while it copies leaves nothing beside them
    assert all(len(file.name) == 24 for file in copy.parents[2].iterdir())


def test_a_link_out_of_the_folder_is_refused(description: Path) -> None:
    """For sources and for answers; a link inside the folder is followed."""
    folder = description.parent.parent / "src" / "deep"
    secret = description.parent.parent / "secret.sv"
    (folder / "fold.sv").rename(folder.parent / "real.txt")
    (folder / "fold.sv").symlink_to(folder.parent / "real.txt")
    assert read_described_core(description).sources[0][1].read_bytes() == (folder.parent / "real.txt").read_bytes()
    (folder.parent / "real.txt").rename(secret)
    (folder / "fold.sv").unlink()
    (folder / "fold.sv").symlink_to(secret)
    with pytest.raises(FairhashError, match=r"deep/fold\.sv is a link to a file outside") as caught:
        read_described_core(description)
    assert "\n" not in str(caught.value)
    (folder / "fold.sv").unlink()
    shutil.copyfile(secret, folder / "fold.sv")
    (description.parent / "mine.csv").symlink_to(secret)
    text = description.read_text(encoding="utf-8")
    description.write_text(f'answers = "mine.csv"\n{text}', encoding="utf-8")
    with pytest.raises(FairhashError, match=r"mine\.csv is a link to a file outside"):
        read_described_core(description)


@pytest.mark.parametrize("name", ["-f.sv", "a b.sv", "+define+x.sv", "a;b.sv"])
def test_a_matching_name_that_a_tool_could_misread_is_refused(description: Path, name: str) -> None:
    """It would be an option of Verilator, or two arguments."""
    (description.parent.parent / "src" / name).touch()
    text = description.read_text(encoding="utf-8")
    description.write_text(text.replace('"*/*.sv"', '"*/*.sv", "*.sv"'), encoding="utf-8")
    with pytest.raises(FairhashError, match="must be letters") as caught:
        read_described_core(description)
    assert "\n" not in str(caught.value)


def test_a_source_in_utf_16_is_refused(description: Path) -> None:
    """Editors of Windows write it; no tool reads it."""
    source = description.parent.parent / "src" / "deep" / "fold.sv"
    source.write_text(source.read_text(encoding="utf-8"), encoding="utf-16")
    with pytest.raises(FairhashError, match=r"deep/fold\.sv is no text in UTF-8 or Latin-1"):
        read_described_core(description)


def test_a_huge_source_is_refused(description: Path) -> None:
    """A sparse file needs no room on the disk, but would need it in memory."""
    with (description.parent.parent / "src" / "deep" / "fold.sv").open("ab") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(FairhashError, match="is larger than 64 MiB"):
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


def test_a_wrapper_is_beside_the_description(description: Path) -> None:
    """It is compiled last and changes the digest of the sources; wrong ones are named."""
    text = description.read_text(encoding="utf-8")
    plain = source_digest(read_described_core(description))
    described = text.replace('root = "../src"', 'root = "../src"\nwrapper = ["around.v"]')
    description.write_text(described, encoding="utf-8")
    with pytest.raises(FairhashError, match=r"there is no around\.v beside the description"):
        read_described_core(description)
    (description.parent / "around.v").write_text("module around; endmodule\n", encoding="ascii")
    core = read_described_core(description)
    assert core.files == ("deep/fold.sv", "around.v")
    assert source_digest(core) != plain
    description.write_text(described.replace("around.v", "around.vhd"), encoding="utf-8")
    (description.parent / "around.vhd").touch()
    with pytest.raises(FairhashError, match="VHDL and Verilog in one core"):
        read_described_core(description)
    description.write_text(described.replace("around.v", "deep/fold.sv"), encoding="utf-8")
    with pytest.raises(FairhashError, match="is in `files` and in `wrapper`"):
        read_described_core(description)
