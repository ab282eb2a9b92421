# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Starts a program as several processes and returns its status.

    python3 run_ranks.py RANKS PROGRAM [ARGUMENT...]
"""

import os
import sys

from several_processes import environment, launcher

words = [*launcher(int(sys.argv[1])), *sys.argv[2:]]
os.execve(words[0], words, environment())
