# SPDX-License-Identifier: Apache-2.0
"""Netlists of vendor cells: right ones pass, faults are found, what cannot be simulated is an error."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.netlist.check_netlist import MODES, NetlistCheck, check_netlist
from fairhash.netlist.netlist_engine import CELLS
from fairhash.toolchain import yosys
from fairhash.toolchain.elaborate import elaborate
from tests.testbench.toys import TOY, bad_cores, options, toy_core

SYNTHESIS = {
    "ecp5": "synth_ecp5 -nobram -nodsp -nolutram -noiopad",
    "ice40": "synth_ice40 -nobram",
    "gowin": "synth_gowin -family gw2a -nobram -nodsp -nolutram -noiopads",
    "gatemate": "synth_gatemate -luttree -nobram -nomult -noiopad -noclkbuf",
    "machxo3": "synth_lattice -family xo3 -nobram -nolutram",
}
EXPECTED_CELLS = {
    "ecp5": {"LUT4", "CCU2C", "TRELLIS_FF", "PFUMX", "L6MUX21"},
    "ice40": {"SB_LUT4", "SB_CARRY", "SB_DFFE", "SB_DFFESR", "SB_DFFSR"},
    "gowin": {"LUT2", "LUT3", "LUT4", "ALU", "DFFE", "DFFRE", "VCC", "GND"},
    "gatemate": {"CC_LUT2", "CC_L2T4", "CC_L2T5", "CC_ADDF", "CC_DFF", "CC_MX2"},
    "machxo3": {"LUT4", "CCU2D", "TRELLIS_FF"},
}


@dataclass(frozen=True)
class Device:
    """A device of a family."""

    id: str
    family: str


Synthesised = Callable[[str], str]


@pytest.fixture(scope="module")
def synthesised(tmp_path_factory: pytest.TempPathFactory) -> Synthesised:
    """The text of the toy's netlist for a family; with two clocks, so that both are seen."""
    done: dict[str, str] = {}

    def netlist(family: str) -> str:
        if family not in done:
            folder = tmp_path_factory.mktemp(family)
            core = toy_core("two-clocks")
            commands = [
                f"read_verilog {elaborate(core, folder)}",
                f"{SYNTHESIS[family]} -top {core.entity}",
                "delete t:$scopeinfo",
                "write_verilog -noattr -noexpr netlist.v",
            ]
            assert yosys.run_script(commands, folder, "script", 100).ok
            done[family] = (folder / "netlist.v").read_text(encoding="utf-8")
        return done[family]

    return netlist


def _check(text: str, family: str, folder: Path) -> NetlistCheck:
    file = folder / "netlist.v"
    file.write_text(text, encoding="utf-8")
    core = toy_core("two-clocks")
    return check_netlist(
        core, file, Device(f"{family}-any", family), folder, options=options("answers", "random"), reference=TOY
    )


@pytest.mark.parametrize("family", sorted(SYNTHESIS))
def test_a_correct_netlist_passes(family: str, synthesised: Synthesised, tmp_path: Path) -> None:
    text = synthesised(family)
    cells = set(re.findall(r"^  (\w+) (?:#\(|\w+ \()", text, re.MULTILINE)) - {"input", "output", "wire", "module"}
    assert cells >= EXPECTED_CELLS[family]
    models = (CELLS / f"{family}.v").read_text("utf-8")
    if family == "machxo3":
        models += (CELLS / "ecp5.v").read_text("utf-8")
    assert cells <= set(re.findall(r"^module (\w+)", models, re.MULTILINE))
    check = _check(text, family, tmp_path)
    assert check.status == "pass", check.reason
    assert check.messages == 64


@pytest.mark.parametrize("family", ["ecp5", "ice40"])
@pytest.mark.parametrize("place", [0.2, 0.5, 0.8])
def test_one_flipped_bit_of_a_lut_is_detected(
    family: str, place: float, synthesised: Synthesised, tmp_path: Path
) -> None:
    """Tables of the exclusive or of two signals, state and message: every entry of two 0s, the first one, is used."""
    text = synthesised(family)
    tables = [found for found in re.finditer(r"INIT\(16'h([0-9a-f]{4})\)", text) if found[1] == "0ff0"]
    chosen = tables[int(place * len(tables))]
    check = _check(text[: chosen.start(1)] + "0ff1" + text[chosen.end(1) :], family, tmp_path)
    assert check.status == "fail"
    assert re.match(r"(answers|random): .* \(seed \d+\)$", check.reason)


