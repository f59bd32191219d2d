# SPDX-License-Identifier: Apache-2.0
"""The fields of a result that estimates and vendors' tools say in a way of their own."""

from typing import Any

from fairhash.results.schema import Resources, ToolUse
from fairhash.runs.compose_parts import achieved, front_end, limiting_path, requested
from fairhash.runs.other_facts import EstimateKeys, VendorKeys
from fairhash.targets.estimate.map_estimate import REASON, estimated_area
from fairhash.targets.fpga.placement import Placement
from fairhash.targets.fpga.synthesis import Synthesis


def estimate_fields(keys: EstimateKeys, made: Synthesis) -> dict[str, Any]:
    """An area and no clock; a mapping that failed is a failure like any other."""
    fields: dict[str, Any] = {
        "area_unit": keys.device.area_unit,
        "tools": front_end(keys, made),
        "requested": requested(keys, None),
        "stage": "synthesis",
    }
    if made.status == "ok":
        area = estimated_area(made, keys.device)
        carry = sum(made.cells.get(kind, 0) for kind in keys.device.count.carry)
        used = Resources(area_cells=area, luts=area, flip_flops=made.flip_flops, carry=carry, **made.dedicated)
        fields |= {"status": "estimate", "reason": REASON, "resources": used}
    return fields


def vendor_fields(keys: VendorKeys, made: Synthesis, placed: Placement | None) -> dict[str, Any]:
    """From the run of the vendor's tool, if it came so far."""
    good = placed if placed and placed.status == "ok" else None
    io_ratio = keys.core.io_ratio
    return {
        "area_unit": keys.device.area_unit,
        "tools": _tools(keys, made, placed),
        "requested": requested(keys, placed),
        "achieved": achieved(io_ratio, good) if good else None,
        "stage": "placement" if placed else "synthesis",
        "resources": _resources(good) if good else None,
        "frame_resources": Resources(area_cells=0, luts=0, flip_flops=good.resources["frame registers"])
        if good
        else None,
        "critical_path": limiting_path(io_ratio, good.critical_paths) if good else None,
    }


def _tools(keys: VendorKeys, made: Synthesis, placed: Placement | None) -> tuple[ToolUse, ...]:
    project = ToolUse(tool="edalize", version=keys.builds["edalize"])
    if placed is None:
        return (*front_end(keys, made), project)
    constraints = tuple(tuple(line.split()) for line in placed.constraints.splitlines())
    run = ToolUse(tool=keys.device.tool, version=placed.nextpnr, commands=(placed.arguments, *constraints))
    return (*front_end(keys, made), project, run)


def _resources(placed: Placement) -> Resources:
    return Resources(
        area_cells=placed.area or 0, luts=placed.area or 0, flip_flops=placed.flip_flops or 0, **placed.dedicated
    )
