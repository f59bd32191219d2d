# SPDX-License-Identifier: Apache-2.0
"""All charts: Vega-Lite specifications, and their SVG."""
