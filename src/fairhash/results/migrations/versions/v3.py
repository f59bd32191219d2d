# SPDX-License-Identifier: Apache-2.0
"""Version 3: a checksum in each row. It starts from the rows as they are found: earlier changes remain unnoticed."""

from alembic import op
from sqlalchemy import Column, Text, text

from fairhash.results.table import row_checksum

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the column and compute the checksums of the existing rows."""
    op.add_column("results", Column("sha256", Text, nullable=False, server_default=""))
    connection = op.get_bind()
    rows = connection.execute(text("SELECT * FROM results")).mappings()
    checksums = [{"row_key": row["key"], "checksum": row_checksum(row)} for row in rows]
    if checksums:
        connection.execute(text("UPDATE results SET sha256 = :checksum WHERE key = :row_key"), checksums)
