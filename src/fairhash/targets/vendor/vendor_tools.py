# SPDX-License-Identifier: Apache-2.0
"""The vendor tools: which device needs which, and whether it is installed."""

import re
from pathlib import Path

from fairhash.catalog.target import VendorDevice, VendorToolName
from fairhash.errors import FairhashError
from fairhash.targets.vendor.diamond import DIAMOND
from fairhash.targets.vendor.gowin import GOWIN
from fairhash.targets.vendor.quartus import QUARTUS
from fairhash.targets.vendor.radiant import RADIANT
from fairhash.targets.vendor.tool import Tool
from fairhash.targets.vendor.vivado import VIVADO
from fairhash.toolchain import tools

TOOLS: dict[VendorToolName, Tool] = {
    "vivado": VIVADO,
    "quartus": QUARTUS,
    "diamond": DIAMOND,
    "radiant": RADIANT,
    "gowin": GOWIN,
}

_ASK_LIMIT_S = 120


def tool_of(device: VendorDevice) -> Tool:
    """The tool that reaches the device."""
    return TOOLS[device.tool]


def program(device: VendorDevice) -> Path:
    """The first of the tool's programs; a FairhashError that says how to get it where any is missing."""
    tool = tool_of(device)
    for name in tool.programs:
        if tools.find_tool(name) is None:
            raise FairhashError(f"{device.id} needs {tool.label}: {name} is not on PATH", "", tool.get)
    return tools.require_tool(tool.programs[0])


def tool_version(device: VendorDevice) -> str:
    """What the tool says of its version, or its path does; where neither does, when the program was made."""
    tool, found = tool_of(device), program(device)
    said = str(found.resolve())
    if tool.version_option:
        ran = tools.run([found, tool.version_option], Path.home(), _ASK_LIMIT_S)
        if not ran.ok:
            raise FairhashError(f"{found.name} does not start: {ran.tail(1)}", str(found), tool.get)
        said = ran.output
    version = re.search(tool.version_pattern, said)
    return f"{tool.label} {version[1]}" if version else f"{tool.label} of {found.stat().st_mtime_ns}"
