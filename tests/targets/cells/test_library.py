# SPDX-License-Identifier: Apache-2.0
"""Tests of reading Liberty files, and of the messages for unusable ones."""

import gzip
import re
from itertools import product
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.liberty import installed_files, liberty_files
from fairhash.catalog.targets import find_target, libraries
from fairhash.targets.cells import cells_kind
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.read_library import evaluate, inputs_of, read_library


def _library(file: Path, **more: str) -> Library:
    return read_library(CellLibrary(kind="cells", id="x", liberty=(file,), **more))  # type: ignore[arg-type]


def test_a_small_library_is_read_as_written(tiny: Library) -> None:
    """Cells are found by their functions; units, default and repeated groups as the file has them."""
    assert (tiny.name, tiny.nand2, tiny.driver) == ("tiny cells", "NAND", "BUF")
    assert (tiny.flip_flop.cell, tiny.flip_flop.clock, tiny.flip_flop.data, tiny.flip_flop.output) == (
        *("REG", "CK"),
        *("D", "Q"),
    )
    assert (tiny.voltage_v, tiny.clock_transition) == (2.0, 0.1)
    assert tiny.capacitance_f == pytest.approx(1e-14)
    assert tiny.leakage_w == pytest.approx(1e-8)
    assert tiny.cells["REG"].leakage == 5
    assert tiny.gate_equivalents(10) == 2.5
    (by_a, _) = tiny.cells["NAND"].pins["Y"].internal_power
    assert by_a.rise is not None
    assert (by_a.rise.interpolate(1, 0.1), by_a.rise.interpolate(3, 0.1), by_a.rise.interpolate(1, 0.5)) == (1, 3, 5)
    assert by_a.rise.interpolate(2, 0.3) == pytest.approx(4)
    assert by_a.rise.interpolate(5, 0.1) == pytest.approx(5)


def _drawn_area(lef: Path, cell: str) -> float:
    """Area of a cell in µm², from the size that a LEF file draws it with."""
    drawn = re.search(rf"MACRO {cell}\s.*?SIZE ([\d.]+) BY ([\d.]+)", lef.read_text(), re.DOTALL)
    assert drawn is not None
    width, height = map(float, drawn.groups())
    return width * height


@pytest.mark.parametrize(
    ("name", "nand2", "lef", "register", "transition"),
    [
        ("osu018", 24, "osu018_stdcells.lef", "DFFPOSX1", 0.06),
        ("nangate45", 0.798, "../lef/NangateOpenCellLibrary.macro.mod.lef", "DFF_X1", 0.00117378),
        # the package has no LEF file of SKY130; its documentation gives 1.38 um x 2.72 um for nand2_1
        ("sky130hd", 3.7536, "", "sky130_fd_sc_hd__dfxtp_1", 0.01),
    ],
)
def test_declared_libraries_have_the_documented_cells(
    name: str, nand2: float, lef: str, register: str, transition: float
) -> None:
    """The unit's area against the size of the drawn cell; the declared corner against the file; no excluded cell."""
    declared = libraries()[name]
    library = read_library(declared)
    area = _drawn_area(installed_files(declared)[0].parent / lef, library.nand2) if lef else 1.38 * 2.72
    assert library.cells[library.nand2].area == nand2 == pytest.approx(area)
    assert declared.corner is not None
    assert library.voltage_v == declared.corner.voltage_v
    assert (library.flip_flop.cell, library.clock_transition) == (register, transition)
    # without the declared name the same unit is found by its function
    found = read_library(declared.model_copy(update={"nand2": "", "driver": ""}))
    assert (found.nand2, found.driver) == (library.nand2, library.driver)


