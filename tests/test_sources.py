# SPDX-License-Identifier: Apache-2.0
"""What holds for every file: licence, size, links that lead somewhere, hardware that belongs to a core."""

import importlib
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from fairhash.features.package.component import find_component
from fairhash.studies.system.accelerator import SHARED
from fairhash.studies.system.accelerator_external import ADAPTER

_CODE = {".py", ".sh", ".vhd", ".c", ".h", ".cpp", ".v"}
_COMMENTED = _CODE | {".toml", ".txt", ".in", ".yml", ".yaml", ".cff", ".html", ".css", ".js"}
_COMMENTED_NAMES = {"run", "test"}
_LICENCE = "SPDX-License-Identifier: Apache-2.0"
_LONGEST_LINES = 400


@pytest.fixture(scope="module")
def tracked(checkout: Path) -> list[Path]:
    """Every file that git has or would add."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=checkout,
        capture_output=True,
        check=True,
    ).stdout.split(b"\0")
    files = [checkout / name.decode() for name in names if name]
    return [file for file in files if file.is_file()]


def without_licence(files: list[Path]) -> list[Path]:
    """Sources whose first line (second after ``#!`` or a doctype) does not say their licence; data has none."""
    wrong = []
    for file in files:
        if (file.suffix in _COMMENTED or file.name in _COMMENTED_NAMES) and file.parent.name != "data":
            first, second, *_ = [*file.read_text(encoding="utf-8").splitlines(), "", ""]
            if _LICENCE not in (second if first.startswith(("#!", "<!")) else first):
                wrong.append(file)
    return wrong


def test_every_source_names_its_licence(tracked: list[Path]) -> None:
    """The SPDX line of docs/conventions.md."""
    assert without_licence(tracked) == []


def test_a_missing_licence_is_detected(tmp_path: Path) -> None:
    """The check itself, on one bad and two good files."""
    texts = {"bad.py": '"""No."""\n', "good.vhd": f"-- {_LICENCE}\n", "run": f"#!/bin/sh\n# {_LICENCE}\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert without_licence(sorted(tmp_path.iterdir())) == [tmp_path / "bad.py"]


def test_the_licence_file_is_complete(checkout: Path) -> None:
    """LICENSE is the Apache License 2.0 from its title to its appendix."""
    text = (checkout / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License\n                           Version 2.0, January 2004" in text
    assert "9. Accepting Warranty or Additional Liability" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_no_source_has_more_than_400_lines(tracked: list[Path]) -> None:
    """Past 400 lines a file is to be split (docs/conventions.md)."""
    lengths = {file: len(file.read_bytes().splitlines()) for file in tracked if file.suffix in _CODE}
    assert lengths
    assert {str(file): lines for file, lines in lengths.items() if lines > _LONGEST_LINES} == {}


def broken_links(page: Path) -> list[str]:
    """Relative links and pictures of a Markdown page that lead to no file or to no heading of it."""
    wrong = []
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists() or (anchor and anchor not in _anchors(file)):
            wrong.append(f"{page.name}: {target}")
    return wrong


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+\s+(.*?)\s*$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_in_pages_exist(tracked: list[Path]) -> None:
    """Every relative link of every page."""
    pages = [file for file in tracked if file.suffix == ".md"]
    assert any(page.name == "README.md" for page in pages)
    assert [link for page in pages for link in broken_links(page)] == []


def test_a_broken_link_is_detected(tmp_path: Path) -> None:
    """The check itself: a missing file and a missing heading are reported, correct links and code are not."""
    page = tmp_path / "page.md"
    page.write_text(
        "# A title\n[a](page.md) [b](#a-title) [c](gone.md) ![d](page.md#gone) [e](https://x.y/z) `[f](no)`\n"
    )
    assert broken_links(page) == ["page.md: gone.md", "page.md: page.md#gone"]


def unused_hardware(rtl: Path) -> list[str]:
    """VHDL files that no cores.toml lists."""
    listed: set[str] = set()
    for file in rtl.glob("*/cores.toml"):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        for table in (data.get("family", {}), *data.get("group", {}).values(), *data["core"]):
            listed.update(table.get("files", []))
    return sorted({str(file.relative_to(rtl)) for file in rtl.rglob("*.vhd")} - listed)


def test_every_vhdl_file_belongs_to_a_core(checkout: Path) -> None:
    """A VHDL file that no core lists is verified and measured by nobody.

    Adapters, padding units, components and accelerators belong to no core; memories are offered in all kinds, and
    tests/rtl/ops/test_memories.py tests each.
    """
    unused = unused_hardware(checkout / "rtl")
    others = ("accelerator/", "adapters/", "components/", "ops/memory_", "padding/")
    assert [name for name in unused if not name.startswith(others)] == []


def test_every_part_of_the_components_is_used(checkout: Path) -> None:
    """Each file of rtl/components and rtl/padding is a source of a component, and so is tested with it."""
    names = ("sha-256/highspeed", "shake128/highspeed")
    components = [find_component(name, own_clock=own_clock) for name in names for own_clock in (False, True)]
    used = {file for component in components for file in component.files}
    for folder in ("components", "padding"):
        files = {f"{folder}/{file.name}" for file in (checkout / "rtl" / folder).glob("*.vhd")}
        assert files
        assert files <= used


def test_every_part_of_the_accelerator_is_used(checkout: Path) -> None:
    """Each file of rtl/accelerator is a source of all accelerators or of those of external cores, which are tested."""
    files = {f"accelerator/{file.name}" for file in (checkout / "rtl" / "accelerator").glob("*.vhd")}
    assert files
    assert files <= {*SHARED, ADAPTER}


def test_every_adapter_is_used(checkout: Path) -> None:
    """Each file of rtl/adapters is named by what puts it around a core, and so goes through their tests."""
    package = checkout / "src" / "fairhash"
    sources = [package / "testbench" / "bridges.py", package / "studies" / "external" / "export.py"]
    named = "".join(source.read_text(encoding="utf-8") for source in sources)
    files = sorted((checkout / "rtl" / "adapters").glob("*.vhd"))
    assert files
    assert [file.name for file in files if f"adapters/{file.name}" not in named] == []


def test_an_unused_vhdl_file_is_detected(tmp_path: Path) -> None:
    """The check itself."""
    family = tmp_path / "toy"
    family.mkdir()
    for name in ("used.vhd", "left.vhd", "shared.vhd"):
        (family / name).touch()
    (family / "cores.toml").write_text('[family]\nfiles = ["toy/shared.vhd"]\n[[core]]\nfiles = ["toy/used.vhd"]\n')
    assert unused_hardware(tmp_path) == ["toy/left.vhd"]


def test_versions_match_the_project(checkout: Path) -> None:
    """pyproject.toml, the models and CITATION.cff have one version; CITATION.cff has the keys of its format."""
    yaml: Any = importlib.import_module("yaml")
    citation = yaml.safe_load((checkout / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == project["version"]
    cmake = (checkout / "models" / "CMakeLists.txt").read_text(encoding="utf-8")
    assert f"project(fairhash VERSION {project['version']} " in cmake
    assert citation["license"] == project["license"]["text"]
    assert all("name" in author or "family-names" in author for author in citation["authors"])
