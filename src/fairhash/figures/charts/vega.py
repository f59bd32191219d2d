# SPDX-License-Identifier: Apache-2.0
"""Charts that a browser draws: a Vega-Lite specification compiled to Vega, and the parts of Vega that draw it.

Compiled here, a chart needs no compiler of Vega-Lite in the browser, which is as large as Vega itself.
"""

import json
from typing import Any

from fairhash.figures.charts.svg import VEGA_LITE, drawn_once

_PARTS = (
    ("* as dataflow", "vega-dataflow@6.1.0"),
    ("* as rows", "vega-transforms@5.1.0"),
    ("* as views", "vega-view-transforms@5.1.0"),
    ("* as encodings", "vega-encode@5.1.0"),
    ("* as labels", "vega-label@2.1.0"),
    ("{View}", "vega-view@6.1.0"),
    ("{parse}", "vega-parser@7.1.0"),
    ("{Handler}", "vega-tooltip@1.0.0"),
)
"""What is imported from each package of Vega, of those that vl-convert-python contains.

The other transforms of Vega are for maps, trees, networks, regressions and word clouds.
"""

_REGISTER = "Object.assign(dataflow.transforms, rows, views, encodings, labels); window.vega = {parse, View, Handler};"


def to_vega(spec: dict[str, Any]) -> dict[str, Any]:
    """A Vega-Lite specification as one of Vega, for vega_script().

    Raises:
        ValueError: The specification is wrong.
    """

    def compiled() -> str:
        # starts a JavaScript engine, needed only when something is compiled
        import vl_convert  # noqa: PLC0415

        return json.dumps(vl_convert.vegalite_to_vega(spec, vl_version=VEGA_LITE))

    vega: dict[str, Any] = json.loads(drawn_once("vega", spec, compiled))
    return vega


def vega_script() -> str:
    """One classic script that sets `window.vega` to Vega's parse() and View, and vega-tooltip's Handler."""
    imports = "".join(f'import {names} from "/npm/{package}/+esm";\n' for names, package in _PARTS)

    def bundle() -> str:
        import vl_convert  # noqa: PLC0415

        text: str = vl_convert.javascript_bundle(imports + _REGISTER, vl_version=VEGA_LITE)
        return f"(function(){{{text}\n}})();\n"

    return drawn_once("script", {"bundle": imports + _REGISTER}, bundle)
