# SPDX-License-Identifier: Apache-2.0
"""A change of the table in each module: vN brings version N - 1 to version N."""
