# SPDX-License-Identifier: Apache-2.0
"""The site: results, charts and documentation as static files that load nothing from a network."""
