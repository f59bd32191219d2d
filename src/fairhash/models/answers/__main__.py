# SPDX-License-Identifier: Apache-2.0
"""``python -m fairhash.models.answers``: writes the project's own answer files again."""

from fairhash import paths
from fairhash.models.answers.own import write_families

for written in write_families(paths.root() / "vectors"):
    print(written)
