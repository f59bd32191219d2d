# SPDX-License-Identifier: Apache-2.0
"""Vendors' own tools, where they are installed: projects by Edalize, reports read; docs/vendor-tools.md."""

from fairhash.implement.vendor.registry import program, tool_of, vendor_devices
from fairhash.implement.vendor.running import place_by_vendor, prepare, request, vendor_builds

__all__ = ["place_by_vendor", "prepare", "program", "request", "tool_of", "vendor_builds", "vendor_devices"]
