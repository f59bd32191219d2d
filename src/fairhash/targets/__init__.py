# SPDX-License-Identifier: Apache-2.0
"""From sources to figures on FPGAs, cell libraries, estimated families and vendor tools."""
