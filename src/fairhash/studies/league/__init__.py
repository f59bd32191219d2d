# SPDX-License-Identifier: Apache-2.0
"""The league: public cores measured by the recipe of ours, and shown beside them."""
