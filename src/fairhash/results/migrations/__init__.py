# SPDX-License-Identifier: Apache-2.0
"""Changes of the results database, one module each, applied in order by Alembic."""
