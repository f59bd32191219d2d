# SPDX-License-Identifier: Apache-2.0
"""The files and the table of the models' speeds, from a run made up here."""

import csv
import dataclasses
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fairhash.base.errors import FairhashError
from fairhash.figures import model_speeds
from fairhash.models.bench.speeds import SIZES, Effort, Run, Setting, Speed

SETTING = Setting("GNU 12.2.0", "-std=c17 -O3", "A processor", "AVX2 SHA", "OpenSSL 3.0.19, EVP_Digest")
SPEEDS = tuple(Speed(name, size, 200.0, 400.0, 800.0) for name in ("sha-256", "sha3-512") for size in SIZES)
RUN = Run(SETTING, Effort(0.001, 7), portable=False, speeds=SPEEDS)


def test_each_csv_row_has_all_conditions() -> None:
    """A row by itself says what was measured and how."""
    rows = list(csv.DictReader(io.StringIO(model_speeds.speeds_csv(RUN))))
    assert len(rows) == len(SPEEDS)
    for row, speed in zip(rows, SPEEDS, strict=True):
        assert (row["algorithm"], int(row["message_bytes"])) == (speed.algorithm, speed.message_bytes)
        assert (float(row["times_openssl"]), float(row["many_times_one"])) == (0.5, 4.0)
        assert (row["compiler"], row["flags"], row["cpu_features"]) == ("GNU 12.2.0", "-std=c17 -O3", "AVX2 SHA")
        assert (row["repetitions"], row["portable"]) == ("7", "False")


def test_the_table_has_one_row_for_each_algorithm() -> None:
    """One line for each algorithm, its cells under the head's."""
    shown = model_speeds.speed_table(RUN)
    lines = shown.display_rows()
    assert shown.headings()[:4] == ["algorithm", "64 B", "x", "many"]
    assert shown.headings()[7] == "256 KiB"
    assert lines == [[name, *["200", "0.50", "800"] * 3, ""] for name in ("sha-256", "sha3-512")]


def test_the_table_names_the_peer() -> None:
    """The ratio to another implementation of the same function, of the longest messages."""
    speeds = (*SPEEDS[:2], dataclasses.replace(SPEEDS[2], peer="other 1.0", peer_mb_s=250.0))
    run = dataclasses.replace(RUN, speeds=speeds)
    assert model_speeds.speed_table(run).headings()[-1] == "peer"
    assert model_speeds.speed_table(run).display_rows()[0][-1] == "0.80 (other 1.0)"
    rows = list(csv.DictReader(io.StringIO(model_speeds.speeds_csv(run))))
    assert [row["times_peer"] for row in rows] == ["", "", "0.8"]


def test_csv_json_and_chart_are_written(tmp_path: Path) -> None:
    """CSV, JSON and a picture that says what it shows; portable code goes to files of its own."""
    folder = model_speeds.write_speeds(RUN, tmp_path / "new")
    model_speeds.write_speeds(Run(SETTING, RUN.effort, portable=True, speeds=SPEEDS), folder)
    kinds = ("csv", "json", "svg")
    assert {file.name for file in folder.iterdir()} == {f"{n}.{kind}" for n in ("speeds", "portable") for kind in kinds}
    data = json.loads((folder / "speeds.json").read_text())
    assert data["setting"]["openssl"] == SETTING.openssl
    assert len(data["speeds"]) == len(SPEEDS)
    picture = (folder / "speeds.svg").read_text()
    ElementTree.fromstring(picture)
    for words in ("sha3-512", "256 KiB", *model_speeds.measurement_notes(RUN)):
        assert words in picture
    assert "http" not in picture.replace("http://www.w3.org/", "")
    with pytest.raises(FairhashError, match="cannot write"):
        model_speeds.write_speeds(RUN, folder / "speeds.csv")
