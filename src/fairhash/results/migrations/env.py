# SPDX-License-Identifier: Apache-2.0
"""Alembic's entry point: runs the migrations on the caller's connection, in the caller's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
