# SPDX-License-Identifier: Apache-2.0
"""The project a vendor's tool is given: sources, constraints and settings, written by Edalize."""

import logging
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.target import VendorDevice
from fairhash.targets.frame import FRAME, Frame
from fairhash.targets.vendor.tool import Request
from fairhash.targets.vendor.vendor_tools import tool_of

SOURCES = ("core.v", "frame.v")
_STUB = "(* blackbox *)"
"""Where the frame's own text ends: behind it stands the core as a black box, for Yosys."""
_MODULE = re.compile(r"^module (\w+)", re.MULTILINE)
_FLOWS = {"vivado": "edalize.flows.vivado:Vivado", "gowin": "edalize.flows.gowin:Gowin"}
_BACKENDS = {
    "quartus": "edalize.quartus:Quartus",
    "diamond": "edalize.diamond:Diamond",
    "radiant": "edalize.radiant:Radiant",
}


def attributed(verilog: str, every: Mapping[str, str], of_one: Mapping[str, str], one: str) -> str:
    """The text with attributes in front of every module, and more in front of the module called `one`."""

    def marked(match: re.Match[str]) -> str:
        attributes = {**every, **(of_one if match[1] == one else {})}
        words = ", ".join(f'{name} = "{value}"' for name, value in attributes.items())
        return f"(* {words} *)\n{match[0]}"

    return _MODULE.sub(marked, verilog) if every or of_one else verilog


def write_project(  # noqa: PLR0917 - the things a project is made of
    core: Core, device: VendorDevice, frame: Frame, verilog: Path, request: Request, workdir: Path
) -> None:
    """Write everything the tool needs into `workdir`; `verilog` is the elaborated core."""
    tool = tool_of(device)
    every = tool.attributes(request.allowed)
    texts = {
        "core.v": attributed(verilog.read_text(encoding="utf-8"), every, tool.keep, core.entity),
        "frame.v": attributed(frame.verilog.partition(_STUB)[0], every, {}, ""),
    }
    files = [{"name": name, "file_type": "verilogSource"} for name in SOURCES]
    for file in tool.files(request):
        texts[file.name] = file.text
        # settings come first: tools apply some of them to the sources that follow
        files.insert(0 if file.kind == "tclSource" else len(files), {"name": file.name, "file_type": file.kind})
    for name, text in texts.items():
        (workdir / name).write_text(text, encoding="utf-8")
    _configure(device, files, {**tool.options, **device.project}, workdir)


def _configure(device: VendorDevice, files: list[dict[str, str]], options: Mapping[str, Any], workdir: Path) -> None:
    # imported only when a vendor's tool is used; it warns of file types that are nobody's
    logging.getLogger("edalize").setLevel(logging.ERROR)
    edam: dict[str, Any] = {"name": FRAME, "toplevel": FRAME, "files": files}
    if device.tool in _FLOWS:
        edam["flow_options"] = dict(options)
        _class(_FLOWS[device.tool])(edam, str(workdir)).configure()
    else:
        edam["tool_options"] = {device.tool: dict(options)}
        _class(_BACKENDS[device.tool])(edam, str(workdir)).configure()


def _class(name: str) -> Any:
    module, _, found = name.partition(":")
    return getattr(import_module(module), found)
