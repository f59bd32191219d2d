# SPDX-License-Identifier: Apache-2.0
"""The manual page models/fairhash.3 against the header it is about."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FUNCTION = re.compile(r"^FAIRHASH_API\s+([\w\s*]+?)\s*\b(fairhash_\w+)\(([^;]*)\);", re.MULTILINE)


def _plain(text: str) -> str:
    return re.sub(r"\s*([*,])\s*", r"\1", " ".join(text.split()))


def declared(header: str) -> dict[str, tuple[str, list[str]]]:
    """Result and parameters of every public function of the header."""
    return {name: (_plain(result), _plain(rest).split(",")) for result, name, rest in FUNCTION.findall(header)}


def described(synopsis: str) -> dict[str, tuple[str, list[str]]]:
    """The same of a manual page's synopsis, in either form that mdoc has for a function."""
    found = {}
    for part in synopsis.split(".Ft ")[1:]:
        result, call, *more = part.strip().splitlines()
        name, *parameters = re.findall(r'"[^"]*"|\S+', call)[1:]
        parameters += [line.removeprefix(".Fa ") for line in more if line.startswith(".Fa ")]
        found[name] = (_plain(result.strip('"')), [_plain(one.strip('"')) for one in parameters])
    return found


@pytest.fixture(scope="module")
def page(checkout: Path) -> str:
    """The manual page's source."""
    return (checkout / "models" / "fairhash.3").read_text("utf-8")


@pytest.fixture(scope="module")
def header(checkout: Path) -> str:
    """The public header."""
    return (checkout / "models" / "include" / "fairhash.h").read_text("utf-8")


def test_every_function_is_described(page: str, header: str) -> None:
    """The synopsis has its prototype, the text says what it does."""
    functions = declared(header)
    assert len(functions) == header.count("\nFAIRHASH_API ") > 15
    synopsis, text = page.split(".Sh SYNOPSIS")[1].split(".Sh DESCRIPTION")
    assert described(synopsis) == functions
    assert [name for name in functions if not re.search(rf"^\.Fn {name}\b", text, re.MULTILINE)] == []


def test_every_constant_is_described(page: str, header: str) -> None:
    """Statuses and bit orders by their names, instruction sets by their prefix."""
    names = set(re.findall(r"^    (FAIRHASH_\w+)", header, re.MULTILINE))
    assert {"FAIRHASH_OK", "FAIRHASH_TOO_SMALL", "FAIRHASH_LSB_FIRST"} <= names
    assert {name for name in names if not re.search(rf"\b{name}\b", page)} == set()
    assert "FAIRHASH_CPU_" in page


@pytest.mark.parametrize("section", ["NAME", "RETURN VALUES", "EXAMPLES", "THREADS", "SECURITY CONSIDERATIONS"])
def test_sections(page: str, section: str) -> None:
    """What a manual page is opened for."""
    assert f"\n.Sh {section}\n" in page


def test_page_is_well_formed(checkout: Path) -> None:
    """No warning of groff, where there is one."""
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("no groff on this machine")
    command = [groff, "-mdoc", "-Tascii", "-ww", str(checkout / "models" / "fairhash.3")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "FAIRHASH(3)" in done.stdout
