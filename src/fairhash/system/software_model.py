# SPDX-License-Identifier: Apache-2.0
"""The time of software for messages of any length, interpolated between measured lengths."""

from bisect import bisect_left
from dataclasses import dataclass

from fairhash.errors import FairhashError
from fairhash.results.software_speed import SoftwareSpeed, SoftwareSpeeds


@dataclass(frozen=True)
class SoftwareModel:
    """Time of a function on one thread of a measured machine."""

    lengths: tuple[int, ...]
    """Measured lengths in bytes, ascending."""
    message_ns: tuple[float, ...]
    """Processor time of a message of each length."""

    def hash_ns(self, message_bytes: int) -> float:
        """Return the time to hash a message; beyond the measured lengths the nearest two are continued."""
        if len(self.lengths) == 1:
            return self.message_ns[0] * message_bytes / self.lengths[0]
        right = min(max(bisect_left(self.lengths, message_bytes), 1), len(self.lengths) - 1)
        left = right - 1
        slope = (self.message_ns[right] - self.message_ns[left]) / (self.lengths[right] - self.lengths[left])
        below = self.lengths[left]
        # a message shorter than all measured ones has the time of the shortest: at least one block
        return max(self.message_ns[left] + slope * (message_bytes - below), self.message_ns[0])


def software_model(speeds: SoftwareSpeeds, function: str, *, lanes: bool) -> SoftwareModel:
    """Return the model of a measured function.

    Args:
        speeds: The file.
        function: Id of the algorithm, or a function of OpenSSL.
        lanes: Whether vector registers hold several messages.

    Raises:
        FairhashError: the function was not measured.
    """
    rows: list[SoftwareSpeed] = speeds.find(function, threads=1, lanes=lanes, multiplicity="many" if lanes else "one")
    if not rows:
        functions = sorted({row.function for row in speeds.rows})
        if function in functions:
            raise FairhashError("it has no lanes", function, "leave out +lanes")
        hint = f"measured are {', '.join(functions)}; measure it with: fairhash system measure {function}"
        raise FairhashError(f"the software of {function!r} was not measured", speeds.name, hint)
    return SoftwareModel(
        tuple(row.message_bytes for row in rows),
        tuple(row.cpu_ns_per_byte.median * row.message_bytes for row in rows),
    )
