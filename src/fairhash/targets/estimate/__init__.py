# SPDX-License-Identifier: Apache-2.0
"""Area on families that no open tool places; docs/estimates.md says what it is worth."""
