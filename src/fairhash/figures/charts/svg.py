# SPDX-License-Identifier: Apache-2.0
"""Vega-Lite specifications as SVG for pages."""

import contextlib
import hashlib
import html
import json
import re
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from fairhash.base import files, paths
from fairhash.figures.charts.style import DOT, FAINT, GRID, INK, OWN, PAPER, REFERENCE

VEGA_LITE = "6.4"
"""Version of Vega-Lite that draws all charts."""

_THEME = {
    INK: "var(--ink)",
    GRID: "var(--line)",
    FAINT: "var(--faint)",
    DOT: "var(--accent)",
    REFERENCE: "var(--second)",
    OWN: "var(--third)",
    PAPER: "var(--page)",
    "#000000": "var(--ink)",
}
"""Colour of the page's style sheet for each colour of a chart."""


def to_svg(spec: dict[str, Any], title: str) -> str:
    """The chart as an <svg> element for a page of the site: it follows the page's theme and scales with the width.

    Args:
        spec: A complete Vega-Lite specification.
        title: What the chart shows, for screen readers.
    """
    return themed(to_svg_file(spec), title)


def to_svg_file(spec: dict[str, Any]) -> str:
    """The chart as the text of an SVG file.

    Raises:
        ValueError: The specification is wrong, or names data outside of itself.
    """

    def draw() -> str:
        # starts a JavaScript engine, needed only when something is drawn
        import vl_convert  # noqa: PLC0415

        text: str = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE, allowed_base_urls=[])
        # the library counts ids over all charts of the process; the same chart must always be the same file
        ids = {name: f"clip{number}" for number, name in enumerate(dict.fromkeys(re.findall(r'id="(clip\d+)"', text)))}
        return re.sub(r"\bclip\d+\b", lambda match: ids.get(match[0], match[0]), text)

    return drawn_once("svg", spec, draw)


def to_png(spec: dict[str, Any]) -> bytes:
    """The chart as a PNG file."""
    import vl_convert  # noqa: PLC0415

    png: bytes = vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, allowed_base_urls=[])
    return png


def drawn_marks(spec: dict[str, Any]) -> dict[int, list[dict[str, Any]]]:
    """The marks that Vega draws for each layer of a specification with several layers.

    Returns:
        By the layer's position: the position of each mark in pixels from the plot's upper left corner, and its
        properties, e.g. `text`. Layers of lines that are clipped are omitted.
    """

    def draw() -> str:
        import vl_convert  # noqa: PLC0415

        return json.dumps(vl_convert.vegalite_to_scenegraph(spec, vl_version=VEGA_LITE, allowed_base_urls=[]))

    scene = json.loads(drawn_once("scene", spec, draw))
    (plot,) = scene["scenegraph"]["items"]
    names = ((re.fullmatch(r"layer_(\d+)_marks", group.get("name", "")), group) for group in plot["items"])
    return {int(name[1]): group["items"] for name, group in names if name}


def drawn_once(form: str, spec: dict[str, Any], draw: Callable[[], str]) -> str:
    """What `draw` makes of a specification, kept in build/cache/charts: most charts of a page are those of last time.

    A file begins with the digest of the text after it; one that is damaged is drawn again.

    Args:
        form: What is made, e.g. ``svg``.
        spec: What it is made from.
        draw: Makes it.
    """
    given = json.dumps([form, version("vl-convert-python"), VEGA_LITE, spec], sort_keys=True)
    file = paths.build() / "cache" / "charts" / _digest(given)
    with contextlib.suppress(OSError, ValueError):
        digest, _, text = file.read_text(encoding="utf-8").partition("\n")
        if digest == _digest(text):
            return text
    text = draw()
    files.write_text(file, f"{_digest(text)}\n{text}")
    return text


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def to_svg_element(spec: dict[str, Any], title: str) -> str:
    """The chart as an <svg> element for any HTML page, with fixed colours; arguments as to_svg()."""
    return _named(to_svg_file(spec), title)


def themed(svg: str, title: str) -> str:
    """An SVG as an <svg> element that has the colours of the page's theme and scales with the width."""
    body = with_theme_colours(svg[svg.index("<svg") :])
    body = re.sub(r"<svg\b[^>]*>", lambda match: _opening_tag(match[0]), body, count=1)
    return _named(body, title)


def with_theme_colours(text: str) -> str:
    """An SVG or a specification with the variables of the page's style sheet, e.g. ``var(--ink)``, as colours."""
    return re.sub(r"#[0-9a-fA-F]{6}\b", lambda match: _THEME.get(match[0].lower(), match[0]), text)


def _named(svg: str, title: str) -> str:
    """The <svg> element with its name for screen readers, and ids that are unique within a page."""
    body = svg[svg.index("<svg") :]
    mark = re.sub(r"\W+", "-", title.lower()).strip("-")
    if f'id="{mark}-' not in body:
        body = re.sub(r'\bid="', f'id="{mark}-', body)
        body = re.sub(r"url\(#", f"url(#{mark}-", body)
        body = re.sub(r'href="#', f'href="#{mark}-', body)
    # for screen readers the chart is one picture, so its parts have no roles and names
    body = re.sub(r'\s(?:role|aria-[a-z]+)="[^"]*"', "", body)
    return body.replace("<svg", f'<svg role="img" aria-label="{html.escape(title)}"', 1)


def _opening_tag(tag: str) -> str:
    """The <svg> tag without a fixed size; without a viewBox it gets one from its size.

    The style sheet needs its width: on a narrow screen the chart scrolls at this width, so that its text stays legible.
    """
    size = dict(re.findall(r'\b(width|height)="([\d.]+)(?:pt|px)?"', tag))
    if "viewBox" not in tag and len(size) == 2:
        tag = tag.replace("<svg", f'<svg viewBox="0 0 {size["width"]} {size["height"]}"', 1)
    tag = re.sub(r'\s(?:width|height)="[^"]*"', "", tag)
    width = f"{float(size['width']):.0f}px" if "width" in size else ""
    style = f' style="max-width: {width}; --natural: {width}"' if width else ""
    return tag.replace("<svg", f"<svg{style} data-scales", 1)
