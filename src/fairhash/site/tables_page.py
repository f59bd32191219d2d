# SPDX-License-Identifier: Apache-2.0
"""The page of the mutants of netlists, whose tables another module writes as Markdown."""

from fairhash import paths
from fairhash.analysis import mutants_page
from fairhash.results.mutants import MutantsFolder
from fairhash.site.documents import Document, documents, site_target
from fairhash.site.markdown import render_markdown, toc
from fairhash.site.pages import Page, SearchEntry


def mutant_page() -> Page:
    """The stored outcomes of mutants of netlists, with the links of a file in docs/."""
    path = "mutants.html"
    place = Document("docs/mutants.md", path, "")
    text = mutants_page.to_markdown(MutantsFolder(paths.results() / "mutants"))
    by_source = documents()
    article = render_markdown(text, lambda target: site_target(target, place, by_source, {}))
    return Page(
        path,
        article.title,
        "article.html",
        {"html": article.html, "toc": toc(article.headings)},
        "docs/index.html",
        (SearchEntry(article.title, path, " ".join(text for _, text in article.sections)),),
    )
