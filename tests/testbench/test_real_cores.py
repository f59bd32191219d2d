# SPDX-License-Identifier: Apache-2.0
"""Known-bad variants of cores of the catalogue: each is caught by the mode meant for it, and passes others."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core, read_cores
from fairhash.testbench.verification import VerifyOptions, verify
from tests.first_of_each import first_of_each


@dataclass(frozen=True)
class Fault:
    """One change in a copy of a core's VHDL: `find`, which is there once, becomes `put`."""

    core: str
    file: str
    find: str
    put: str
    mode: str
    kinds: tuple[str, ...]
    """The failures that the mode may report."""
    passes: tuple[str, ...] = ()
    """Modes that do not notice."""


FAULTS = {
    "sha-256 with a wrong rotation": Fault(
        "sha-256/highspeed",
        "sha2/sha2_pkg.vhd",
        "rotr(x, 6, 14)",
        "rotr(x, 7, 14)",
        "answers",
        ("wrong word",),
    ),
    "sha-256 with a block counter of 16 bits": Fault(
        "sha-256/highspeed",
        "shell/block_reader.vhd",
        "step         <= unsigned(in_data(W - 1 downto W - COUNT_BITS));",
        "step         <= resize(unsigned(in_data(W + 15 - COUNT_BITS downto W - COUNT_BITS)), COUNT_BITS);",
        "counters",
        ("extra",),
        ("answers", "random", "segments", "reset"),
    ),
    "keccak-512 with a length counter of 16 bits": Fault(
        "keccak-512/highspeed",
        "shell/segment_reader.vhd",
        "unsigned(in_data(W - 1 downto W - COUNT_BITS));",
        "resize(unsigned(in_data(W + 15 - COUNT_BITS downto W - COUNT_BITS)), COUNT_BITS);",
        "counters",
        ("extra",),
        ("answers", "random", "segments", "reset"),
    ),
    "keccak-512 with an unloader that moves on without out_ready": Fault(
        "keccak-512/highspeed",
        "shell/state_unloader.vhd",
        "      elsif out_ready = '1' then\n        position <= following;",
        "      else\n        position <= following;",
        "stalls",
        ("changed", "retracted"),
        ("answers", "random", "counters"),
    ),
    "shabal-256 whose reader keeps its state through reset": Fault(
        "shabal-256/highspeed",
        "shell/segment_reader.vhd",
        "      if rst = '1' then\n        in_payload <= '0';",
        "      if rst = '1' and in_valid = '0' then\n        in_payload <= '0';",
        "reset",
        ("wrong word", "hang", "early"),
        ("answers", "stalls", "counters"),
    ),
    "cubehash-256 that offers its last digest once more": Fault(
        "cubehash-256/highspeed",
        "shell/unloader.vhd",
        "  start     <= load and tick and not busy;",
        "  start     <= (load or again) and tick and not busy;\n"
        "  again     <= to_bit(since = 150);\n\n"
        "  since_reg : process (clk) is\n  begin\n    if rising_edge(clk) then\n"
        "      if since /= 151 then\n        since <= since + 1;\n      end if;\n"
        "      if busy = '1' then\n        since <= (others => '0');\n"
        "      elsif rst = '1' or load = '1' then\n        since <= to_unsigned(151, 8);\n      end if;\n"
        "    end if;\n  end process since_reg;\n",
        "random",
        ("extra",),
    ),
    "lightweight sha-256 with a length of 15 bits": Fault(
        "sha-256/lightweight",
        "shell/narrow_reader.vhd",
        "<= length(COUNT_BITS + UNIT_BITS - 1 downto 15);",
        "<= (others => '0');",
        "counters",
        ("extra",),
        ("answers", "random", "segments", "reset"),
    ),
    "lightweight sha-256 whose loader does not wait for the port of the memory": Fault(
        "sha-256/lightweight",
        "shell/memory_loader.vhd",
        "not full and (port_free or not half);",
        "not full;",
        "random",
        ("wrong word",),
    ),
    "lightweight sha-256 whose loader keeps half a word through reset": Fault(
        "sha-256/lightweight",
        "shell/memory_loader.vhd",
        "        half  <= '0';\n        full",
        "        full",
        "reset",
        ("wrong word", "hang", "early"),
    ),
    "lightweight sha-256 that does not wait for a block": Fault(
        "sha-256/lightweight",
        "sha2/sha2_lightweight_control.vhd",
        "(at_wait and not last and not full) or ",
        "",
        "answers",
        ("wrong word", "hang", "early"),
    ),
    "lightweight sha-256 with an unloader that moves on without out_ready": Fault(
        "sha-256/lightweight",
        "shell/memory_unloader.vhd",
        "taken      <= busy and lower and out_ready;",
        "taken      <= busy and lower;",
        "stalls",
        ("changed", "retracted"),
        ("answers", "random"),
    ),
    "lightweight hamsi-256 whose next message does not wait for its initial value": Fault(
        "hamsi-256/lightweight",
        "hamsi/hamsi_lightweight_expansion.vhd",
        "closed <= (closed and not open_next) or (start and word_last);",
        "closed <= closed and not open_next;",
        "back-to-back",
        ("wrong word", "hang", "early"),
        ("cycles",),
    ),
    "lightweight echo-256 whose bit counter goes on in the next message": Fault(
        "echo-256/lightweight",
        "echo/echo_lightweight_control.vhd",
        "  restart    <= starts and last;",
        "  restart    <= '0';",
        "back-to-back",
        ("wrong word",),
    ),
}
MORE = {
    "shell/unloader.vhd": (
        (
            "use ieee.std_logic_1164.all;",
            "use ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\nuse work.shell_pkg.all;",
        ),
        (
            "  signal busy    : std_ulogic;",
            "  signal busy    : std_ulogic;\n  signal again   : std_ulogic;\n  signal since   : unsigned(7 downto 0);",
        ),
    )
}
"""Declarations that a fault in the file may use."""


def _core(fault: Fault, folder: Path) -> Core:
    """Write the core with the fault to `folder`."""
    shutil.copytree(paths.rtl(), folder / "rtl")
    file = folder / "rtl" / fault.file
    text = file.read_text(encoding="utf-8")
    for find, put in ((fault.find, fault.put), *(MORE.get(fault.file, ()) if "again" in fault.put else ())):
        assert text.count(find) == 1, f"{find!r} is not exactly once in {fault.file}"
        text = text.replace(find, put)
    file.write_text(text, encoding="utf-8")
    family = find_core(fault.core).family
    return next(core for core in read_cores(folder / "rtl" / family / "cores.toml") if core.name == fault.core)


@pytest.mark.parametrize("name", first_of_each((name, fault.mode) for name, fault in FAULTS.items()))
def test_a_fault_in_a_real_core_is_detected(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    report = verify(_core(fault, tmp_path), VerifyOptions(modes=(fault.mode, *fault.passes), random=60, seed=1))
    verdicts = {result.mode: result.verdict for result in report.modes}
    assert verdicts == {fault.mode: "fail", **dict.fromkeys(fault.passes, "pass")}, report.text()
    failure = next(result.failure for result in report.modes if result.mode == fault.mode)
    assert failure is not None
    assert failure.kind in fault.kinds, report.text()
