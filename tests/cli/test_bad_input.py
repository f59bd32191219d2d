# SPDX-License-Identifier: Apache-2.0
"""Wrong use and broken environments: one line that says what, where and how to fix it, and status 2."""

import json
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from tests.cli.helpers import fairhash

_CORE = "keccak-512/highspeed"


@pytest.fixture
def empty_build(tmp_path: Path) -> Path:
    """A build folder with nothing but the software models."""
    build = tmp_path / "build"
    build.mkdir()
    (build / "models").symlink_to(paths.build() / "models")
    return build


@pytest.fixture
def other_checkout(checkout: Path, tmp_path: Path) -> Path:
    """A checkout whose rtl/ is a copy, to be spoiled."""
    root = tmp_path / "checkout"
    shutil.copytree(checkout / "rtl", root / "rtl")
    return root


@pytest.mark.parametrize("verb", [["show"], ["verify"], ["cycles"], ["implement", "--device", "ecp5-85k-8"]])
def test_unknown_core(verb: list[str]) -> None:
    """The nearest core is offered."""
    line = fairhash(*verb, "keccak-512/higspeed").refusal()
    assert "unknown core 'keccak-512/higspeed'" in line
    assert _CORE in line


@pytest.mark.parametrize(
    ("option", "known"),
    [(["--device", "ecp6"], "ecp5-85k-8"), (["--device", "ecp5-85k-8", "--recipe", "x"], "default")],
)
def test_unknown_device_and_recipe(option: list[str], known: str) -> None:
    """What there is instead."""
    assert known in fairhash("implement", _CORE, *option).refusal()


def test_clock_of_another_family() -> None:
    """The families whose placed cells can be simulated."""
    line = fairhash("clock", _CORE, "--device", "gw2a-18c").refusal()
    assert "no models of the placed cells of gw2a-18c" in line
    assert "ecp5, ice40" in line


def test_liberty(tmp_path: Path) -> None:
    """A file that is not there, one that is no Liberty file, neither device nor file, an FPGA with one."""
    text = tmp_path / "text.lib"
    text.write_text("nothing of the kind\n")
    assert "No such file" in fairhash("implement", _CORE, "--liberty", tmp_path / "none.lib").refusal()
    assert f"{text}: not a Liberty file: line 1" in fairhash("implement", _CORE, "--liberty", text).refusal()
    assert "--device or --liberty" in fairhash("implement", _CORE).refusal()
    both = ("implement", _CORE, "--device", "ecp5-85k-8")
    assert "is an FPGA" in fairhash(*both, "--liberty", text).refusal()
    assert "omit --dont-use" in fairhash(*both, "--dont-use", "X").refusal()


def test_unknown_mode() -> None:
    """The modes of the testbench are listed."""
    assert "back-to-back" in fairhash("verify", _CORE, "--mode", "sideways").refusal()


@pytest.mark.parametrize("verb", [["verify"], ["cycles"], ["implement", "--device", "ecp5-85k-8"]])
def test_missing_tool(verb: list[str], empty_build: Path) -> None:
    """Nothing on PATH: the first tool that is needed is named, and how to get it."""
    env = {"PATH": "/nonexistent", "FAIRHASH_BUILD": str(empty_build)}
    line = fairhash(*verb, _CORE, env=env).refusal()
    assert "is not installed" in line
    assert "./run --setup" in line


def test_models_not_built(tmp_path: Path) -> None:
    """Before ./run --setup."""
    line = fairhash("hash", "sha-256", env={"FAIRHASH_BUILD": str(tmp_path)}).refusal()
    assert "./run --setup" in line


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[core]]", "[[core]", "unreadable data file"),
        ("block_bits = 576", 'block_bits = "many"', "block_bits"),
        ("block_bits = 576", "block_bits = 570", "block_bits must be a multiple of word_bits"),
        ("block_bits = 576", "block_bits = 576\ncolour = 1", "colour"),
        ("keccak/keccak_pkg.vhd", "keccak/gone.vhd", "keccak/gone.vhd"),
    ],
)
def test_malformed_cores_toml(old: str, new: str, message: str, other_checkout: Path) -> None:
    """The file is named, and what is wrong in it."""
    file = other_checkout / "rtl" / "keccak" / "cores.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    line = fairhash("list", env={"FAIRHASH_ROOT": str(other_checkout)}).refusal()
    assert str(file) in line
    assert message in line


_HEADER = "algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source\n"
_EMPTY_256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("algorithm,digest\n", 1),
        (f"{_HEADER}SHA-2,FIPS180-4,256,0,,{_EMPTY_256},x\nSHA-2,FIPS180-4,256,8,,{_EMPTY_256},x\n", 3),
        (f"{_HEADER}SHA-2,FIPS180-4,256,0,,zz,x\n", 2),
    ],
)
def test_malformed_answer_file(text: str, line: int, tmp_path: Path) -> None:
    """The file and the line are named."""
    file = tmp_path / "answers.csv"
    file.write_text(text)
    assert f"{file}:{line}" in fairhash("answers", tmp_path).refusal()


