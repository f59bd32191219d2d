# SPDX-License-Identifier: Apache-2.0
"""The source of figures in a few lines: devices, tools, seeds, dates and machines."""

from collections.abc import Iterable, Sequence

from fairhash.figures.statistics import DRAWS, RNG_SEED
from fairhash.results.schema import Result


def provenance(results: Sequence[Result]) -> dict[str, str]:
    """Devices, recipes, tools with their builds, constraints, seeds, checks, dates and machines of these results."""
    constraints = _list(
        f"clk {result.requested.clk_mhz:g} MHz"
        + (f" and io_clk {result.requested.io_clk_mhz:g} MHz" if result.io_ratio > 1 else "")
        for result in results
    )
    dates = sorted(result.date for result in results)
    days = dict.fromkeys(f"{date:%Y-%m-%d}" for date in (dates[0], dates[-1]))
    facts = {
        "device": _list(result.device for result in results),
        "recipe": _list(result.recipe for result in results),
        "tools": _list(f"{tool.tool} {tool.version}" for result in results for tool in result.tools),
        "constraint": constraints,
        "seeds": ", ".join(str(seed) for seed in sorted({result.seed for result in results})),
        "netlist answers": _netlist_answers(results),
        "date (UTC)": " to ".join(days),
        "machine": _list(
            f"{result.machine.cpu_model}, {result.machine.cores} cores, {result.machine.os}" for result in results
        ),
        "uncertainty": f"bootstrap over seeds, {DRAWS} resamples, generator seed {RNG_SEED}",
    }
    if all(result.status == "estimate" for result in results):
        # nothing was constrained, and nothing drawn by chance
        for name in ("constraint", "seeds", "uncertainty"):
            del facts[name]
    return facts


def _netlist_answers(results: Iterable[Result]) -> str:
    """Each verdict of the netlist checks with its least and most messages: ``pass, 211 to 431 messages``."""
    counts: dict[str, list[int]] = {}
    for result in results:
        counts.setdefault(result.netlist.verdict, []).append(result.netlist.messages)
    ranges = {verdict: dict.fromkeys((min(found), max(found))) for verdict, found in counts.items()}
    return _list(f"{verdict}, {' to '.join(map(str, ends))} messages" for verdict, ends in ranges.items())


def _list(values: Iterable[str]) -> str:
    return "; ".join(sorted(set(values)))
