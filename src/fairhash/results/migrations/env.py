# SPDX-License-Identifier: Apache-2.0
"""Alembic's entry: everything happens on the connection and in the transaction it is given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
