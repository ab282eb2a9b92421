# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Functions of other packages by their names and arguments, done by siderum."""
