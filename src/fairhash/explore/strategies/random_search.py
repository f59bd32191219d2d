# SPDX-License-Identifier: Apache-2.0
"""Points drawn by chance, each choice of an option as likely as any other: what every cleverer search must beat."""

import random

from fairhash.explore.trial import Asking, Setting


def random_search(setting: Setting) -> Asking:
    """Draws for ever; points that were drawn before cost nothing."""
    rng = random.Random(setting.seed)
    yield [setting.start]
    while True:
        yield [setting.at(tuple(rng.choice(list(option.choice)) for option in setting.space.option))]
