# SPDX-License-Identifier: Apache-2.0
"""The table of vendor tools; finds the tool of a device and its version."""

import re
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.target import VendorDevice, VendorToolName
from fairhash.targets.vendor.quartus import QUARTUS
from fairhash.targets.vendor.vendor_tool import VendorTool
from fairhash.targets.vendor.vivado import VIVADO
from fairhash.toolchain import tools

TOOLS: dict[VendorToolName, VendorTool] = {"vivado": VIVADO, "quartus": QUARTUS}

_VERSION_LIMIT_S = 120


def find_vendor_tool(device: VendorDevice) -> VendorTool:
    """The tool that supports the device."""
    return TOOLS[device.tool]


def require_program(device: VendorDevice) -> Path:
    """Return the path of the tool's first program.

    Raises:
        FairhashError: if one of its programs is not on PATH; the hint says how to install it.
    """
    tool = find_vendor_tool(device)
    for name in tool.programs:
        if tools.find_tool(name) is None:
            raise FairhashError(f"{device.id} needs {tool.label}: {name} is not on PATH", "", tool.hint)
    return tools.require_tool(tool.programs[0])


def tool_version(device: VendorDevice) -> str:
    """The tool's version from its output; if there is none, the modification time of its program."""
    tool, program = find_vendor_tool(device), require_program(device)
    run = tools.run([program, tool.version_option], Path.home(), _VERSION_LIMIT_S)
    if not run.ok:
        raise FairhashError(f"{program.name} does not start: {run.tail(1)}", str(program), tool.hint)
    version = re.search(tool.version_pattern, run.output)
    return f"{tool.label} {version[1]}" if version else f"{tool.label} of {program.stat().st_mtime_ns}"
