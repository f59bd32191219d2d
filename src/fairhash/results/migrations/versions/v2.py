# SPDX-License-Identifier: Apache-2.0
"""Indices over what is asked for most, for databases that many machines fill."""

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """By algorithm, and by core and device."""
    op.create_index("results_algorithm", "results", ["algorithm"])
    op.create_index("results_core_device", "results", ["core", "device"])