def test_a_compressed_library_is_unpacked_once(
    tiny_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--liberty with a .lib.gz: the plain text is in the build folder, and its digest is that of the plain file."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path / "build"))
    packed = tmp_path / "tiny.lib.gz"
    packed.write_bytes(gzip.compress(tiny_file.read_bytes()))
    found = find_target(None, [packed])
    assert isinstance(found, CellLibrary)
    assert read_library(found).digest == _library(tiny_file).digest
    (copy,) = liberty_files(found)
    assert copy.is_relative_to(tmp_path / "build")
    assert copy.read_bytes() == tiny_file.read_bytes()
    packed.write_bytes(b"not compressed")
    with pytest.raises(FairhashError, match="cannot unpack the Liberty file"):
        liberty_files(found)


def test_a_library_of_a_package_that_is_not_installed() -> None:
    missing = libraries()["sky130hd"].model_copy(update={"package": "no-such-package"})
    with pytest.raises(FairhashError, match=r"no-such-package, which contains .*sky130hd, is not installed.*--setup"):
        read_library(missing)


def test_neither_package_nor_licence_of_a_library_is_in_a_key() -> None:
    """The digest of the contents is: so the declared library and a copy of its file are the same."""
    facts = cells_kind.library_facts(libraries()["osu018"])
    assert sorted(facts["library"]) == ["dont_use", "driver", "kind", "nand2"]
    assert facts["liberty"] == "aa2f884366ad78499b4d3effbec1899d7c7b72d826d56405bef6c24292136f17"


def test_a_copied_library_has_the_same_digest(tmp_path: Path) -> None:
    """--liberty: the same library from another place, named by itself, by --device, or as a declared one."""
    there = tmp_path / "my copy.lib"
    there.write_bytes(libraries()["osu018"].liberty[0].read_bytes())
    for name, known in ((None, "osu018-stdcells"), ("mine", "mine"), ("osu018", "osu018")):
        found = find_target(name, [there])
        assert isinstance(found, CellLibrary)
        assert found.id == known
        assert read_library(found).digest == read_library(libraries()["osu018"]).digest
        assert ("CLKBUF*" in found.dont_use) == (name == "osu018")
    assert "BUF*" in getattr(find_target(None, [there], ["BUF*"]), "dont_use", ())


def test_cells_of_several_files_are_one_library(tiny_file: Path, tmp_path: Path) -> None:
    """Cells of several files are one library."""
    text = tiny_file.read_text()
    first = text.index("  cell (BUF)")
    head = text[: text.index("  cell (NAND)")]
    (tmp_path / "a.lib").write_text(text[:first] + "}")
    (tmp_path / "b.lib").write_text(head + text[first:])
    library = read_library(CellLibrary(kind="cells", id="x", liberty=(tmp_path / "a.lib", tmp_path / "b.lib")))
    assert sorted(library.cells) == ["BUF", "NAND", "REG"]


def test_incorrect_library_files_are_reported(tiny_file: Path, tmp_path: Path) -> None:
    """Each message is one line with the fault, the file and a hint."""
    text = tiny_file.read_text()
    cases = {
        "not a Liberty file: line 1": "a cell library\n",
        "not a Liberty file: line": text[:-30],
        "not a Liberty file: it holds no library": "",
        "the library has no two-input NAND": text.replace("A' + !B", "A' * !B"),
        "the library has no buffer": text.replace('"(A)"', '"(!A)"'),
        "the library has no plain rising-edge flip-flop": text.replace('clocked_on : "CK"', 'clocked_on : "!CK"'),
        "the library does not define nom_voltage": text.replace("nom_voltage : 2.0;", ""),
    }
    for number, (said, content) in enumerate(cases.items()):
        file = tmp_path / f"{number}.lib"
        file.write_text(content)
        with pytest.raises(FairhashError) as caught:
            _library(file)
        assert said in str(caught.value)
        assert str(file) in str(caught.value)
        assert "\n" not in str(caught.value)
    with pytest.raises(FairhashError, match="cannot read the Liberty file: No such file"):
        _library(tmp_path / "none.lib")
    with pytest.raises(FairhashError, match="no cell NAND9"):
        _library(tiny_file, nand2="NAND9")
    with pytest.raises(FairhashError, match="ecp5-85k-8 is an FPGA"):
        find_target("ecp5-85k-8", [tiny_file])
    with pytest.raises(FairhashError, match=r"unknown device 'osu19'.*osu018"):
        find_target("osu19")
    with pytest.raises(FairhashError, match="neither a device nor"):
        find_target(None)


@pytest.mark.parametrize(
    ("function", "meaning"),
    [
        ("(!(A B))", lambda a, b, c: not (a and b)),
        ("A' + B'", lambda a, b, c: not (a and b)),
        ("A+B*C", lambda a, b, c: a or (b and c)),
        ("(A | B) & !C", lambda a, b, c: (a or b) and not c),
        ("A ^ B C", lambda a, b, c: (a != b) and c),
        ("!A ^ (B+C)'", lambda a, b, c: (not a) != (not (b or c))),
        ("1 A", lambda a, b, c: a),
    ],
)
def test_functions_evaluate_like_python(function: str, meaning: object) -> None:
    """Each operator of Liberty, compared with Python."""
    assert callable(meaning)
    for a, b, c in product((False, True), repeat=3):
        assert evaluate(function, {"A": a, "B": b, "C": c}) == meaning(a, b, c)
    assert inputs_of(function) <= {"A", "B", "C"}


@pytest.mark.parametrize("function", ["", "(A", "A +", "A)", "Q"])
def test_an_unreadable_function_is_an_error(function: str) -> None:
    """It raises ValueError."""
    with pytest.raises(ValueError, match="unreadable"):
        evaluate(function, {"A": True})
