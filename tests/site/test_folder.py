# SPDX-License-Identifier: Apache-2.0
"""The folder of a site: the old site or the new one, whatever happens to the build."""

import functools
import http.server
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.cli.main import cli
from fairhash.site import build
from fairhash.site.build import write_site
from fairhash.site.data import SiteData
from fairhash.site.folder import MARK, is_fresh, new_site

_KILLED = """
import sys, time
from pathlib import Path
from fairhash.site.folder import new_site

with new_site(Path(sys.argv[1])) as new:
    (new / "assets").mkdir()
    (new / "assets" / "site.js").write_text("new")
    print("half", flush=True)
    time.sleep(600)
"""
"""A build that is killed between its scripts and its pages."""


def _write(folder: Path, text: str, digest: str = "") -> None:
    """A site of a script and a page."""
    with new_site(folder, digest) as new:
        (new / "assets").mkdir()
        (new / "assets" / "site.js").write_text(text)
        (new / "index.html").write_text(text)


def _texts(folder: Path) -> dict[str, str]:
    """Each visible file of a site."""
    found = (file for file in folder.rglob("*") if file.is_file() and file.name != MARK)
    return {str(file.relative_to(folder)): file.read_text() for file in found}


_OLD = {"assets/site.js": "old", "index.html": "old"}
_NEW = {"assets/site.js": "new", "index.html": "new"}


def _beside(folder: Path) -> list[str]:
    """What is beside the site; the file of the lock stays."""
    return sorted(entry.name for entry in folder.parent.iterdir() if entry.name not in {folder.name, ".site.lock"})


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The folder of a complete site."""
    folder = tmp_path / "site"
    _write(folder, "old", "digest")
    return folder


def test_a_site_is_on_the_disk_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for all files: 3,700 waits took 19 of the 77 s of a build."""
    calls = []
    folder = tmp_path / "site"
    monkeypatch.setattr(os, "sync", lambda: calls.append(f"sync, named: {folder.exists()}"))
    monkeypatch.setattr(os, "fsync", lambda _handle: calls.append("fsync"))
    with new_site(folder) as new:
        for name in ("index.html", "explorer.html"):
            files.write_text(new / name, "new")
        assert "sync" not in "".join(calls)
    assert calls == ["sync, named: False", "fsync"]
    # a file that is written alone is waited for as before
    calls.clear()
    files.write_text(tmp_path / "other", "text")
    assert "fsync" in calls


def test_a_killed_build_leaves_the_old_site(site: Path) -> None:
    """And nothing that the next build keeps."""
    with subprocess.Popen([sys.executable, "-c", _KILLED, site], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "half\n"
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert _texts(site) == _OLD
    assert is_fresh(site, "digest")
    assert _beside(site) == [".site.fairhash-new"]
    _write(site, "new")
    assert _texts(site) == _NEW
    assert not is_fresh(site, "digest")
    assert _beside(site) == []


def test_a_failed_build_leaves_the_old_site(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here after the scripts, while the pages are written."""

    def fail(folder: Path, *_rest: object) -> None:
        build.write_assets(folder / "assets")
        raise FairhashError("no page", "page.md")

    monkeypatch.setattr(build, "write_pages", fail)
    monkeypatch.setattr(SiteData, "of_checkout", lambda _own: None)
    with pytest.raises(FairhashError, match="no page"):
        write_site(site, cli)
    assert _texts(site) == _OLD
    assert _beside(site) == []


def test_a_build_killed_between_the_two_renames_is_undone(site: Path) -> None:
    """The old site is there again after the next build, even if that one fails."""
    site.rename(site.with_name(".site.fairhash-old"))
    with pytest.raises(ZeroDivisionError), new_site(site):
        raise ZeroDivisionError
    assert _texts(site) == _OLD
    assert _beside(site) == []


def test_files_of_others_stay_and_old_pages_do_not(site: Path) -> None:
    """At the top of the folder: the name of the host, and the folder of git; of a link to the folder, the link."""
    (site / "CNAME").write_text("example.org")
    (site / ".git").mkdir()
    (site / ".git" / "HEAD").write_text("main")
    link = site.with_name("link")
    link.symlink_to(site)
    with new_site(link) as new:
        (new / "index.html").write_text("new")
    assert _texts(site) == {"index.html": "new", "CNAME": "example.org", ".git/HEAD": "main"}
    assert link.is_symlink()
    assert _beside(site) == ["link"]


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    """An empty one is not."""
    (tmp_path / "site").mkdir()
    _write(tmp_path / "site", "new")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("somebody else's")
    with pytest.raises(FairhashError, match="no site of FairHash"):
        _write(tmp_path / "other", "new")
    assert _texts(tmp_path / "other") == {"index.html": "somebody else's"}


def test_a_server_of_the_folder_serves_the_new_site(site: Path) -> None:
    """Started before the build."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{running.server_address[1]}/index.html"
        texts = []
        for text in ("old", "new"):
            _write(site, text)
            with urllib.request.urlopen(address) as answer:
                texts.append(answer.read().decode())
        running.shutdown()
    assert texts == ["old", "new"]
