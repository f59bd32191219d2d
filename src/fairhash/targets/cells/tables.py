# SPDX-License-Identifier: Apache-2.0
"""Look-up tables of Liberty: energy over load and input transition, bilinear between the points and beyond them."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from fairhash.catalog.liberty import Group

_LOAD = ("total_output_net_capacitance", "output_net_capacitance", "related_out_total_output_net_capacitance")
_TRANSITION = ("input_transition_time", "input_net_transition", "related_pin_transition")


@dataclass(frozen=True)
class Table:
    """Values in rows of `loads` and columns of `transitions`; an axis of one point does not matter."""

    loads: tuple[float, ...]
    transitions: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]

    def at(self, load: float, transition: float) -> float:
        """The value, linear in both; beyond the table as its last two points go on, as OpenSTA does with delays."""
        below, share = _between(self.loads, load)
        column, part = _between(self.transitions, transition)

        def along(row: tuple[float, ...]) -> float:
            return row[column] if len(row) == 1 else row[column] + (row[column + 1] - row[column]) * part

        first = along(self.rows[below])
        return first if len(self.rows) == 1 else first + (along(self.rows[below + 1]) - first) * share


def _between(axis: tuple[float, ...], value: float) -> tuple[int, float]:
    """The point below and the share of the way to the next one."""
    if len(axis) == 1:
        return 0, 0.0
    place = min(max(bisect_right(axis, value) - 1, 0), len(axis) - 2)
    return place, (value - axis[place]) / (axis[place + 1] - axis[place])


def table(group: Group, templates: Mapping[str, Group]) -> Table | None:
    """A table group; None where it depends on something else than load and transition."""
    values = group.numbers("values")
    template = templates.get(group.name, Group(""))
    axes: dict[str, tuple[float, ...]] = {}
    order = []
    for number in ("1", "2", "3"):
        variable = template.simple.get(f"variable_{number}")
        rows = group.numbers(f"index_{number}") or template.numbers(f"index_{number}")
        if variable is None or not rows:
            continue
        axis = "load" if variable in _LOAD else "transition" if variable in _TRANSITION else ""
        if not axis or axis in axes:
            return None
        order.append(axis)
        axes[axis] = tuple(rows[0])
    loads, transitions = axes.get("load", (0.0,)), axes.get("transition", (0.0,))
    flat = [value for row in values for value in row]
    if len(flat) != len(loads) * len(transitions):
        return None
    first, second = (transitions, loads) if order[:1] == ["transition"] else (loads, transitions)
    rows_ = [tuple(flat[i * len(second) : (i + 1) * len(second)]) for i in range(len(first))]
    if order[:1] == ["transition"]:
        rows_ = [tuple(row[i] for row in rows_) for i in range(len(loads))]
    return Table(loads, transitions, tuple(rows_))
