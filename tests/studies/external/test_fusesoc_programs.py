# SPDX-License-Identifier: Apache-2.0
"""A FuseSoC core that runs a program or fetches sources is refused unless it is trusted."""

import shutil
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.external.read_fusesoc import read_fusesoc, require_no_programs, trusted
from tests.cli.helpers import fairhash

MAIN = """CAPI=2:
name: vendor:hash:main:1.0
filesets:
  rtl: {files: [main.v], file_type: verilogSource}
  bench: {files: [bench.toml], file_type: user}
targets:
  default: {filesets: [rtl, bench], toplevel: main GENERATE}
"""
GENERATOR = """
generators:
  make: {interpreter: python3, command: make.py}
generate:
  sources: {generator: make}
"""
PROVIDER = "provider: {name: github, user: nobody, repo: none, version: v1}\n"
PROGRAM = """
import pathlib, sys
pathlib.Path(__file__).with_name("ran").touch()
"""


@pytest.fixture
def package(checkout: Path) -> Path:
    """A folder with a core, its description and a program."""
    folder = checkout / "package"
    folder.mkdir()
    (folder / "main.v").write_text("module main; endmodule\n")
    (folder / "bench.toml").write_text('algorithm = "sha-256"\narchitecture = "x"\nword_bits = 32\n')
    (folder / "make.py").write_text(PROGRAM)
    return folder


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path / "build"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def test_a_generator_runs_only_with_trust(package: Path) -> None:
    """Without --trust nothing is run; with it FuseSoC runs the program, which is what --trust allows."""
    file = package / "main.core"
    file.write_text(MAIN.replace(" GENERATE", ", generate: [sources]") + GENERATOR)
    with pytest.raises(FairhashError, match=r"main\.core: FuseSoC would run or fetch .*`generators`.*--trust"):
        read_fusesoc(file, "default")
    for command in ("verify", "cycles", "show", "bench"):
        assert "say --trust" in fairhash(command, file).refusal()
    assert not (package / "ran").exists()
    with trusted():
        assert read_fusesoc(file, "default").top == "main"
    assert (package / "ran").exists()
    (package / "ran").unlink()
    # the module has no ports, so it is refused later
    assert "FuseSoC" not in fairhash("show", file, "--trust").err
    assert (package / "ran").exists()


@pytest.mark.parametrize("section", [GENERATOR, PROVIDER, "generators: [\n"], ids=["generators", "provider", "broken"])
def test_other_cores_that_fusesoc_reads_are_checked(package: Path, checkout: Path, section: str) -> None:
    """Beside the core, and in the libraries of the user: a core may depend on them."""
    file = package / "main.core"
    file.write_text(MAIN.replace(" GENERATE", ""))
    assert read_fusesoc(file, "default").top == "main"
    library = checkout / "library" / "deep"
    library.mkdir(parents=True)
    (library / "other.core").write_text("CAPI=2:\nname: vendor:hash:other:1.0\n" + section)
    assert read_fusesoc(file, "default").top == "main"
    configuration = checkout / "config" / "fusesoc" / "fusesoc.conf"
    configuration.parent.mkdir(parents=True)
    configuration.write_text(f"[library.mine]\nlocation = {checkout / 'library'}\nsync-type = local\n")
    with pytest.raises(FairhashError, match=r"other\.core"):
        read_fusesoc(file, "default")


@pytest.mark.parametrize("where", ["../../out.v", "../../../../../../../../../../FOLDER/out.v", "FOLDER/out.v"])
@pytest.mark.parametrize("form", ["{main.v: {copyto: WHERE}}", '{"tool_verilator ? (main.v)": {"copy\\x74o": WHERE}}'])
def test_no_file_is_copied_out_of_the_folder(package: Path, checkout: Path, where: str, form: str) -> None:
    """FuseSoC copies to any path that a core names, over files of the user."""
    where = where.replace("FOLDER", str(checkout))
    file = package / "main.core"
    text = MAIN.replace(" GENERATE", "").replace("files: [main.v]", "files: [ITEM]")
    file.write_text(text.replace("ITEM", form.replace("WHERE", where)))
    with pytest.raises(FairhashError, match="FuseSoC would write outside of its folder") as caught:
        read_fusesoc(file, "default")
    assert "\n" not in str(caught.value)
    assert not list(checkout.rglob("out.v"))
    file.write_text(text.replace("ITEM", "{main.v: {copyto: deep/../here.v}}"))
    assert [Path(name).name for name in read_fusesoc(file, "default").files] == ["here.v"]


