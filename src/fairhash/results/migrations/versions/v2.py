# SPDX-License-Identifier: Apache-2.0
"""Version 2: indices for the commonest queries, for databases that many machines share."""

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Create indices over the algorithm, and over core and device."""
    op.create_index("results_algorithm", "results", ["algorithm"])
    op.create_index("results_core_device", "results", ["core", "device"])
