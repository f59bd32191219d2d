# SPDX-License-Identifier: Apache-2.0
"""The texts of a package that are made for its component; all are functions of the catalogue and the stored results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import jinja2
import yaml  # type: ignore[import-untyped]

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.table import NONE, table_of_texts
from fairhash.features.package.component import Component
from fairhash.features.package.component_vhdl import ports
from fairhash.features.package.simulation import PARTS, connected, tops, verilog_range
from fairhash.figures.figures import figures, own_best
from fairhash.models import answers
from fairhash.results.reader import read_results, under_main_name

ANSWERS = 10
_LONGEST_BLOCKS = 3
"""Longer messages would take too long in Icarus Verilog; they are taken only if there are too few shorter ones."""


@dataclass(frozen=True)
class PackageAnswer:
    """A message of whole bytes and its digest."""

    message: bytes
    digest: bytes
    source: str
    """Who published it."""


def package_answers(component: Component) -> list[PackageAnswer]:
    """Ten short answers of spread lengths, in their order, official ones where there are any.

    Raises:
        FairhashError: There are fewer.
    """
    core = component.core
    longest = max(_LONGEST_BLOCKS * core.block_bits, 1024)
    rows: dict[bytes, PackageAnswer] = {}
    for place in (paths.official_answers(), paths.answers()):
        if sum(8 * len(message) <= longest for message in rows) < ANSWERS:
            for row in answers.read(place / f"{core.family}.csv"):
                model = answers.model_of(row)
                whole = row.message_bits % 8 == 0
                if model and model.id == component.algorithm and row.digest_bits == core.digest_bits and whole:
                    rows.setdefault(row.message, PackageAnswer(row.message, row.digest, row.source))
    ordered = sorted(rows.values(), key=lambda row: (len(row.message), row.message))
    short = sum(8 * len(row.message) <= longest for row in ordered)
    ordered = ordered[: max(short, ANSWERS)]
    if len(ordered) < ANSWERS:
        raise FairhashError(f"only {len(ordered)} answers of whole bytes", component.name, "add answers to vectors/")
    return [ordered[number * (len(ordered) - 1) // (ANSWERS - 1)] for number in range(ANSWERS)]


_CLOCK_NS = 10
"""Period of the bus clock in the testbench."""
_DEFAULT_MHZ = 50
"""Clock in the constraints of the example for ECP5."""


def render(name: str, component: Component, **values: object) -> str:
    """A template of the folder parts, filled."""
    loader = jinja2.FileSystemLoader(PARTS)
    environment = jinja2.Environment(
        loader=loader, trim_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined
    )
    core = component.core
    common = {
        "name": component.name,
        "identifier": component.identifier,
        "axis": component.axis,
        "regs": component.regs,
        "algorithm": component.algorithm,
        "core": core.name,
        "bus_bits": component.bus_bits,
        "io_ratio": core.io_ratio,
        "clocks": component.clock_ports,
        "two_clocks": component.two_clocks,
        "version": metadata.version("fairhash"),
        "vlnv": vlnv(component),
    }
    return environment.get_template(f"{name}.jinja").render({**common, **values})


def vlnv(component: Component) -> str:
    """The FuseSoC identifier of the package."""
    return f"fairhash:components:{component.identifier}:{metadata.version('fairhash')}"


def testbench(component: Component, answers: Sequence[PackageAnswer]) -> str:
    """The testbench in Verilog."""
    core = component.core
    longest = max(1, *(len(answer.message) for answer in answers))
    rows = [
        {
            "length": len(answer.message),
            "message": answer.message.hex().ljust(2 * longest, "0"),
            "digest": answer.digest.hex(),
        }
        for answer in answers
    ]
    blocks = sum(len(answer.message) * 8 // core.block_bits + 3 for answer in answers)
    # pauses and a padding unit that gathers a block at most quadruple the cycles
    limit_ns = _CLOCK_NS * core.io_ratio * (4 * core.formula.cycles(blocks) + 2000 * len(answers))
    return render(
        "testbench.v",
        component,
        digest_bytes=core.digest_bits // 8,
        longest=longest,
        answers=rows,
        connections=connected(component, "axis"),
        limit_ns=limit_ns,
    )


def answers_csv(answers: Iterable[PackageAnswer]) -> str:
    """Message, digest and source of each answer."""
    lines = [f'{answer.message.hex()},{answer.digest.hex()},"{answer.source}"' for answer in answers]
    return "\n".join(["message,digest,source", *lines, ""])


def instantiation_verilog(component: Component) -> str:
    """A template for each top module in Verilog."""
    texts = ["// SPDX-License-Identifier: Apache-2.0\n"]
    for kind, top in tops(component).items():
        wires = [f"wire {verilog_range(vhdl)}{name};" for name, _, vhdl, _ in ports(component, kind)]
        maps = [f"  .{name}({name})" for name, _, _, _ in ports(component, kind)]
        texts.append("\n".join([*wires, f"{top} hash_{kind}(", ",\n".join(maps), ");", ""]))
    return "\n".join(texts)


def instantiation_vhdl(component: Component) -> str:
    """A template for each top entity in VHDL."""
    texts = ["-- SPDX-License-Identifier: Apache-2.0\n"]
    for kind, top in tops(component).items():
        maps = [f"    {name} => {name}" for name, _, _, _ in ports(component, kind)]
        texts.append("\n".join([f"hash_{kind} : entity work.{top}", "  port map (", ",\n".join(maps), "  );", ""]))
    return "\n".join(texts)


def symbol(component: Component) -> str:
    """The component with AXI4-Stream ports as a box of characters."""
    rows = ports(component, "axis")
    outputs = [name for name, _, _, _ in rows if name.startswith("m_axis")]
    inputs = [name for name, _, _, _ in rows if name not in outputs]
    arrows = {name: direction for name, direction, _, _ in rows}
    left = max(map(len, inputs))
    lines = [f"{'':{left}}     +{'-' * (len(component.axis) + 2)}+"]
    for number in range(max(len(inputs), len(outputs))):
        name = inputs[number] if number < len(inputs) else ""
        other = outputs[number] if number < len(outputs) else ""
        into = "" if not name else "--->" if arrows[name] == "in" else "<---"
        away = "" if not other else "--->" if arrows[other] == "out" else "<---"
        text = component.axis if number == 0 else ""
        lines.append(f"{name:>{left}} {into:4}| {text:{len(component.axis)}} |{away} {other}".rstrip())
    return "\n".join([*lines, lines[0]])


def constraints(component: Component) -> dict[str, str]:
    """Constraint files by name: SDC for all tools that read it, LPF for ECP5."""
    period = 1000 / _DEFAULT_MHZ
    sdc = ["# SPDX-License-Identifier: Apache-2.0", f"create_clock -name aclk -period {period:g} [get_ports aclk]"]
    lpf = ["# SPDX-License-Identifier: Apache-2.0", f'FREQUENCY PORT "aclk" {_DEFAULT_MHZ} MHZ;']
    for clock in component.clock_ports:
        own = period * component.core.io_ratio if clock == "core_clk" else period
        sdc.append(f"create_clock -name {clock} -period {own:g} [get_ports {clock}]")
        lpf.append(f'FREQUENCY PORT "{clock}" {1000 / own:g} MHZ;')
    if component.two_clocks:
        other = component.clock_ports[-1]
        sdc.append("# the Gray pointers of a FIFO must cross within one period of the faster clock")
        sdc += [
            f"set_max_delay {period:g} -from [get_clocks {one}] -to [get_clocks {two}]"
            for one, two in (("aclk", other), (other, "aclk"))
        ]
    return {"component.sdc": "\n".join([*sdc, ""]), "ecp5.lpf": "\n".join([*lpf, ""])}


def fusesoc_core(component: Component, sources: Sequence[str]) -> str:
    """The .core file (CAPI2)."""
    content: dict[str, Any] = {
        "name": vlnv(component),
        "description": f"{component.algorithm} behind AXI4-Stream and AXI4-Lite",
        "filesets": {
            "rtl": {"files": [f"{component.identifier}.v"], "file_type": "verilogSource"},
            "vhdl": {"files": [f"vhdl/{name}" for name in sources], "file_type": "vhdlSource-2008"},
            "testbench": {"files": ["testbench/testbench.v"], "file_type": "verilogSource"},
        },
        "targets": {
            "default": {"filesets": ["rtl"], "toplevel": component.axis},
            "vhdl": {"filesets": ["vhdl"], "toplevel": component.axis},
            "sim": {
                "description": "published answers, in Icarus Verilog",
                "filesets": ["rtl", "testbench"],
                "toplevel": "testbench",
                "default_tool": "icarus",
                "tools": {"icarus": {"iverilog_options": ["-g2005"]}},
            },
        },
    }
    return f"CAPI=2:\n{yaml.safe_dump(content, sort_keys=False, width=120)}"


def resource_table(component: Component) -> str:
    """The stored figures of the core, as a Markdown table."""
    results = [result for result in under_main_name(read_results("committed")) if result.core == component.core.name]
    rows = []
    for figure in own_best(figures(results)):
        clock, area = figure.clock_mhz, figure.area_cells
        if area is None:
            continue
        state = "stale" if figure.stale else "preliminary" if figure.preliminary else "known"
        numbers = (f"{area.median:,.0f}", f"{clock.median:.1f}" if clock else NONE)
        speed, seeds = figure.throughput_mbit_s, len(figure.succeeded)
        rows.append((figure.first.device, *numbers, f"{speed.median:,.0f}" if speed else NONE, str(seeds), state))
    if not rows:
        return "No result of this core is stored yet."
    head = ("device", "area", "MHz", "Mbit/s, long messages", "seeds", "state")
    return table_of_texts(head, rows, ("device", "state")).to_markdown()