def test_wrong_answer_is_a_verdict_not_a_refusal(tmp_path: Path) -> None:
    """A digest that differs ends with status 1 and shows both; the empty message of FIPS 180-4 is right."""
    file = tmp_path / "answers.csv"
    file.write_text(f"{_HEADER}SHA-2,FIPS180-4,256,0,,{_EMPTY_256},x\nSHA-2,FIPS180-4,256,8,00,{_EMPTY_256},x\n")
    outcome = fairhash("answers", tmp_path, "--json")
    assert outcome.status == 1
    data = json.loads(outcome.out)
    assert (data["checked"], data["failed"]) == (2, 1)
    assert _EMPTY_256 in data["files"][0]["failures"][0]


def test_no_answers(tmp_path: Path) -> None:
    """A folder without answer files, and a folder that is not there."""
    assert str(tmp_path) in fairhash("answers", tmp_path).refusal()
    assert str(tmp_path / "gone") in fairhash("answers", tmp_path / "gone").refusal()
    assert "no answers" in fairhash("verify", _CORE, "--answers", tmp_path).refusal()


@pytest.mark.parametrize("verb", [["report"], ["verify", _CORE], ["implement", _CORE, "--device", "ecp5-85k-8"]])
def test_unwritable_build_folder(verb: list[str]) -> None:
    """A place where nobody, not even root, can make a folder."""
    line = fairhash(*verb, env={"FAIRHASH_BUILD": "/dev/null/build"}).refusal()
    assert "/dev/null/build" in line
    assert "FAIRHASH_BUILD" in line


@pytest.mark.parametrize("verb", [["verify", _CORE], ["implement", _CORE, "--device", "ecp5-85k-8"]])
def test_no_room_for_files(verb: list[str], empty_build: Path) -> None:
    """The system refuses every byte written to a file, as a full disk does."""
    call = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from fairhash.cli.main import main; main()"
    )
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", call, *verb],
        env={"PATH": "/usr/bin:/bin", "FAIRHASH_BUILD": str(empty_build), "PYTHONPATH": ":".join(sys.path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done
    refusals = [line for line in done.stderr.splitlines() if line.startswith("fairhash: ")]
    assert len(refusals) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "axi-stream"', 'kind = "axi-stream"\nnames = { clok = "c" }', "'clok' is unknown (did you mean clk?)"),
        ('kind = "axi-stream"', 'kind = "axis-stream"', "'axis-stream' is unknown (did you mean axi-stream?)"),
        ('kind = "axi-stream"', 'kind = "x"', "ports.kind: must be 'fairhash', 'axi-stream', 'fifo'"),
        (
            'kind = "axi-stream"',
            'kind = "axi-stream"\nnames = { clk = "clock" }',
            "FILE: sha256_axis has no port clock; fix clk under [ports.names]: its inputs are aclk, aresetn,",
        ),
        (
            'kind = "axi-stream"',
            'kind = "axi-stream"\ntie = { scan = 0 }',
            "has no port scan; fix [ports.tie]: its",
        ),
        (
            "word_bits = 32",
            "word_bits = 64",
            "FILE: s_axis_tdata of sha256_axis has 32 bits instead of 64; fix in_data",
        ),
        (
            'kind = "axi-stream"',
            'kind = "axi-stream"\nout_word_bits = 96',
            "FILE: words of 96 bits do not divide a digest of 256 bits",
        ),
        ('top = "sha256_axis"', 'top = "sha256"', "fix `top`, or list the file of this module"),
        ('files = ["sha256_axis.v"]', 'files = ["sha256.v"]', "FILE: there is no sha256.v; fix `files`"),
        ('files = ["sha256_axis.v"]', 'files = ["sha256_axis.v"', "Unclosed array"),
        ("algorithm =", "algoritm =", "algoritm: unknown key (did you mean algorithm?)"),
    ],
    ids=["role", "kind", "no kind", "port", "tie", "width", "digest", "top", "file", "toml", "key"],
)
def test_a_wrong_entry_of_a_description(old: str, new: str, message: str, tmp_path: Path, checkout: Path) -> None:
    """Each is one line that says what to write."""
    shutil.copytree(checkout / "examples" / "sha256-verilog", tmp_path / "mine")
    file = tmp_path / "mine" / "bench.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert message.replace("FILE", str(file)) in fairhash("verify", file).refusal()


