# SPDX-License-Identifier: Apache-2.0
"""Reading cores.toml, and suggestions for an unknown core."""

import shutil
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog import cores

_KNOWN = [
    *("groestl-512/highspeed", "jh42-256/lightweight", "keccak-256/highspeed"),
    *("keccak-512/highspeed", "keccak-512/lightweight", "sha-512/highspeed"),
]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("keccak-512/higspeed", "did you mean keccak-512/highspeed"),
        ("kecak-256/highspeed", "did you mean keccak-256/highspeed"),
        ("sha512/highspeed", "did you mean sha-512/highspeed"),
        ("SHA-512/highspeed", "did you mean sha-512/highspeed"),
        ("sha-512", "did you mean sha-512/highspeed?"),
        ("keccak", "did you mean keccak-256/highspeed, keccak-512/highspeed, keccak-512/lightweight?"),
        ("keccak-512/x", "did you mean keccak-512/highspeed, keccak-512/lightweight?"),
        ("zzz", "see fairhash list"),
        ("", "see fairhash list"),
    ],
)
def test_an_unknown_core_suggests_similar_names(name: str, hint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Similar names, best first; for an existing algorithm only its cores; for a part of a name all that contain it."""
    monkeypatch.setattr(cores, "all_cores", lambda: dict.fromkeys(_KNOWN))
    with pytest.raises(FairhashError) as caught:
        cores.find_core(name)
    assert str(caught.value).startswith(f"unknown core {name!r}; {hint}")


def test_only_cores_of_an_existing_algorithm_are_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    """keccak-256/highspeed is more similar in spelling than keccak-512/lightweight, but is another algorithm."""
    monkeypatch.setattr(cores, "all_cores", lambda: dict.fromkeys(_KNOWN))
    with pytest.raises(FairhashError) as caught:
        cores.find_core("keccak-512/higspeed")
    assert "keccak-256" not in str(caught.value)


_GROUPED = """
[family]
files = ["a.vhd"]
word_bits = 64
[group.ring]
files = ["b.vhd"]
entity = "ring"
[[core]]
group = "{group}"
files = ["c.vhd"]
algorithm = "x-64"
architecture = "y"
block_bits = 64
digest_bits = 64
formula = {{ setup = 1, load = 1, block = 2, unload = 1 }}
"""


def _write_cores(rtl: Path, group: str) -> Path:
    family = rtl / "x"
    family.mkdir()
    for name in "abc":
        (rtl / f"{name}.vhd").touch()
    file = family / "cores.toml"
    file.write_text(_GROUPED.format(group=group))
    return file


def test_a_group_shares_keys_and_files(tmp_path: Path) -> None:
    """A core's files are those of the family, then of the group, then its own."""
    (core,) = cores.read_cores(_write_cores(tmp_path, "ring"))
    assert (core.entity, core.files) == ("ring", ("a.vhd", "b.vhd", "c.vhd"))


def test_an_unknown_group_is_rejected(tmp_path: Path) -> None:
    """The error names the missing table."""
    file = _write_cores(tmp_path, "rings")
    with pytest.raises(FairhashError, match=r"core 1 names an unknown group 'rings'.*add \[group.rings\]"):
        cores.read_cores(file)


def test_a_core_with_two_names_is_one_core() -> None:
    """Either name finds it, and it is listed once."""
    keccak = cores.find_core("keccak-512/case-1")
    assert keccak is cores.find_core("keccak-512/highspeed")
    assert keccak.other_names == ("keccak-512/case-1",)
    assert "keccak-512/case-1" not in cores.all_cores()
    assert cores.main_name("keccak-512/case-1") == "keccak-512/highspeed"
    assert cores.main_name("md6-512/highspeed") == "md6-512/highspeed"


def test_no_core_has_the_second_name_of_another(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(checkout / "rtl", tmp_path / "rtl")
    file = tmp_path / "rtl" / "keccak" / "cores.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('architecture = "case-2"', 'architecture = "case-1"', 1), encoding="utf-8")
    monkeypatch.setattr(paths, "rtl", lambda: tmp_path / "rtl")
    with pytest.raises(FairhashError, match="core keccak-256/case-1 is declared twice"):
        cores.all_cores()


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("sha3-224/highspeed", "keccak-224/highspeed"),
        ("sha3-256/highspeed", "keccak-256/highspeed"),
        ("sha3-384/highspeed", "keccak-384/highspeed"),
        ("keccak-r2-512/case-2", "keccak-512/case-2"),
        ("sha3-512/case-1", "keccak-512/highspeed"),
        ("sha3-256/slices-8", "keccak-256/lightweight"),
        ("blake-256/nothing", "blake-256/nothing"),
    ],
)
def test_a_core_has_the_name_of_each_of_its_algorithms(name: str, core: str) -> None:
    """SHA-3 and Keccak differ in padding only."""
    assert cores.main_name(name) == core


def test_cores_of_another_name_of_the_algorithm_are_suggested() -> None:
    """The algorithm alone, or an architecture that it does not have."""
    with pytest.raises(FairhashError, match=r"unknown core 'sha3-512'; did you mean .*keccak-512/highspeed"):
        cores.find_core("sha3-512")


def test_cycles_of_another_output() -> None:
    """Rate 1344 bits, 21 words of 64 bits or 84 of 16; defaults of 256 bits."""
    shake128 = cores.find_core("shake128/overlapped")
    assert shake128.cycles(1) == shake128.cycles(1, 4) == 1 + 21 + 24 + 4
    assert [shake128.cycles(1, words) for words in (1, 21, 22, 64)] == [47, 67, 47 + 25, 47 + 3 * 25]
    turbo = cores.find_core("turboshake128/overlapped")
    # words take two cycles of io_clk; 21 + 8 of these are rounded up to 15 cycles of clk
    assert [turbo.cycles(1, words) for words in (4, 5, 22)] == [4 + 12 + 15, 4 + 12 + 16, 4 + 12 + 12 + 21]
    assert cores.find_core("keccak-256/highspeed").cycles(2, 99) == 1 + 17 + 48 + 4
