# SPDX-License-Identifier: Apache-2.0
"""Names of databases with mistakes: one line without a password, and nothing is created."""

import re
from pathlib import Path

import pytest

from fairhash.errors import FairhashError
from fairhash.results import Database
from fairhash.results.engine import locate
from tests.cli.helpers import fairhash
from tests.results.samples import sample

WRONG = [
    "postgresql://user:s3cret@host:port/x",
    "postgresql://user:s3cret@host:99999999/x",
    "postgresql://user:s3cret@host:/x",
    "postgresql://user:s3cret@[::1/x",
    "postgresql://user:s3cr@s3cret@host/x",
    "postgresql://user:s3cret/s3cret@host@x",
    "postgresql://host:port/x?password=s3cret",
    "postgresql:/user:s3cret@host/x",
    "://user:s3cret@host",
    "mysql://user:s3cret@host/x",
    '"postgresql://user:s3cret@host/x"',
    "host=host user=user password=s3cret",
]


@pytest.mark.parametrize("url", WRONG)
def test_a_wrong_url_is_one_line_without_its_password(url: str, tmp_path: Path) -> None:
    outcome = fairhash("results", "list", "--database", url, cwd=tmp_path)
    line = outcome.refusal()
    assert "s3cret" not in line
    assert re.search(r"not the URL of a database|not supported", line)
    assert list(tmp_path.iterdir()) == []


def test_blanks_around_a_url_are_ignored() -> None:
    """They come from a file of variables; the URL would be taken for a file's name, and be shown."""
    assert locate(" postgresql://user:s3cret@host/x\n").host == "host"
    assert locate(" r.sqlite ").database == "r.sqlite"


def test_a_password_in_the_query_is_not_shown(tmp_path: Path) -> None:
    """Also when the server does not answer; other parameters are shown."""
    url = f"postgresql://user@/x?host={tmp_path}&password=s3cret&sslpassword=s3cret"
    database = Database(url)
    assert "s3cret" not in database.name
    assert str(tmp_path).rsplit("/", 1)[1] in database.name
    with pytest.raises(FairhashError) as caught:
        database.find()
    assert "s3cret" not in str(caught.value)


def test_a_typing_error_creates_no_database(tmp_path: Path) -> None:
    for command in (["results", "list"], ["results", "export", "x.csv"], ["report"], ["fsck"], ["replicate", "abcdef"]):
        line = fairhash(*command, "--database", "reslts.sqlite", cwd=tmp_path).refusal()
        assert "there is no such database in reslts.sqlite" in line
    (tmp_path / "r.jsonl").write_text(sample().model_dump_json() + "\n")
    line = fairhash("results", "import", "r.jsonl", "--database", "bulid/r.sqlite", cwd=tmp_path).refusal()
    assert "the folder of the database does not exist" in line
    assert [file.name for file in tmp_path.iterdir()] == ["r.jsonl"]
    assert fairhash("results", "import", "r.jsonl", "--database", "new.sqlite", cwd=tmp_path).status == 0
    assert sample().key[:12] in fairhash("results", "list", "--database", "new.sqlite", cwd=tmp_path).out


def test_a_damaged_database_is_noticed_before_the_work(tmp_path: Path) -> None:
    """Within seconds, before anything is verified or synthesised; the advice is not about space on the disk."""
    database = tmp_path / "r.sqlite"
    Database(database).add([sample(seed=seed) for seed in range(200)])
    whole = database.read_bytes()
    spoiled = bytearray(whole)
    spoiled[8192:40960] = bytes(32768)
    for content in (bytes(spoiled), whole[: len(whole) // 2], b"no database, but long enough to be one" * 100):
        database.write_bytes(content)
        environment = {"FAIRHASH_BUILD": str(tmp_path / "build"), "FAIRHASH_DATABASE": str(database)}
        for command in (["run"], ["implement", "sha-1/highspeed", "--device", "ecp5-85k-8"]):
            line = fairhash(*command, env=environment).refusal()
            assert "r.sqlite; move it away, then run fairhash results import results" in line
            assert not (tmp_path / "build" / "sim").exists()
            assert not list((tmp_path / "build").glob("store/*/*/*/outcome.json"))
