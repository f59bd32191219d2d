# SPDX-License-Identifier: Apache-2.0
"""Migrations of the results database, which Alembic applies in order."""
