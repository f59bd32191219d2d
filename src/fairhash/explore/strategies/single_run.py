# SPDX-License-Identifier: Apache-2.0
"""One run with the options, clock and seed a space starts with: ATHENa's single run."""

from fairhash.explore.trial import Asking, Setting


def single_run(setting: Setting) -> Asking:
    """Asks once, whatever the budget."""
    yield [setting.start]
