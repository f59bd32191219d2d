# SPDX-License-Identifier: Apache-2.0
"""Object files of Verilated C++."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.testbench import verilated
from fairhash.testbench.verilated import OBJECTS, compile_verilog
from fairhash.toolchain import tools

_WRAPPER = '#include "Vdut.h"\n#include "verilated.h"\nint width() { return sizeof(Vdut::q); }\n'


def _circuit(folder: Path, body: str) -> tuple[Path, Path]:
    verilog, wrapper = folder / "gate.v", folder / "wrapper.cpp"
    verilog.write_text(f"module gate(input clk, input d, output reg q);\n{body}\nendmodule\n", encoding="utf-8")
    wrapper.write_text(_WRAPPER, encoding="utf-8")
    return verilog, wrapper


def test_the_precompiled_header_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """g++ ignores a precompiled header that does not fit its options, without a word; -H lists what it read."""
    read: dict[str, list[str]] = {}

    def listed(folder: Path, command: list[str | Path], name: str, env: dict[str, str] | None = None) -> None:
        tool_run = tools.run(command, folder, env=env)
        assert tool_run.ok, tool_run.output
        if "-H" in command:
            read[Path(command[-1]).stem] = [line for line in tool_run.output.splitlines() if line.startswith("!")]

    monkeypatch.setattr(verilated, "step", listed)
    verilog, wrapper = _circuit(tmp_path, "always @(posedge clk) q <= d;")
    compile_verilog([verilog], "gate", wrapper, tmp_path, cxx_options=["-H"])
    assert sorted(read) == sorted(OBJECTS)
    assert all(len(lines) == 1 and lines[0].endswith("precompiled.h.gch") for lines in read.values()), read


def test_errors_name_the_tool(tmp_path: Path) -> None:
    verilog, wrapper = _circuit(tmp_path, "always @(posedge clk) q <= ;")
    with pytest.raises(FairhashError, match=r"Verilator failed: .*syntax error"):
        compile_verilog([verilog], "gate", wrapper, tmp_path)
    verilog, wrapper = _circuit(tmp_path, "always @(posedge clk) q <= d;")
    wrapper.write_text("int width() { return nothing; }\n", encoding="utf-8")
    with pytest.raises(FairhashError, match=r"g\+\+ failed: .*nothing"):
        compile_verilog([verilog], "gate", wrapper, tmp_path)
