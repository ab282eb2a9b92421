#!/bin/sh
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# run_on_gpu.sh PROBE COMMAND...: runs the command where the probe finds a device; else says why
# not and exits with 77, which ctest counts as skipped.
probe=$1
shift
if ! reason=$("$probe"); then
  echo "skipped: this test needs a GPU and its driver ($reason)"
  exit 77
fi
exec "$@"
