# SPDX-License-Identifier: Apache-2.0
"""A core with its padding unit in front, as the testbench sees it: a core that pads its messages itself."""

from pathlib import Path
from string import Template

from fairhash.base import paths
from fairhash.base.files import make_folder, read_text, write_text
from fairhash.catalog.core import Core, Formula
from fairhash.catalog.external_core import ExternalCore, Ports
from fairhash.catalog.padding import (
    HEADER_CYCLES,
    OUTPUT_LENGTH_ENTITY,
    PADDING_ENTITY,
    PADDING_FILES,
    output_length_generics,
    padding_files,
    padding_generics,
)
from fairhash.catalog.port_layout import count_bits
from fairhash.catalog.port_roles import Role

PADDED = "padded_core"
_STREAMS: tuple[Role, ...] = (
    *("in_data", "in_bytes", "in_last", "in_valid", "in_ready"),
    *("out_data", "out_valid", "out_ready"),
)
_STAGES = 8
"""io_clk cycles from the last word of a segment, as the unit takes it, to the core's first word of it, at most."""
_TOP = Path(__file__).with_name("padded_core.vhd.txt")
_OUTPUT_LENGTH = Template("""\
  output_length : entity work.$entity
    generic map ($generics)
    port map (
      clk       => $clk,
      rst       => rst,
      in_data   => padded_word,
      in_valid  => padded_valid,
      in_ready  => padded_ready,
      out_data  => word,
      out_valid => valid,
      out_ready => ready
    );
""")
_NO_OUTPUT_LENGTH = """\
  word         <= padded_word;
  valid        <= padded_valid;
  padded_ready <= ready;
"""


def padded_core(core: Core, folder: Path, algorithm: str = "") -> Core:
    """The core with its padding unit in front, described like an external core.

    Args:
        core: A core of the catalogue that works on one message at a time.
        folder: Receives the sources.
        algorithm: The one of `core.also` whose padding it has; default the core's own.
    """
    generics = padding_generics(core, algorithm)
    files = tuple(dict.fromkeys((*padding_files(core), *core.files)))
    for name in files:
        _write(folder / name, (paths.rtl() / name).read_text(encoding="utf-8"))
    ports = _ports(("io_clk",) if core.io_ratio > 1 else ())
    text = Template(read_text(_TOP)).substitute(
        top=PADDED,
        word=core.word_bits,
        count=count_bits(ports, core.word_bits),
        io_clk="    io_clk    : in    std_ulogic;\n" if core.io_ratio > 1 else "",
        padding_clk="io_clk" if core.io_ratio > 1 else "clk",
        padding=PADDING_ENTITY,
        padding_generics=_map(generics),
        entity=core.entity,
        output_length=_output_length(core),
        core_generics=f"\n    generic map ({_map(core.generics)})" if core.generics else "",
    )
    _write(folder / f"{PADDED}.vhd", text)
    return core.model_copy(
        update={
            "algorithm": algorithm or core.algorithm,
            "also": (),
            "extendable_output": None,
            "entity": f"fairhash_{PADDED}",
            "generics": {},
            "files": (*files, f"{PADDED}.vhd"),
            "formula": _most_cycles(core, generics["SEGMENT_BLOCKS"]),
            "external": ExternalCore(
                top=PADDED,
                ports=ports,
                home=folder,
                description=folder / f"{PADDED}.vhd",
                pads=True,
                whole_bytes=True,
            ),
        }
    )


def _output_length(core: Core) -> str:
    """What is between the padding unit and the core."""
    generics = output_length_generics(core)
    if not generics:
        return _NO_OUTPUT_LENGTH
    clk = "io_clk" if core.io_ratio > 1 else "clk"
    return _OUTPUT_LENGTH.substitute(entity=OUTPUT_LENGTH_ENTITY, generics=_map(generics), clk=clk)


def padding_unit(core: Core, pack: bool) -> Core:
    """The padding unit of a core alone, in the form in which the flow measures cores; it computes no digest."""
    return core.model_copy(
        update={
            "architecture": f"{core.architecture}-padding{'' if pack else '-of-words'}",
            "also": (),
            "extendable_output": None,
            "entity": f"fairhash_{PADDING_ENTITY}",
            "generics": padding_generics(core, pack=pack),
            "files": PADDING_FILES,
            "io_ratio": 1,
            "allowed_dedicated": ("lutram",),
            "memory": None,
            "external": ExternalCore(
                top=PADDING_ENTITY,
                ports=_ports(()),
                home=paths.rtl(),
                description=paths.rtl() / "padding" / f"{PADDING_ENTITY}.vhd",
                pads=True,
                whole_bytes=True,
            ),
        }
    )


def _ports(further: tuple[Role, ...]) -> Ports:
    """The ports of a padding unit, which those of a padded core are too."""
    return Ports(
        kind="fifo",
        headers=False,
        names={role: role for role in (*_STREAMS, *further)},
        active=dict.fromkeys(("in_valid", "in_ready", "out_valid", "out_ready"), "high"),
    )


def _most_cycles(core: Core, blocks: int) -> Formula:
    """The core's cycles, a first segment that must arrive before it begins, and what is between two segments.

    Args:
        core: The core without its padding unit.
        blocks: The blocks of a segment.
    """
    words = blocks * core.block_bits // core.word_bits
    waits = -(-(words + _STAGES) // core.io_ratio)
    cycles = core.formula
    needed = -(-(words + HEADER_CYCLES) // (core.io_ratio * blocks))
    return cycles.model_copy(update={"setup": cycles.setup + waits, "block": max(cycles.block, needed)})


def _write(file: Path, text: str) -> None:
    """Write a source that is not there yet."""
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        make_folder(file.parent)
        write_text(file, text)


def _map(generics: dict[str, int]) -> str:
    """Generics as an association list."""
    return ", ".join(f"{name} => {value}" for name, value in generics.items())
