# SPDX-License-Identifier: Apache-2.0
"""Positions of names next to the dots of a chart with two logarithmic axes, without overlaps where there is room."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

_HEIGHT, _LETTER = 11, 6.7
"""Height of a label and width of a letter in pixels, at the font size of the labels."""

_OFFSETS = (
    *((7, 3, "left"), (7, -14, "left"), (7, -5, "left"), (-7, 3, "right"), (-7, -14, "right"), (-7, -5, "right")),
    *((0, 7, "left"), (0, -18, "left"), (0, 7, "right"), (0, -18, "right"), (7, 14, "left"), (-7, 14, "right")),
)
"""Positions to try: distance from the dot in pixels, right and up, and which end of the name is there."""


@dataclass(frozen=True)
class LogPlot:
    """A plot area with two logarithmic axes."""

    width: int
    """In pixels."""
    height: int
    """In pixels."""
    x_domain: tuple[float, float]
    y_domain: tuple[float, float]

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        """Distance from the lower left corner."""
        across = math.log(x / self.x_domain[0]) / math.log(self.x_domain[1] / self.x_domain[0])
        up = math.log(y / self.y_domain[0]) / math.log(self.y_domain[1] / self.y_domain[0])
        return across * self.width, up * self.height

    def to_data(self, x: float, y: float) -> tuple[float, float]:
        """Coordinates of a pixel."""
        return (
            self.x_domain[0] * (self.x_domain[1] / self.x_domain[0]) ** (x / self.width),
            self.y_domain[0] * (self.y_domain[1] / self.y_domain[0]) ** (y / self.height),
        )


@dataclass(frozen=True)
class Label:
    """A name and its position in the coordinates of the data."""

    x: float
    y: float
    text: str
    align: str
    """``left``: the position is the left end of the name; or ``right``."""


def label_positions(
    plot: LogPlot,
    dots: Sequence[tuple[str, float, float]],
    *,
    is_each_shown: bool,
    reserved: Sequence[tuple[float, float, float, float]] = (),
) -> list[Label | None]:
    """Return a label for each dot, at the first position where it covers neither a dot nor another label.

    Args:
        plot: The plot area.
        dots: Name and the two coordinates of each dot. A dot without a name has no label, but none covers it.
        is_each_shown: Whether a name without a free position is shown at the first position; otherwise it is omitted.
        reserved: Boxes that no label may cover: left, lower, right and upper edge in pixels from the lower left corner.
    """
    places = [plot.to_pixels(x, y) for _, x, y in dots]
    taken = [*((x - 5, y - 5, x + 5, y + 5) for x, y in places), *reserved]
    labels: list[Label | None] = []
    for (name, _, _), (x, y) in zip(dots, places, strict=True):
        width = _LETTER * len(name)
        boxes = []
        for dx, dy, align in _OFFSETS:
            left = x + dx - (width if align == "right" else 0)
            boxes.append((left, y + dy, left + width, y + dy + _HEIGHT))
        free = [i for i, box in enumerate(boxes) if box[0] > 0 and not any(_overlap(box, other) for other in taken)]
        if not name or not (free or is_each_shown):
            labels.append(None)
            continue
        chosen = free[0] if free else 0
        taken.append(boxes[chosen])
        dx, dy, align = _OFFSETS[chosen]
        labels.append(Label(*plot.to_data(x + dx, y + dy), name, align))
    return labels


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
