# SPDX-License-Identifier: Apache-2.0
"""A FuseSoC core that runs a program or fetches sources is refused unless it is trusted."""

from pathlib import Path

import pytest

from fairhash.errors import FairhashError
from fairhash.external.fusesoc_programs import trusted
from fairhash.external.read_fusesoc import read_fusesoc
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
    with pytest.raises(FairhashError, match=r"FuseSoC would run or fetch .*`generators`.*main\.core.*--trust"):
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
