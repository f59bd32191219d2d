# SPDX-License-Identifier: Apache-2.0
"""What every test may ask for."""

import signal
from pathlib import Path

import pytest

# A shell ignores Ctrl-C in what it runs in the background, and whatever that starts inherits it; tests of being
# interrupted need it to arrive.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of the checkout the tests are part of."""
    return Path(__file__).resolve().parents[1]
