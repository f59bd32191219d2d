# SPDX-License-Identifier: Apache-2.0
"""What every test may ask for."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of the checkout the tests are part of."""
    return Path(__file__).resolve().parents[1]
