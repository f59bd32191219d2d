# SPDX-License-Identifier: Apache-2.0
"""The parts of a table of a reproduction."""

from fairhash.base.table import Cell, Column, Preliminary, Table, csv_name

__all__ = ["Cell", "Column", "Preliminary", "Table", "csv_name"]