@pytest.mark.parametrize("form", ["NAME", "tool_verilator ? (NAME)"])
def test_no_file_above_the_folder_is_copied_to_above_it(package: Path, form: str) -> None:
    """FuseSoC copies `../../../x` to the same name below its working folder."""
    file = package / "main.core"
    for number, name in enumerate(("../package/main.v", "../../../../main.v")):
        text = MAIN.replace(" GENERATE", "").replace("[main.v]", f'["{form.replace("NAME", name)}"]')
        file.write_text(text)
        if number:
            with pytest.raises(FairhashError, match="FuseSoC would write outside of its folder"):
                read_fusesoc(file, "default")
        else:
            assert read_fusesoc(file, "default").top == "main"


def test_a_generator_behind_a_link_or_a_merge_is_refused(package: Path, checkout: Path) -> None:
    """FuseSoC follows links to folders, and merges tables by a key of its own."""
    file = package / "main.core"
    file.write_text(MAIN.replace(" GENERATE", ""))
    (checkout / "outside").mkdir()
    (checkout / "outside" / "other.core").write_text("CAPI=2:\nname: vendor:hash:other:1.0\n" + GENERATOR)
    (package / "round").symlink_to(package)
    assert read_fusesoc(file, "default").top == "main"
    (package / "deep").symlink_to(checkout / "outside")
    with pytest.raises(FairhashError, match=r"deep/other\.core"):
        read_fusesoc(file, "default")
    (package / "deep").unlink()
    merged = "".join(f"  {line}\n" for line in GENERATOR.splitlines())
    (package / "other.core").write_text(
        f"CAPI=2:\nname: vendor:hash:other:1.0\n<<__FUSESOC_MERGE_OVERLOAD__<<:\n{merged}"
    )
    with pytest.raises(FairhashError, match="a table that FuseSoC merges"):
        read_fusesoc(file, "default")


def test_anchors_do_not_multiply_the_work(package: Path) -> None:
    """Tables that contain each other, or ten of the one before, twenty times over."""
    lines = "".join(f"x{number}: &x{number} [{', '.join([f'*x{number - 1}'] * 10)}]\n" for number in range(1, 21))
    (package / "other.core").write_text(
        f"CAPI=2:\nname: vendor:hash:other:1.0\na: &a [*a]\nx0: &x0 [1]\n{lines}" + PROVIDER
    )
    with pytest.raises(FairhashError, match="`provider` declares"):
        require_no_programs(package / "main.core")
    text = (package / "other.core").read_text().replace(PROVIDER, "")
    (package / "other.core").write_text(text)
    require_no_programs(package / "main.core")


@pytest.mark.parametrize("how", ["environment", "relative", "named"])
def test_every_library_of_fusesoc_is_checked(
    package: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Those in $FUSESOC_CORES, in a folder relative to fusesoc.conf, and in the default folder of libraries."""
    file = package / "main.core"
    file.write_text(MAIN.replace(" GENERATE", ""))
    configuration = checkout / "config" / "fusesoc" / "fusesoc.conf"
    configuration.parent.mkdir(parents=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(checkout / "data"))
    folder = checkout / {"environment": "env", "relative": "config/mine", "named": "data/fusesoc/mine"}[how]
    folder.mkdir(parents=True)
    (folder / "other.core").write_text("CAPI=2:\nname: vendor:hash:other:1.0\n" + GENERATOR)
    if how == "environment":
        monkeypatch.setenv("FUSESOC_CORES", str(folder))
    else:
        configuration.write_text("[library.mine]\n" + {"relative": "location = ../mine\n", "named": ""}[how])
    with pytest.raises(FairhashError, match=r"other\.core"):
        read_fusesoc(file, "default")


@pytest.mark.parametrize("name", ["FOLDER/main.v", '"a b.v"'])
def test_sources_that_fusesoc_lists_have_plain_names(package: Path, checkout: Path, name: str) -> None:
    """Absolute names are those of files outside the package; others could be read as options."""
    shutil.copyfile(package / "main.v", checkout / "main.v")
    shutil.copyfile(package / "main.v", package / "a b.v")
    file = package / "main.core"
    file.write_text(MAIN.replace(" GENERATE", "").replace("[main.v]", f"[{name.replace('FOLDER', str(checkout))}]"))
    line = fairhash("show", file).refusal()
    assert "must be letters" in line or "is absolute" in line


def test_an_edited_copy_is_replaced(package: Path) -> None:
    """FuseSoC's copies are named by the digest of their files, which is checked again."""
    file = package / "main.core"
    file.write_text(MAIN.replace(" GENERATE", ""))
    sources = read_fusesoc(file, "default")
    copy = sources.home / sources.files[0]
    whole = copy.read_text()
    copy.write_text(whole + "// edited\n")
    assert read_fusesoc(file, "default") == sources
    assert copy.read_text() == whole
