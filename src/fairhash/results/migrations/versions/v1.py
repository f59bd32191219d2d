# SPDX-License-Identifier: Apache-2.0
"""Version 1: the results table."""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create the table, with one row for each result."""
    op.create_table(
        "results",
        Column("key", Text, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("series", "core", "algorithm", "device", "recipe")),
        Column("seed", Integer, nullable=False),
        *(Column(name, Text, nullable=False) for name in ("status", "verdict", "date", "body")),
    )
