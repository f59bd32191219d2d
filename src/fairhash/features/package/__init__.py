# SPDX-License-Identifier: Apache-2.0
"""Components: cores with padding behind AXI4-Stream or AXI4-Lite, and the packages in which they are exported."""
