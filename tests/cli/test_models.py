# SPDX-License-Identifier: Apache-2.0
"""The commands bench-models and shim."""

import json
from pathlib import Path

from tests.cli.helpers import fairhash


def test_bench_models(tmp_path: Path) -> None:
    """The output is a table with the measuring conditions, or JSON; files are written too."""
    outcome = fairhash("bench-models", "--quick", "sha-256", "sha3-256", "--to", tmp_path)
    assert outcome.status == 0, outcome
    assert [line.split()[0] for line in outcome.out.splitlines()[1:3]] == ["sha-256", "sha3-256"]
    for word in ("-O3", "OpenSSL", "instruction sets", "repetitions", str(tmp_path)):
        assert word in outcome.out
    data = json.loads(fairhash("bench-models", "--quick", "--portable", "--json", "sha-256", "--to", tmp_path).out)
    assert data["setting"]["cpu_features"] == "none"
    assert len(data["speeds"]) == 3
    assert (tmp_path / "portable.svg").is_file()
    assert "sha-257" in fairhash("bench-models", "sha-257").refusal()


def test_shim(tmp_path: Path) -> None:
    """The written folders are printed, as text or as JSON."""
    folder = str(tmp_path / "crypto_hash" / "sha256" / "fairhash")
    assert fairhash("shim", "--to", tmp_path, "sha-256").out == f"{folder}\n"
    assert json.loads(fairhash("shim", "--json", "--to", tmp_path, "sha-256").out) == [folder]
