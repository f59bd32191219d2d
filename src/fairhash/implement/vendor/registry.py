# SPDX-License-Identifier: Apache-2.0
"""The devices that only vendors' tools reach, and those tools."""

import re
from functools import cache
from pathlib import Path

from fairhash import tools
from fairhash.catalog.datafile import read_named
from fairhash.catalog.vendor import ToolName, VendorDevice
from fairhash.errors import FairhashError
from fairhash.implement.vendor.diamond import DIAMOND
from fairhash.implement.vendor.gowin import GOWIN
from fairhash.implement.vendor.quartus import QUARTUS
from fairhash.implement.vendor.radiant import RADIANT
from fairhash.implement.vendor.tool import Tool
from fairhash.implement.vendor.vivado import VIVADO

TOOLS: dict[ToolName, Tool] = {
    "vivado": VIVADO,
    "quartus": QUARTUS,
    "diamond": DIAMOND,
    "radiant": RADIANT,
    "gowin": GOWIN,
}

_FOLDER = Path(__file__).resolve().parents[1] / "devices" / "vendor"
_ASK_LIMIT_S = 120


@cache
def _devices() -> dict[str, VendorDevice]:
    return read_named(_FOLDER, VendorDevice, "see docs/vendor-tools.md")


def vendor_devices() -> dict[str, VendorDevice]:
    """Every such device by id, sorted."""
    return dict(_devices())


def tool_of(device: VendorDevice) -> Tool:
    """The tool that reaches the device."""
    return TOOLS[device.tool]


def program(device: VendorDevice) -> Path:
    """The first of the tool's programs; a FairhashError that says how to get it where any is missing."""
    tool = tool_of(device)
    for name in tool.programs:
        if tools.find(name) is None:
            raise FairhashError(f"{device.id} needs {tool.label}: {name} is not on PATH", "", tool.get)
    return tools.need(tool.programs[0])


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
