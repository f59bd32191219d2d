# SPDX-License-Identifier: Apache-2.0
"""The command `site`, and what `run` does with it, with fake pages."""

from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from fairhash.base import paths
from fairhash.bench.implementing import MainJob
from fairhash.cli import main
from fairhash.cli import run as run_module
from fairhash.cli import site as site_module
from fairhash.features.package.component import Component
from fairhash.results import Result, own_results
from fairhash.site import build
from fairhash.site.folder import new_site
from tests.cli.helpers import fairhash
from tests.results.samples import sample


class _Written:
    """Notes what the site would be written from."""

    def __init__(self) -> None:
        self.folder = Path()
        self.commands: list[str] = []
        self.own: list[str] = []
        self.packages: list[str] = []
        self.address = ""

    def __call__(
        self,
        folder: Path,
        commands: click.Group,
        own_results: Iterable[Result] = (),
        packages: Iterable[Component] = (),
        address: str = "",
        *,
        digest: str = "",
    ) -> Path:
        self.folder = folder
        self.commands = commands.list_commands(click.Context(commands))
        self.own = [result.key for result in own_results]
        self.packages = [component.name for component in packages]
        self.address = address
        with new_site(folder, digest) as new:
            (new / "index.html").touch()
        return folder / "index.html"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> _Written:
    """The fake; the build folder is a temporary one."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    stand_in = _Written()
    for module in (build, site_module):
        monkeypatch.setattr(module, "write_site", stand_in)
    return stand_in


def test_packages_are_downloads_on_request(written: _Written) -> None:
    """One for each high-speed and lightweight core."""
    assert main.run(["site"]) == 0
    assert written.packages == []
    assert main.run(["site", "--packages"]) == 0
    assert len(written.packages) >= 48
    assert "sha-256/lightweight" in written.packages


def test_the_site_has_the_results_of_the_reader(
    written: _Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside the committed ones, except on request; the address of the start page is printed."""
    own = sample()
    own_results().add([own])
    assert main.run(["site"]) == 0
    assert (written.folder, written.own) == (tmp_path / "site", [own.key])
    assert {"site", "implement"} <= set(written.commands)
    assert (tmp_path / "site" / "index.html").as_uri() in capsys.readouterr().out
    assert main.run(["site", "--only-committed", "--to", str(tmp_path / "x")]) == 0
    assert (written.folder, written.own) == (tmp_path / "x", [])


def test_the_address_of_the_published_site(written: _Written) -> None:
    """With a slash at its end, so that paths can follow; what is no address of a folder is refused in one line."""
    assert main.run(["site"]) == 0
    assert written.address == ""
    for text in ("https://example.org/fairhash", "https://example.org/fairhash/"):
        assert main.run(["site", "--address", text]) == 0
        assert written.address == "https://example.org/fairhash/"
    for text in (
        "example.org",
        "file:///tmp",
        "https://",
        "https://example.org/?a",
        'https://example.org/"x',
        "http://[x",
    ):
        assert text in fairhash("site", "--address", text).refusal()


def test_run_ends_with_the_site(
    written: _Written, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the results of the run as the reader's own; the last line is the address."""
    results = tuple(sample(seed=seed) for seed in (1, 2, 3))
    monkeypatch.setattr(run_module, "main_job", lambda _progress: MainJob((), results))
    assert main.run(["run"]) == 0
    assert written.own == [result.key for result in results]
    assert capsys.readouterr().out.splitlines()[-1].endswith((tmp_path / "site" / "index.html").as_uri())


def test_run_does_not_build_the_same_site_again(
    written: _Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a checkout of one page: built once, again after a change of the page, of a result, or of what was built."""
    page = tmp_path / "checkout" / "docs" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text("one")
    monkeypatch.setattr(paths, "root", lambda: tmp_path / "checkout")
    results = [sample(seed=1)]
    monkeypatch.setattr(run_module, "main_job", lambda _progress: MainJob((), tuple(results)))

    def builds() -> bool:
        written.own = []
        assert main.run(["run"]) == 0
        return bool(written.own)

    assert [builds(), builds()] == [True, False]
    page.write_text("two")
    assert [builds(), builds()] == [True, False]
    # pages of documentation, and files that such pages link to
    for name in ("vectors/official/README.md", "campaigns/release.toml", ".github/workflows/test.yml", "LICENSE"):
        file = tmp_path / "checkout" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("one")
        assert [builds(), builds()] == [True, False], name
    results.append(sample(seed=2))
    assert [builds(), builds()] == [True, False]
    (tmp_path / "site" / "index.html").unlink()
    assert builds()
    (tmp_path / "site" / "index.html").touch()
    assert main.run(["site"]) == 0
    assert builds()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """One line that names it: a file, a folder below a file, a folder with files of somebody else, and the root."""
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "site", tmp_path, Path("/")):
        assert str(folder) in fairhash("site", "--to", folder).refusal()
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
