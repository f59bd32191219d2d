# SPDX-License-Identifier: Apache-2.0
"""The papers' tables and figures with ours beside them: one module for each paper, one writer for all."""
