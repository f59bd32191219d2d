# SPDX-License-Identifier: Apache-2.0
"""Ways to hash that a user names: ``software:sha-256x2`` or ``keccak-256/highspeed@100x8``."""

import re
from dataclasses import dataclass
from statistics import median

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.external.resolve_core import resolve_core
from fairhash.figures.figures import figures, own_best
from fairhash.results.accelerator_areas import read_accelerator_areas
from fairhash.results.reader import read_results
from fairhash.studies.system.core_model import CoreModel, core_model, core_presets

_HINT = "examples: software:sha-256x2, keccak-256/highspeed@100x8, keccak-256/highspeed@ecp5-85k-8x8, paper-e-keccakx12"
_SOFTWARE = re.compile(r"software:(?P<function>[a-z0-9-]+?)(x(?P<threads>[1-9][0-9]{0,2}))?(?P<lanes>\+lanes)?")
_ACCELERATOR = re.compile(r"(?P<core>[^@]+?)(@(?P<clock>[^@]+?))?(x(?P<cores>[1-9][0-9]{0,2}))?")
DEVICE = "ecp5-85k-8"
"""FPGA on which accelerators are measured; its clock is used if none is given."""


@dataclass(frozen=True)
class SoftwareCandidate:
    """A hash function on threads of the processor."""

    name: str
    function: str
    threads: int
    lanes: bool


@dataclass(frozen=True)
class AcceleratorCandidate:
    """Cores of one kind on a bus."""

    name: str
    core: CoreModel
    cores: int


Candidate = SoftwareCandidate | AcceleratorCandidate


def parse_candidate(text: str) -> Candidate:
    """Return what a text names.

    Args:
        text: ``software:FUNCTION``, then ``x`` and a number of threads, then ``+lanes``; or a core, then ``@`` and its
            clock in MHz or a device with results, then ``x`` and a number of cores.

    Raises:
        FairhashError: the text is not of this form, or names something unknown.
    """
    match = _SOFTWARE.fullmatch(text)
    if match:
        return SoftwareCandidate(text, match["function"], int(match["threads"] or 1), bool(match["lanes"]))
    parts = _ACCELERATOR.fullmatch(text)
    if not parts or text.startswith("software:"):
        raise FairhashError(f"cannot understand the candidate {text!r}", "", _HINT)
    return AcceleratorCandidate(text, _core(parts["core"], parts["clock"]), int(parts["cores"] or 1))


def _core(name: str, clock: str | None) -> CoreModel:
    if name in core_presets():
        preset = core_presets()[name]
        return preset.model_copy(update={"clock_mhz": _mhz(clock, name)}) if clock else preset
    core = resolve_core(name)
    if clock and re.fullmatch(r"[0-9.]+", clock):
        return core_model(core, _mhz(clock, name))
    return core_model(core, device_clock(core, clock) if clock else accelerator_clock(core))


def _mhz(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value <= 1e5:
        raise FairhashError(f"{text!r} is not a clock in MHz", name, _HINT)
    return value


def accelerator_clock(core: Core) -> float:
    """Return the clock in MHz of a core in an accelerator on DEVICE.

    That is the clock of the stored accelerator with the most cores that was placed, or if there is none, the median
    clock of the core alone.

    Raises:
        FairhashError: there is neither.
    """
    stored = read_accelerator_areas(paths.results(), DEVICE).find(core.name)
    placed = [(row.cores, row.clock_mhz) for row in stored if row.status == "ok" and row.clock_mhz]
    return max(placed)[1] if placed else device_clock(core, DEVICE)


def device_clock(core: Core, device: str) -> float:
    """Return the median clock in MHz of a core on a device, from the stored results.

    Raises:
        FairhashError: there is no successful result.
    """
    results = [one for one in read_results() if one.core == core.name and one.device == device]
    medians = [figure.clock_mhz.median for figure in own_best(figures(results)) if figure.clock_mhz is not None]
    if not medians:
        hint = f"run: fairhash implement {core.name} --device {device}, or give a clock: {core.name}@100"
        raise FairhashError(f"no clock on {device}", core.name, hint)
    return median(medians)
