# SPDX-License-Identifier: Apache-2.0
"""Pages whose tables other modules write as Markdown: mutants of netlists, and search strategies compared."""

from fairhash import paths
from fairhash.analysis import mutants_page
from fairhash.charts.svg import to_svg
from fairhash.explore import comparison_page
from fairhash.explore.comparison import ComparisonFolder, compare, default_conditions
from fairhash.explore.comparison_page import gain_chart
from fairhash.results.mutants import MutantsFolder
from fairhash.site.documents import Document, documents, site_target
from fairhash.site.markdown import render_markdown, toc
from fairhash.site.pages import Page, SearchEntry


def mutant_page() -> Page:
    """The stored outcomes of mutants of netlists."""
    return _page("mutants.html", mutants_page.to_markdown(MutantsFolder(paths.results() / "mutants")))


def search_comparison_page() -> Page:
    """The search strategies over the results of results/explore/, each core with the sources it was searched with."""
    stored = ComparisonFolder(paths.results() / "explore").read()
    compared = compare(default_conditions(), stored, earlier_sources=True)
    title = comparison_page.title(compared)
    chart = to_svg(gain_chart(compared, title), title) if compared.results else ""
    return _page("searches.html", comparison_page.to_markdown(compared), chart)


def _page(path: str, text: str, chart: str = "") -> Page:
    """A page of this text, whose links are those of a file in docs/; the chart is shown below it."""
    by_source = documents()
    place = Document("docs/" + path.replace(".html", ".md"), path, "")
    article = render_markdown(text, lambda target: site_target(target, place, by_source, {}))
    return Page(
        path,
        article.title,
        "article.html",
        {"html": article.html, "toc": toc(article.headings), "chart": chart},
        "docs/index.html",
        (SearchEntry(article.title, path, " ".join(text for _, text in article.sections)),),
    )