@pytest.mark.parametrize(
    ("family", "fault"),
    [
        ("gowin", (r"ALU.*?\.I0\((.*?)\)", "1'h1")),
        ("gatemate", (r"CC_DFF.*?\.D\((.*?)\)", "1'h0")),
        ("machxo3", (r"CCU2D.*?\.A0\((.*?)\)", "1'h1")),
        ("gowin", (r"DFFRE.*?\.RESET\((.*?)\)", "1'h0")),
        ("gatemate", (r"CC_L2T4.*?\.INIT_L10\(4'h(.)\)", "0")),
    ],
)
def test_a_fault_is_detected(family: str, fault: tuple[str, str], synthesised: Synthesised, tmp_path: Path) -> None:
    text = synthesised(family)
    place = re.search(fault[0], text, re.DOTALL)
    assert place is not None
    assert _check(text[: place.start(1)] + fault[1] + text[place.end(1) :], family, tmp_path).status == "fail"


def test_a_swapped_carry_is_detected(synthesised: Synthesised, tmp_path: Path) -> None:
    text = synthesised("ice40")
    carry = re.search(r"SB_CARRY .*?\.I0\((.*?)\)", text, re.DOTALL)
    assert carry is not None
    check = _check(text[: carry.start(1)] + "1'h1" + text[carry.end(1) :], "ice40", tmp_path)
    assert check.status == "fail"


def test_a_missing_reset_is_not_hidden_by_power_up(synthesised: Synthesised, tmp_path: Path) -> None:
    text = synthesised("ecp5").replace(".LSR(rst)", ".LSR(1'h0)")
    assert text != synthesised("ecp5")
    assert _check(text, "ecp5", tmp_path).status == "fail"


def _with(cell: str) -> Callable[[str], str]:
    return lambda text: text.replace("endmodule", f"{cell}\nendmodule")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_with("  wire q; wire d = q & in_valid; MYSTERY m (.A(d), .Z(q));"), "MYSTERY"),
        (lambda text: text.replace(".CLK(io_clk)", ".CLK(in_valid)", 1), "is not clk or io_clk itself"),
        (lambda text: text.replace('.CLKMUX("CLK")', '.CLKMUX("INV")', 1), "the netlist simulator has no"),
        (lambda text: text.replace('.SRMODE("LSR_OVER_CE")', '.SRMODE("ASYNC")', 1), "the netlist simulator has no"),
        (
            lambda text: re.sub(r"(LUT4 .*?\.A\()(.*?)(\).*?\.Z\()(.*?)(\))", r"\1\4\3\4\5", text, count=1, flags=re.S),
            "loop",
        ),
        (lambda text: re.sub(r"(LUT4 .*?\.A\()(.*?)(\))", r"\1nowhere\3", text, count=1, flags=re.S), "no driver"),
        (lambda text: text.replace("module toy_core", "module other"), "toy_core"),
        (lambda text: text[: len(text) // 2], "syntax error"),
    ],
)
def test_an_unsupported_netlist_is_an_error(
    change: Callable[[str], str], reason: str, synthesised: Synthesised, tmp_path: Path
) -> None:
    changed = change(synthesised("ecp5"))
    assert changed != synthesised("ecp5")
    with pytest.raises(FairhashError) as error:
        _check(changed, "ecp5", tmp_path)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_a_family_without_models_is_an_error(synthesised: Synthesised, tmp_path: Path) -> None:
    with pytest.raises(FairhashError, match="no models of the cells of unheard-of; known are "):
        _check(synthesised("ecp5"), "unheard-of", tmp_path)


def test_the_modes_of_a_check_include_lengths_segments_and_reset(tmp_path: Path) -> None:
    """A netlist that takes a word during reset passes the modes without a reset in the middle, and fails the check."""
    core = bad_cores()["word-taken-in-reset"].core(tmp_path)
    commands = [
        f"read_verilog {elaborate(core, tmp_path)}",
        f"{SYNTHESIS['ice40']} -top {core.entity}",
        "delete t:$scopeinfo",
        "write_verilog -noattr -noexpr netlist.v",
    ]
    assert yosys.run_script(commands, tmp_path, "script", 100).ok

    def check(*modes: str) -> NetlistCheck:
        device = Device("ice40-any", "ice40")
        return check_netlist(core, tmp_path / "netlist.v", device, tmp_path, options=options(*modes), reference=TOY)

    whole = check(*MODES)
    assert whole.modes == ("answers", "random", "lengths", "segments", "stalls", "back-to-back", "reset", "cycles")
    assert whole.status == "fail"
    assert whole.reason.startswith("reset: ")
    assert check(*(mode for mode in MODES if mode != "reset")).status == "pass"
