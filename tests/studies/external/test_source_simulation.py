# SPDX-License-Identifier: Apache-2.0
"""GHDL's simulation of an external core's VHDL: a whole verification, and whether core or synthesis is at fault."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import Ports
from fairhash.catalog.port_layout import OUTPUTS
from fairhash.external.resolve_core import read_described_core
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.testbench.vhdl import vhdl_engine
from fairhash.toolchain import ghdl
from tests.studies.external.fold.model import write_answers

HERE = Path(__file__).parent / "fold"
_MODES = ("answers", "stalls", "reset")

Fold = Callable[..., Core]


@pytest.fixture
def fold(tmp_path: Path) -> Fold:
    """A function that copies the VHDL core `fold` with parts of its source replaced, and reads its description."""

    def edited(*edits: tuple[str, str]) -> Core:
        shutil.copytree(HERE, tmp_path / "fold")
        write_answers(tmp_path / "fold" / "fold.csv", range(0, 200, 13))
        source = tmp_path / "fold" / "fold.vhd"
        text = source.read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text
            text = text.replace(old, new)
        source.write_text(text, encoding="utf-8")
        description = tmp_path / "fold" / "fold.toml"
        declared = description.read_text(encoding="utf-8").replace('["fold.vh", "fold.v"]', '["fold.vhd"]')
        formula = "formula = { setup = 2, load = 0, block = 16, unload = 0 }\n"
        description.write_text(declared.replace("\n[ports]", f"{formula}\n[ports]", 1), encoding="utf-8")
        return read_described_core(description)

    return edited


def _verify(core: Core, engine: str = "fast") -> VerifyReport:
    options = VerifyOptions(modes=_MODES, engine=engine, random=10, seed=1, first_failure=True)  # type: ignore[arg-type]
    return verify(core, options)


def _sources(report: VerifyReport) -> tuple[str, str]:
    """What is said about the sources of a failing core, and the explanation."""
    failure = report.modes[0].failure
    assert failure is not None
    assert failure.sources in report.text()
    return failure.sources, report.explanation


@pytest.mark.parametrize("engine", ["fast", "vhdl"])
def test_a_vhdl_core_passes_on_both_engines(engine: str, fold: Fold) -> None:
    """AXI4-Stream with an active-low reset, a tied vector, a generic; its value of the choice `others` is used."""
    report = _verify(fold(), engine)
    assert report.ok, report.text()
    assert [mode.mode for mode in report.modes] == list(_MODES)


@pytest.mark.usefixtures("no_diagnosis")
def test_a_wrong_core_fails_in_its_sources_too(fold: Fold) -> None:
    """The same wrong digest word; the waveform has every signal."""
    report = _verify(fold(("state rol TURN when", "state rol TURN + 2 when")))
    verdict, _ = _sources(report)
    assert verdict.endswith("fails in the same way: the core or its description is wrong")
    wave = report.modes[0].failure.wave if report.modes[0].failure else None
    assert wave is not None
    assert wave.suffix == ".ghw"


def test_a_wrong_synthesis_is_named(fold: Fold, monkeypatch: pytest.MonkeyPatch) -> None:
    """GHDL's Verilog without the choice `others`; other descriptions are not tried."""
    monkeypatch.setattr(ghdl, "lacks_others", lambda _: False)
    # other sources than those of the right simulator, which is stored
    verdict, explanation = _sources(_verify(fold(("-- words of digest", "-- words of digest, synthesised wrongly"))))
    assert verdict.endswith("passes this case: GHDL's synthesis changes what the core does")
    assert explanation == ""


@pytest.mark.usefixtures("no_diagnosis")
def test_an_unset_value_is_named(fold: Fold) -> None:
    """A register that no reset sets; the simulated Verilog starts with a random value."""
    report = _verify(fold(("      state <= START;\n      left", "      left")))
    verdict, _ = _sources(report)
    assert "neither 0 nor 1 at io_clk cycle" in verdict


@pytest.mark.usefixtures("no_diagnosis")
def test_sources_that_only_synthesis_reads_are_named(fold: Fold) -> None:
    """A port of a type that the testbench cannot connect; GHDL's synthesis has vectors only."""
    edits = (
        ("d       : in    std_logic_vector(31 downto 0)", "d       : in    unsigned(31 downto 0)"),
        ("state rol TURN when", "state rol TURN + 2 when"),
    )
    verdict, _ = _sources(_verify(fold(*edits)))
    assert verdict.startswith("GHDL cannot simulate the sources: ")


@pytest.mark.parametrize("shape", ["block", "fifo", "masked", "padding", "permutation", "registers", "wide"])
def test_every_kind_of_ports_is_connected(shape: str, checkout: Path, tmp_path: Path) -> None:
    """GHDL elaborates an entity with these ports, and simulates a stimulus without a section."""
    core = read_described_core(checkout / "examples" / "shapes" / f"{shape}.toml")
    assert core.external is not None
    # the examples have names that VHDL reserves
    names = {role: f"port_{role}" for role in core.external.ports.by_role}
    named = Ports.model_validate({**core.external.ports.model_dump(), "names": names})
    ports = []
    for role, name in names.items():
        width = core.layout.widths[role]
        kind = "std_logic" if width == 1 else f"std_logic_vector({width - 1} downto 0)"
        ports.append(f"{name} : {'out' if role in OUTPUTS else 'in'} {kind}")
    library = "library ieee;\nuse ieee.std_logic_1164.all;\n"
    entity = f"entity {core.external.top} is\n  port ({'; '.join(ports)});\nend entity;\n"
    text = f"{library}{entity}architecture rtl of {core.external.top} is\nbegin\nend architecture;\n"
    (tmp_path / "author.vhd").write_text(text, encoding="ascii")
    external = core.external.model_copy(update={"home": tmp_path, "ports": named})
    changed = core.model_copy(update={"files": ("author.vhd",), "generics": {}, "external": external})
    (tmp_path / "stimulus").touch()
    vhdl_engine(changed).run(tmp_path / "stimulus", tmp_path / "observation", seed=1)
    assert (tmp_path / "observation").read_text(encoding="ascii") == ""


def test_the_vhdl_engine_refuses_verilog(checkout: Path) -> None:
    """GHDL reads VHDL only."""
    core = read_described_core(checkout / "examples" / "sha256-verilog" / "bench.toml")
    with pytest.raises(FairhashError, match="simulates VHDL sources only"):
        verify(core, VerifyOptions(modes=("answers",), engine="vhdl"))
