# SPDX-License-Identifier: Apache-2.0
"""``python -m fairhash.models.answers`` regenerates the project's own answer files."""

from fairhash import paths
from fairhash.models.answers.own_answers import write_families

for file in write_families(paths.root() / "vectors"):
    print(file)
