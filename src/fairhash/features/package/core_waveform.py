# SPDX-License-Identifier: Apache-2.0
"""The waveforms of docs/interface.md: "abc" through the streams of a core, drawn from a simulation.

`python -m fairhash.features.package.core_waveform` draws them again.
"""

import re
import tempfile
from pathlib import Path

from fairhash.base import files, paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.features.package.waveform import Lane, waveform
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.message import Case, Message
from fairhash.testbench.reference import models
from fairhash.testbench.session import SimulationSession

SHOWN_CORES = {16: "sha-256/lightweight", 32: "sha-256/highspeed", 64: "sha-512/highspeed"}
"""The core of each width of words."""
_SIGNALS = ("rst", "in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")
_VALID = {"in_data": "in_valid", "out_data": "out_valid"}
_FIRST, _LAST, _DIGEST = 4, 2, 2
"""Words shown of the start and of the end of the input, and of both ends of the digest."""


def image(word_bits: int) -> Path:
    """The file of the waveform for words of this width."""
    return paths.root() / "docs" / "images" / f"interface-{word_bits}.svg"


def cycles_of(core: Core, data: bytes) -> list[dict[str, int]]:
    """The ports of a core in each cycle of io_clk while it hashes one message after a reset, without stalls."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session = SimulationSession(core, fast_engine(core), models(), 1, folder)
        wave = folder / "wave.vcd"
        session.simulate([Case((Message(core.algorithm, data, 8 * len(data)),), reset=core.reset_cycles)], wave)
        return _read_cycles(files.read_text(wave))


def _read_cycles(vcd: str) -> list[dict[str, int]]:
    """The values before each rising edge of io_clk, which the harness writes in every second step."""
    head, _, body = vcd.partition("$enddefinitions $end")
    names = dict(re.findall(r"\$var wire \d+ (\S) (\S+) \$end", head))
    rows: list[dict[str, int]] = []
    values: dict[str, int] = {}
    for line in body.split():
        if line.startswith("#"):
            if int(line[1:]) % 2:
                rows.append(dict(values))
        elif line.startswith("b"):
            word = int(line[1:], 2)
        elif len(line) == 1:
            values[names[line]] = word
        else:
            values[names[line[1]]] = int(line[0])
    return rows


def core_waveform(core: Core, data: bytes, title: str) -> str:
    """The start and the end of the input, and of the digest."""
    rows = cycles_of(core, data)
    taken = [number for number, row in enumerate(rows) if row["in_valid"] and row["in_ready"] and not row["rst"]]
    given = [number for number, row in enumerate(rows) if row["out_valid"] and row["out_ready"] and not row["rst"]]
    moves = {*taken[:_FIRST], *taken[-_LAST:], *given[:_DIGEST], *given[-_DIGEST:]}
    # the cycle before the first word, and the one after each word shown last
    shown = sorted({taken[0] - 1, *moves, taken[-1] + 1, given[-1] + 1} & set(range(len(rows))))
    digits = core.word_bits // 4
    lanes = []
    for name in _SIGNALS:
        cells: list[int | str] = []
        for row in (rows[number] for number in shown):
            valid = _VALID.get(name)
            cells.append(
                row[name] if valid is None else f"{row[name]:0{digits}x}" if row[valid] and not row["rst"] else ""
            )
        lanes.append(Lane(name, tuple(cells)))
    return waveform(lanes, [number - taken[0] for number in shown], title)


def drawn(word_bits: int) -> str:
    """The waveform of the page for words of this width."""
    core = find_core(SHOWN_CORES[word_bits])
    return core_waveform(core, b"abc", f'"abc" through {core.name}, words of {word_bits} bits')


def main() -> None:
    """Draw them again."""
    for word_bits in SHOWN_CORES:
        files.write_text(image(word_bits), drawn(word_bits))


if __name__ == "__main__":
    main()
