# SPDX-License-Identifier: Apache-2.0
"""External cores (those not in the catalogue), and export of the catalogue's cores to other projects."""
