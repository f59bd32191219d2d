# SPDX-License-Identifier: Apache-2.0
"""The table of FPGAs that begins the page of devices: size, tool, how much is known, and what to distrust."""

from collections.abc import Sequence

from fairhash.base.table import Link, Table, table_of_texts
from fairhash.catalog.device import Device
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import devices
from fairhash.site.data import CHOSEN, ShownFigure, SiteData


def fpga_table(data: SiteData) -> Table:
    """One row for each FPGA of the open tools: what a reader needs to choose one."""
    head = ("device", "family", "cells", "tool", "known", "by best", "preliminary", "what to distrust")
    rows: list[tuple[str, ...]] = []
    for name, device in devices().items():
        committed = [one for one in data.figures if one.row.device == name and one.source == "committed"]
        figures = [one for one in committed if one.comparison == CHOSEN]
        known = sum(one.status == "known" for one in figures)
        by_main = [one for one in committed if one.comparison == MAIN_RECIPE]
        rows.append(
            (
                Link(name, f"devices/{name}.html"),
                device.family,
                f"{device.part.logic_cells:,}",
                device.place.command,
                str(known),
                str(sum(one.status == "known" for one in by_main)),
                str(sum(one.status == "preliminary" for one in figures)),
                _doubts(device, figures, known),
            )
        )
    return table_of_texts(head, rows, ("device", "family", "tool", "what to distrust"))


def _doubts(device: Device, figures: Sequence[ShownFigure], known: int) -> str:
    """Why figures of the device may be wrong or may not be compared."""
    doubts = []
    if device.place.untimed:
        kinds = ", ".join(device.place.untimed)
        doubts.append(f"clock: no delay in the tool for some cells ({kinds})")
    if not known:
        doubts.append("ranks: no known figure")
    if stale := sum(bool(one.figure.stale) for one in figures):
        doubts.append(f"{stale} of {len(figures)} figures are stale")
    return "; ".join(doubts) or "nothing is declared"
