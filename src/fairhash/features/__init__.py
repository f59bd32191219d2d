# SPDX-License-Identifier: Apache-2.0
"""What the bench can do beside a run: one folder a feature, with its record, measurement, table and command."""