@pytest.mark.parametrize("name", ["sha256_axis.v", "."])
def test_a_source_is_no_description(name: str, checkout: Path) -> None:
    """A new user names the source file or its folder."""
    line = fairhash("bench", checkout / "examples" / "sha256-verilog" / name).refusal()
    assert "not a description of a core" in line
    assert line.endswith("name a *.toml file; see docs/bench-your-core.md")


def test_messages_of_tools_cannot_control_the_terminal() -> None:
    """A tool may quote any bytes of a source."""
    error = FairhashError("line 1:\x1b]0;title\x07 \x9b31m\tok", "file", "hint")
    assert str(error) == "file: line 1:\N{REPLACEMENT CHARACTER}]0;title\N{REPLACEMENT CHARACTER} " + (
        "\N{REPLACEMENT CHARACTER}31m ok; hint"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hash", "shake128", "--digest-bits", "9" * 40, "FILE"], "a number is too large"),
        (["hash", "shake128", "--digest-bits", str(2**60), "FILE"], "not enough memory"),
        (["pad", "sha-256", "--in-flight", str(10**12), "FILE"], "--in-flight"),
    ],
    ids=["no C number", "no memory", "no core has so many"],
)
def test_numbers_beyond_the_machine(arguments: list[str], message: str, tmp_path: Path) -> None:
    """An option without a limit of its own may ask for more than C or the memory has."""
    file = tmp_path / "file"
    file.touch()
    assert message in fairhash(*(str(file) if word == "FILE" else word for word in arguments)).refusal()


@pytest.mark.parametrize("before", [["implement", _CORE, "--liberty"], ["bench", "--init", "top"], ["site", "--to"]])
def test_a_link_to_itself(before: list[str], tmp_path: Path) -> None:
    """It is refused like a file that is missing."""
    link = tmp_path / "loop.v"
    link.symlink_to(link)
    assert "loop.v" in fairhash(*before, link, cwd=tmp_path).refusal()


def test_the_name_of_a_file_cannot_control_the_terminal(tmp_path: Path) -> None:
    """Neither in an error of ours nor in one of the system or of the command line."""
    name = "\x1b]0;title\x07.toml"
    (tmp_path / name).write_text("x")
    for arguments in (["show", name], ["hash", "sha-256", f"{name}/x"], ["campaign", name, "--status"], [name]):
        assert fairhash(*arguments, cwd=tmp_path).refusal().isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        ["pad", "sha-256", "--core", ""],
        ["verify", _CORE, "--netlist", ""],
        ["area", _CORE, "--device", "ecp5-85k-8", "--recipe", ""],
    ],
)
def test_an_empty_name_is_no_missing_option(arguments: list[str]) -> None:
    """A script with an unset variable must not skip the check of a netlist."""
    assert "unknown" in fairhash(*arguments).refusal()


@pytest.mark.parametrize("pattern", ["", "A B", "A;B", "$(id)"])
def test_a_cell_name_is_one_word_for_the_tools(pattern: str) -> None:
    """Yosys would read further words as options."""
    line = fairhash("implement", _CORE, "--device", "osu018", "--dont-use", pattern).refusal()
    assert "is no name of a cell" in line


@pytest.mark.parametrize("text", ["[", "-", "\x1b", "\N{DEVANAGARI LETTER A}"])
def test_a_filter_without_letters_lists_nothing(text: str) -> None:
    """It is no empty filter, which lists all cores."""
    assert "unknown core or algorithm" in fairhash("list", "--", text).refusal()


@pytest.mark.parametrize(
    "arguments", [["export", "package", _CORE, "--to"], ["bench-models", "--quick", "sha-1", "--to"]]
)
def test_a_folder_that_cannot_be_written(arguments: list[str]) -> None:
    """The hint is to name another one: FAIRHASH_BUILD does not change it."""
    line = fairhash(*arguments, "/dev/null/x").refusal()
    assert "name a writable folder" in line
    assert "FAIRHASH_BUILD" not in line


@pytest.mark.parametrize("number", ["nan", "inf", "1e308", "1e-308"])
@pytest.mark.parametrize("arguments", [["interface", _CORE, "--clock"]])
def test_numbers_that_no_circuit_has(arguments: list[str], number: str) -> None:
    """Every comparison of nan with the ends of a range is false."""
    assert "--help" in fairhash(*arguments, number).refusal()


def test_one_output_of_the_site_at_a_time(tmp_path: Path) -> None:
    """Each of these options says to write only one thing; an empty version is none."""
    line = fairhash("site", "--refresh", "--picture", tmp_path / "x.svg").refusal()
    assert "give only one of" in line
    assert "no release ''" in fairhash("site", "--release", "").refusal()


def test_unknown_device_of_a_paper() -> None:
    """Also where no tool is needed."""
    assert "unknown device 'ecp6'" in fairhash("paper", "A", "--stored", "--device", "ecp6").refusal()
