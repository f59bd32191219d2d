# SPDX-License-Identifier: Apache-2.0
"""FPGAs that only their vendors' tools support: Edalize writes the projects, this package reads the reports.

See docs/vendor-tools.md.
"""
