# SPDX-License-Identifier: Apache-2.0
"""Names next to the dots of a chart, without overlaps where there is room."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK = "#1f2933"


def label_dots(axes: "Axes", dots: Sequence[tuple[str, float, float]], colours: Sequence[str] = ()) -> None:
    """Write a name next to each dot, at the first corner where it covers neither a dot nor another name.

    Args:
        axes: The axes, with their limits and scales set.
        dots: Name and the two coordinates of each dot. A dot without a name only keeps its room free.
        colours: Colour of each name; default: dark grey for all.
    """
    axes.figure.draw_without_rendering()  # type: ignore[union-attr]
    scale = 72 / axes.figure.dpi
    centres = [axes.transData.transform((x, y)) * scale for _, x, y in dots]
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in centres]
    inks = colours or [_INK] * len(dots)
    for (name, *dot), (x, y), ink in zip(dots, centres, inks, strict=True):
        if not name:
            continue
        width = 5.2 * len(name)
        corners = [(8, 5, "left"), (8, -13, "left"), (-8, 5, "right"), (-8, -13, "right"), (8, 16, "left")]
        boxes = [
            (x + dx - (width if side == "right" else 0), y + dy, x + dx + (0 if side == "right" else width), y + dy + 9)
            for dx, dy, side in corners
        ]
        free = [number for number, box in enumerate(boxes) if not any(_overlap(box, other) for other in taken)]
        chosen = free[0] if free else 0
        taken.append(boxes[chosen])
        dx, dy, side = corners[chosen]
        place: Any = {"xytext": (dx, dy), "textcoords": "offset points", "ha": side, "va": "bottom"}
        axes.annotate(name, (dot[0], dot[1]), fontsize=9, color=ink, **place)


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
