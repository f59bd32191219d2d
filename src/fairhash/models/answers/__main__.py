# SPDX-License-Identifier: Apache-2.0
"""``python -m fairhash.models.answers`` regenerates the project's own answer files.

With the argument FOLDER it selects the compact set of official answers from the answer files in FOLDER instead.
"""

import sys
from pathlib import Path

from fairhash.base import paths
from fairhash.models.answers.answer_files import write_families, write_official

source = sys.argv[1:]
written = write_official(Path(source[0]), paths.official_answers()) if source else write_families(paths.answers())
for file in written:
    print(file)
