# SPDX-License-Identifier: Apache-2.0
"""Options, arguments and output that several commands share."""
