# SPDX-License-Identifier: Apache-2.0
"""Area estimates for families that no open tool can place; docs/estimates.md describes their accuracy."""
