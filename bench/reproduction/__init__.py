# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The tables and figures of the four papers, for bench/reproduce.py."""
