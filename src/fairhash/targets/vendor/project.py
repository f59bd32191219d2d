# SPDX-License-Identifier: Apache-2.0
"""Writes the project for a vendor's tool with Edalize: sources, constraints and settings."""

import logging
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.target import VendorDevice
from fairhash.targets.frame import FRAME, Frame
from fairhash.targets.vendor.vendor_tool import Request
from fairhash.targets.vendor.vendor_tools import find_vendor_tool

SOURCES = ("core.v", "frame.v")
_STUB = "(* blackbox *)"
"""End of the frame's own text; what follows declares the core as a black box, for Yosys only."""
_MODULE = re.compile(r"^module (\w+)", re.MULTILINE)


def add_attributes(verilog: str, common: Mapping[str, str], additional: Mapping[str, str], module: str) -> str:
    """Return the Verilog with the `common` attributes on every module, and the `additional` ones on `module`."""

    def prepend(match: re.Match[str]) -> str:
        attributes = {**common, **(additional if match[1] == module else {})}
        assignments = ", ".join(f'{name} = "{value}"' for name, value in attributes.items())
        return f"(* {assignments} *)\n{match[0]}"

    return _MODULE.sub(prepend, verilog) if common or additional else verilog


def write_project(  # noqa: PLR0917 - the inputs of a project
    core: Core, device: VendorDevice, frame: Frame, verilog: Path, request: Request, workdir: Path
) -> None:
    """Write all files that the tool needs into `workdir`; `verilog` is the elaborated core."""
    tool = find_vendor_tool(device)
    attributes = tool.attributes(request.allowed)
    texts = {
        "core.v": add_attributes(verilog.read_text(encoding="utf-8"), attributes, tool.keep, core.entity),
        "frame.v": add_attributes(frame.verilog.partition(_STUB)[0], attributes, {}, ""),
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
    # Edalize warns of every file type that a tool does not use
    logging.getLogger("edalize").setLevel(logging.ERROR)
    edam: dict[str, Any] = {"name": FRAME, "toplevel": FRAME, "files": files}
    # Edalize's flows (Vivado) and its older backends (Quartus) each read their own entry
    edam |= {"flow_options": dict(options), "tool_options": {device.tool: dict(options)}}
    module, _, name = find_vendor_tool(device).edalize_class.partition(":")
    getattr(import_module(module), name)(edam, str(workdir)).configure()
