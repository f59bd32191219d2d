# SPDX-License-Identifier: Apache-2.0
"""Where the values of a downloaded file come from: version of the site, newest result, tools, units, checksums."""

from importlib import metadata

from fairhash.results.schema import Result
from fairhash.site.data import SiteData


def tool_names(result: Result) -> str:
    """The tools of a run with their versions, e.g. ``ghdl 5.0.1, yosys 0.58``."""
    return ", ".join(dict.fromkeys(f"{use.tool} {use.version}" for use in result.tools))


def site_provenance(data: SiteData) -> dict[str, str]:
    """What is the same for all files of the site: its version and the day of the newest committed result."""
    newest = max((result.date for result in data.results), default=None)
    return {
        "made_by": "FairHash",
        "site_version": metadata.version("fairhash"),
        "newest_result": f"{newest:%Y-%m-%d}" if newest else "",
        "licence": "Apache-2.0",
        "definitions": "docs/measures.html",
    }
