# SPDX-License-Identifier: Apache-2.0
"""One migration per module: vN migrates the table from version N - 1 to version N."""
