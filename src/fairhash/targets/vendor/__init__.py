# SPDX-License-Identifier: Apache-2.0
"""Vendors' own tools, where they are installed: projects by Edalize, reports read; docs/vendor-tools.md."""
