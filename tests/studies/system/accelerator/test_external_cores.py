# SPDX-License-Identifier: Apache-2.0
"""Accelerators of external cores: with FairHash's stream, and with an adapter in front of other ports."""

import json
import random
import re
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.external_core import ExternalCore, Ports
from fairhash.external.resolve_core import read_described_core
from fairhash.studies.external.export import export_verilog
from fairhash.studies.system.accelerator import Accelerator, write_accelerator
from fairhash.studies.system.accelerator_external import external_vhdl, needs_adapter
from fairhash.studies.system.machine_rtl import message_packets
from fairhash.testbench.reference import models
from tests.studies.system.accelerator.accelerator_run import Stalls, interleave, packet_rows, run_accelerator

STALLS = (Stalls(), Stalls(300, 300, 40, 7))
"""None; both sides."""


def test_an_external_core(tmp_path: Path) -> None:
    """VHDL with the ports of our cores, described as an external core, becomes Verilog in a VHDL top."""
    ours = find_core("sha-256/highspeed")
    for name, file in ours.sources:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(file.read_bytes())
    description = tmp_path / "guest.toml"
    description.write_text(
        f"""algorithm = "sha-256"
architecture = "guest"
files = {json.dumps(list(ours.files))}
top = "{ours.entity}"
generics = {{ WORD_BITS = 32 }}
word_bits = 32
""",
        encoding="utf-8",
    )
    core = read_described_core(description)
    accelerator = Accelerator(core, 2, 64)
    data = {number: random.Random(number).randbytes(37 * number) for number in range(9)}
    sent = interleave([message_packets(core, number, text, packet_blocks=2) for number, text in data.items()], 2)
    run = run_accelerator(accelerator, packet_rows(sent, 64), len(data), stalls=STALLS[1])
    expected = {(number, models().hash_bits(core.algorithm, text)) for number, text in data.items()}
    assert {(result.id, result.digest) for result in run.results} == expected


@pytest.mark.parametrize(
    "example",
    [
        "sha256-verilog/bench.toml",  # AXI4-Stream, 32 bits
        "shapes/wide.toml",  # AXI4-Stream, a block in a word, half of it for the digest
        "shapes/block.toml",  # a block at a command
        "shapes/fifo.toml",  # FIFO ports with a last
        "shapes/registers.toml",
        "shapes/permutation.toml",  # a sponge around it; the first byte is in the lowest bits
    ],
)
def test_external_cores_without_headers(checkout: Path, example: str) -> None:
    """An adapter removes the headers, gathers words and marks the last one of a message."""
    core = read_described_core(checkout / "examples" / example)
    accelerator = Accelerator(core, 2, 128)
    data = {number: random.Random(number).randbytes(61 * number) for number in range(9)}
    sent = interleave([message_packets(core, number, text, packet_blocks=3) for number, text in data.items()], 2)
    expected = {(number, models().hash_bits(core.algorithm, text)) for number, text in data.items()}
    for stalls in STALLS[:2]:
        run = run_accelerator(accelerator, packet_rows(sent, 128), len(data), stalls=stalls)
        assert {(result.id, result.digest) for result in run.results} == expected


def test_an_axi_stream_core_with_headers(tmp_path: Path) -> None:
    """One of our cores, exported with AXI4-Stream ports: it reads the headers, and its digest has a last."""
    export_verilog(find_core("fugue-256/lightweight"), "axi-stream", tmp_path / "fugue.v")
    top = re.findall(r"^module (\w+)", (tmp_path / "fugue.v").read_text(encoding="utf-8"), re.MULTILINE)[-1]
    (tmp_path / "guest.toml").write_text(
        f"""algorithm = "fugue-256"
architecture = "guest"
files = ["fugue.v"]
top = "{top}"
word_bits = 16

[ports]
kind = "axi-stream"
headers = true
without = ["in_last"]
""",
        encoding="utf-8",
    )
    core = read_described_core(tmp_path / "guest.toml")
    assert needs_adapter(core)
    data = {number: random.Random(number).randbytes(37 * number) for number in range(5)}
    sent = interleave([message_packets(core, number, text, packet_blocks=2) for number, text in data.items()], 2)
    run = run_accelerator(Accelerator(core, 2, 64), packet_rows(sent, 64), len(data), stalls=STALLS[1])
    expected = {(number, models().hash_bits(core.algorithm, text)) for number, text in data.items()}
    assert {(result.id, result.digest) for result in run.results} == expected


@pytest.mark.parametrize(
    ("example", "reason"),
    [("padding", "pads its messages"), ("initial", "without a reset")],
)
def test_external_cores_that_are_refused(checkout: Path, example: str, reason: str) -> None:
    core = read_described_core(checkout / "examples" / "shapes" / f"{example}.toml")
    with pytest.raises(FairhashError, match=reason):
        Accelerator(core, 2, 64)


def test_the_folder_may_be_relative(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tools run in the folder, where the relative path would name another one."""
    monkeypatch.chdir(tmp_path)
    core = read_described_core(checkout / "examples" / "sha256-verilog" / "bench.toml")
    written = write_accelerator(Accelerator(core, 1, 64), Path("new/folder"))
    assert all((tmp_path / "new" / "folder" / name).is_file() for name in (*written.vhdl, *written.verilog))


def test_headers_of_another_format_are_refused() -> None:
    """The ports of the cores of paper A's group."""
    core = external(find_core("sha-256/highspeed"), Ports(kind="fifo", headers="gmu"))
    with pytest.raises(FairhashError, match="headers of the format gmu"):
        Accelerator(core, 2, 64)


def test_a_core_for_messages_in_one_segment_is_refused() -> None:
    """The accelerator sends a message in packets, each a segment."""
    core = external(find_core("sha-256/highspeed"), Ports())
    assert core.external is not None
    facts = core.external.model_copy(update={"segments": False})
    with pytest.raises(FairhashError, match="needs each message in one segment"):
        Accelerator(core.model_copy(update={"external": facts}), 2, 64)


def external(core: Core, ports: Ports) -> Core:
    """Return a core of the catalogue as if it were an external one with these ports."""
    facts = ExternalCore(top=core.entity, ports=ports, home=core.home, description=core.source)
    return core.model_copy(update={"external": facts})


def test_ports_above_the_word() -> None:
    """Keep, count and last are above the word, in the order of docs/description.md; bytes are reordered."""
    ports = Ports(
        kind="axi-stream",
        names={"in_bytes": "s_axis_tuser", "out_keep": "m_axis_tkeep"},
        in_order="little",
        reversed_digest=True,
    )
    core = external(find_core("sha-256/highspeed"), ports)
    written = external_vhdl(core)
    assert "REVERSED         => true" in written.instances
    # 3 bits count up to 4 bytes; the first byte of the word is in the lowest bits
    text = " ".join(written.instances.split())
    expected = 'port_in_data <= "100" & port_last & port_word(7 downto 0) & port_word(15 downto 8)'
    assert expected in text
    assert "port_digest <= port_out_data(31 downto 0)" in text
    assert "in_data : in std_ulogic_vector(35 downto 0)" in " ".join(written.component.split())
